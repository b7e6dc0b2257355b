import Geo
import GeoDelivery
import GeoHost
import Synchronization

/// The server's clock, as far as a worker or a gateway knows it: the clock of its own machine may be wrong.
///
/// When a message has come, the server's clock is at least at the time at which it stored that message. A message that was
/// sent from here was stored after that moment, so its time bounds the clock from both sides.
///
/// Any thread may call it.
///
/// - Source: SC-46.
final class ServerClock: Sendable {
  private struct State {
    /// The server's clock minus the monotonic clock of this machine; nil before the first message.
    var offset: Double?
    /// Whether the offset was bounded from both sides, and whether so closely that the user may be told of it.
    var isKnown = false
    var isSure = false
    /// When to ask for a message again, and the pause after that.
    var nextProbe = -Double.infinity
    var pause = 0.2
    /// Whether the user knows that the clocks differ.
    var hasTold = false
  }

  private let state = Mutex(State())

  /// Seconds of an answer from which on it is not close, between two questions, and by which clocks must differ to be told
  /// and then agree to be told again.
  private static let (slow, longestPause, telling, agreeing) = (2.0, 5.0, 5.0, 2.0)

  /// Notes when the server stored a message that has come.
  func heard(_ time: TimeInterval, at now: Double) {
    state.withLock { $0.offset = max($0.offset ?? -.infinity, time - now) }
  }

  /// Notes when the server stored a message that was sent from here.
  func answered(_ time: TimeInterval, sent: Double, at now: Double) {
    state.withLock { state in
      // Another server with another clock may lead now.
      state.offset = max(min(state.offset ?? .infinity, time - sent), time - now)
      state.isKnown = true
      if now - sent < ServerClock.slow { state.isSure = true }
    }
  }

  /// The server's clock, in seconds since 1970; nil until a message sent from here has come back.
  func time(at now: Double) -> TimeInterval? {
    state.withLock { state in state.isKnown ? state.offset.map { $0 + now } : nil }
  }

  /// Whether to send a message that tells the server's time, because no answer was close yet.
  func mayProbe(at now: Double) -> Bool {
    state.withLock { state in
      guard !state.isSure, now >= state.nextProbe else { return false }
      state.nextProbe = now + state.pause
      state.pause = min(2 * state.pause, ServerClock.longestPause)
      return true
    }
  }

  /// By how many seconds the clock of this machine is ahead of the server's; nil if that is not known.
  func skew(at now: Double = monotonicSeconds(), wall: TimeInterval = wallSeconds()) -> Double? {
    state.withLock { state in state.isSure ? state.offset.map { wall - now - $0 } : nil }
  }

  /// What to tell of clocks that differ now, or agree again; nil if nothing has changed.
  ///
  /// - Parameter what: what goes by the server's clock.
  func news(
    _ what: String, at now: Double = monotonicSeconds(), wall: TimeInterval = wallSeconds()
  ) -> (isWarning: Bool, text: String)? {
    guard let skew = skew(at: now, wall: wall) else { return nil }
    return state.withLock { state in
      if state.hasTold {
        guard abs(skew) < ServerClock.agreeing else { return nil }
        state.hasTold = false
        return (false, "this machine's clock agrees with the server's again")
      }
      guard abs(skew) > ServerClock.telling else { return nil }
      state.hasTold = true
      let words = "\(ProgressLine.duration(abs(skew))) \(skew > 0 ? "ahead of" : "behind")"
      return (true, "this machine's clock is \(words) the server's: \(what)")
    }
  }

  /// Writes how far the clock of this machine is off, if that is known.
  func write(
    to text: inout PrometheusText, now: Double = monotonicSeconds(), wall: TimeInterval = wallSeconds()
  ) {
    guard let skew = skew(at: now, wall: wall) else { return }
    text.add(
      "geoscript_stream_clock_skew_seconds", .gauge,
      "By how much this machine's clock is ahead of the server's, in seconds; negative if it is behind.", skew
    )
  }
}
