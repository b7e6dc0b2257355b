import Geo
import Synchronization

/// The files that a run is made of: its script, modules, fences, settings and configuration.
///
/// Workers add what they read; the run's thread looks whether anything has changed.
public final class WatchedFiles: Sendable {
  private struct State {
    var watch = FileWatch([])
    /// When to look next; of the monotonic clock.
    var due = 0.0
    /// Whether a file has changed that may still be being written.
    var isUnquiet = false
    var isChanged = false
    /// Whether somebody who has changed a file asks for it to be taken over.
    var isAsked = false
  }

  private let state = Mutex(State())

  public init() {}

  /// A file that is read, or would be if it were there.
  func add(_ path: String) { state.withLock { $0.watch.add(path) } }

  /// Whether a file has changed since ``takeChange()``, and none since the last look: an editor writes in steps.
  ///
  /// Looks at most ten times a second.
  var isChanged: Bool {
    state.withLock { state in
      let now = monotonicSeconds()
      guard !state.isChanged, now >= state.due else { return state.isChanged }
      state.due = now + FileWatch.interval
      let isQuiet = state.watch.changed(among: state.watch.paths).isEmpty
      state.isChanged = state.isUnquiet && isQuiet
      state.isUnquiet = !isQuiet
      return state.isChanged
    }
  }

  /// Asks for a reload, whether or not changes are looked for: a whole file has been written.
  package func ask() {
    state.withLock { state in
      _ = state.watch.changed(among: state.watch.paths)
      state.isAsked = true
    }
  }

  /// Whether a reload was asked for since ``takeChange()``.
  var isAsked: Bool { state.withLock { $0.isAsked } }

  /// Counts what has changed as known.
  func takeChange() {
    state.withLock { ($0.isChanged, $0.isUnquiet, $0.isAsked) = (false, false, false) }
  }
}
