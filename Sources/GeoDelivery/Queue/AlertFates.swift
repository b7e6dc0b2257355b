package import Geo
import GeoStore
import Synchronization

/// What became of alerts on their way to the sinks, for the page: those that are held, and those that did not arrive.
package final class AlertFates: Sendable {
  enum Fate: Sendable, Hashable {
    /// It waits for quiet hours to end, or is joined with others.
    case held(String)
    /// A sink did not take it; it may be tried again.
    case failed(String)
    case delivered

    fileprivate var words: [JSONValue]? {
      switch self {
      case .held(let reason): [.string("held"), .string(reason)]
      case .failed(let reason): [.string("failed"), .string(reason)]
      case .delivered: nil
      }
    }
  }

  private struct State {
    /// By the ids of alerts, then by the names of sinks; the empty name for what is before them.
    var fates: [String: [String: Fate]] = [:]
    var changed: Set<String> = []
  }

  private let state = Mutex(State())
  /// Called when something has changed.
  private let onChange: @Sendable () -> Void
  /// Beyond this number further alerts have no fate.
  private static let most = 20_000

  package init(onChange: @escaping @Sendable () -> Void = {}) { self.onChange = onChange }

  func note(_ fate: Fate, of alert: String, at sink: String = "") {
    let isNew = state.withLock { state in
      let known = state.fates[alert]
      // Most alerts arrive at once.
      if fate == .delivered, known?[sink] == nil { return false }
      guard known != nil || state.fates.count < AlertFates.most, known?[sink] != fate else { return false }
      state.fates[alert, default: [:]][sink] = fate
      state.changed.insert(alert)
      return true
    }
    if isNew { onChange() }
  }

  /// The fates that have changed since the last call, by alert: a word and the reason, null for one that arrived; nil if
  /// none has.
  package func takeChanges() -> JSONValue? {
    state.withLock { state in
      guard !state.changed.isEmpty else { return nil }
      defer { state.changed = [] }
      return .object(state.changed.sorted().map { ($0, AlertFates.json(state.fates[$0] ?? [:])) })
    }
  }

  private static func json(_ fates: [String: Fate]) -> JSONValue {
    let words = fates.sorted { $0.key < $1.key }.compactMap { sink, fate in
      fate.words.map { sink.isEmpty ? $0 : [$0[0], .string("\(sink): \($0[1].text ?? "")")] }
    }
    // A sink that did not take it matters more than that it waited.
    return (words.first { $0[0].text == "failed" } ?? words.first).map { .array($0) } ?? .null
  }
}
