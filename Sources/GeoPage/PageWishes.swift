import Synchronization

/// What workers shall do for a served page, also when no event comes.
final class PageWishes: Sendable {
  private struct State {
    /// Devices of which readers want to see the screen.
    var devices: Set<String> = []
    /// Whether screens wait to be read.
    var isWaiting = false
    /// The next time, on the monotonic clock, at which they may be.
    var next = -Double.infinity
  }

  private let state = Mutex(State())
  /// Seconds between two readings of screens without an event.
  private static let interval = 0.5

  /// Takes the wish to see the screen of a device.
  func add(_ device: String) { state.withLock { _ = $0.devices.insert(device) } }

  /// Returns the wishes since the last call.
  func take() -> Set<String> {
    state.withLock { state in
      defer { state.devices = [] }
      return state.devices
    }
  }

  /// A screen waits to be read.
  func wait() { state.withLock { $0.isWaiting = true } }

  /// Returns whether screens wait that may be read now, and forgets it.
  func takeWaiting(at now: Double) -> Bool {
    state.withLock { state in
      guard state.isWaiting, now >= state.next else { return false }
      (state.isWaiting, state.next) = (false, now + PageWishes.interval)
      return true
    }
  }
}
