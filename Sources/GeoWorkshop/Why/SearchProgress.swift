import Geo

/// How far the search for an alert has come, for a play that follows it on another thread.
final class SearchProgress: Sendable {
  private struct State {
    /// How many events come before any alert that may be meant.
    var safe = 0
    var isOver = false
  }

  private let state = Monitor(State())

  /// Says that no alert among the first `count` events is meant.
  func reach(_ count: Int) { state.update { $0.safe = count } }

  func end() { state.update { $0.isOver = true } }

  /// Waits until the search is past the first `count` events; false if it has ended.
  func waits(past count: Int) -> Bool {
    state.update(when: { $0.isOver || $0.safe >= count }) { !$0.isOver }
  }
}
