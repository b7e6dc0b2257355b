import Geo

/// When a partition asks for a message that only tells the time, because no other tells it.
///
/// What is due fires when that message is read, so it fires at the same place of the stream whoever reads it.
///
/// - Source: SC-30.
struct TickRequest {
  /// When the last message came, and when the next request may be made; on the monotonic clock.
  private var lastMessage: Double
  private var next = -Double.infinity
  private var pause = TickRequest.shortest

  /// Seconds between two requests: many timers of a partition share one.
  static let shortest = 0.1
  /// Seconds between two requests if nothing was due when the last one came back.
  static let longest = 5.0
  /// Seconds after which a partition without messages gets one, so that its position does not fall behind what the
  /// stream keeps.
  static let silence = 600.0

  init(now: Double) { lastMessage = now }

  /// Notes a message.
  ///
  /// - Parameter wasUseful: whether something was due, so that the clocks agree.
  mutating func heard(at now: Double, wasUseful: Bool) {
    lastMessage = now
    if wasUseful { pause = TickRequest.shortest }
  }

  /// Whether to ask now.
  ///
  /// - Parameters:
  ///   - now: on the monotonic clock.
  ///   - due: the partition's next deadline.
  ///   - time: the server's clock; nil while it is not known.
  mutating func isDue(at now: Double, due: TimeInterval, time: TimeInterval?) -> Bool {
    guard now >= next, due <= time ?? -.infinity || now - lastMessage >= TickRequest.silence else {
      return false
    }
    next = now + pause
    pause = min(pause * 2, TickRequest.longest)
    return true
  }
}
