import Geo
import GeoStore

/// Decides when the alerts of one sink are sent: a state machine without socket, clock or thread.
///
/// One alert at a time, the oldest first, which keeps the order of each device. An alert that fails is tried
/// again, and those behind it wait; a refused alert is dropped. The pause before try n + 1 of a row of
/// failures is drawn from 0 to min(60, 0.5 × 2ⁿ⁻¹) seconds, and is at least what the sink asked for, up to an
/// hour.
///
/// - Units: seconds, on a clock that never goes back.
/// - Source: Brooker, "Exponential Backoff And Jitter", AWS Architecture Blog 2015: full jitter; `Retry-After`
///   is RFC 9110, section 10.2.3.
struct DeliveryPlan {
  enum Step: Equatable {
    case send(OutboxItem)
    case wait(until: Double)
    /// There is nothing to send.
    case rest
    /// The time after the end is over; what remains stays unsent.
    case giveUp
  }

  static let firstPause = 0.5
  static let longestPause = 60.0
  static let longestAsked = 3600.0
  /// Seconds for what remains after a stop by signal.
  static let stopPatience = 2.0

  private var items: [OutboxItem] = []
  private var random: RandomNumbers
  /// Failures since the sink last answered.
  private(set) var failures = 0
  /// Why the first alert waits.
  private(set) var lastFailure: String?
  private(set) var refusals: [String: Int] = [:]
  private var due = -Double.infinity
  private var asked = -Double.infinity
  private var ending: Ending?

  private struct Ending {
    var deadline: Double
    /// Seconds from the last delivery to the deadline.
    var patience: Double
    var isStop = false

    /// The time of a last try, shortly before the deadline, however long the pause would be.
    var lastTry: Double { deadline - min(2, patience / 4) }
  }

  init(seed: UInt64) { random = RandomNumbers(seed: seed) }

  var isEmpty: Bool { items.isEmpty }

  mutating func add(_ items: [OutboxItem]) { self.items += items }

  func step(at now: Double) -> Step {
    guard let item = items.first else { return .rest }
    let next = max(due, asked)
    if let ending, now >= ending.deadline || next >= ending.deadline { return .giveUp }
    return next <= now ? .send(item) : .wait(until: next)
  }

  /// Takes the answer to the alert that was sent; returns the alert if it is done.
  mutating func receive(_ answer: DeliveryAnswer, at now: Double) -> OutboxItem? {
    switch answer {
    case .delivered: break
    case .dead(let reason, _): refusals[reason, default: 0] += 1
    case .again(let reason, let retryAfter): return retry(reason, after: retryAfter, at: now)
    case .pause(let reason): return retry(reason, after: nil, at: now)
    }
    failures = 0
    lastFailure = nil
    due = -.infinity
    asked = -.infinity
    if let ending, !ending.isStop { self.ending?.deadline = now + ending.patience }
    return items.removeFirst()
  }

  private mutating func retry(_ reason: String, after retryAfter: Double?, at now: Double) -> OutboxItem? {
    failures += 1
    // A send that the end cut short says less than the failure before it.
    if lastFailure == nil || !isOver(at: now) { lastFailure = reason }
    // Beyond this exponent the cap applies anyway, and doubling would overflow.
    let ceiling = min(Self.longestPause, Self.firstPause * Double(1 << min(failures - 1, 16)))
    due = now + ceiling * random.unit()
    if let lastTry = ending?.lastTry, now < lastTry { due = min(due, lastTry) }
    asked = now + min(max(0, retryAfter ?? 0), Self.longestAsked)
    return nil
  }

  /// Tells the plan that no more alerts come: it continues while alerts are delivered, and gives up
  /// `patience` seconds after the last delivery.
  mutating func inputEnded(at now: Double, patience: Double) {
    guard ending == nil else { return }
    ending = Ending(deadline: now + patience, patience: patience)
    // The sink may be back: do not wait out a minute's pause.
    due = min(due, now)
    failures = 0
  }

  /// Tells the plan that the user stops the run: it sends for two more seconds.
  mutating func stop(at now: Double) {
    guard ending?.isStop != true else { return }
    let patience = min(Self.stopPatience, ending?.patience ?? .infinity)
    ending = Ending(deadline: now + patience, patience: patience, isStop: true)
    due = min(due, now)
  }

  /// Whether the alert being sent should be given up.
  func isOver(at now: Double) -> Bool { ending.map { now >= $0.deadline } ?? false }
}
