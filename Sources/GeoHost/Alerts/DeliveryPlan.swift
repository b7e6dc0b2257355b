import Geo
import GeoStore

/// What became of an alert that was sent.
enum DeliveryAnswer: Equatable {
  case delivered
  /// The sink will never take it. `reason` is what such answers have in common, `detail` what this one added.
  case refused(reason: String, detail: String)
  /// The sink is not there or is too busy; it may have asked for so many seconds of rest.
  case failed(String, retryAfter: Double?)
}

/// Decides when the alerts of one sink are sent: a state machine without socket, clock or thread.
///
/// One alert at a time, the oldest first, so that the order of each device is kept. One that fails is tried again,
/// and those behind it wait; one that is refused steps aside. The pause before try n + 1 of a row of failures is
/// drawn from 0 to min(60, 0.5 × 2ⁿ⁻¹) seconds, and is no shorter than the sink asked for, up to an hour.
///
/// - Units: seconds, on a clock that never goes back.
/// - Source: Brooker, "Exponential Backoff And Jitter", AWS Architecture Blog 2015: full jitter; `Retry-After`
///   is RFC 9110, section 10.2.3.
struct DeliveryPlan {
  enum Step: Equatable {
    case send(OutboxItem)
    case wait(until: Double)
    /// Nothing is there to be sent.
    case rest
    /// The time after the end is over; what is there stays unsent.
    case giveUp
  }

  static let firstPause = 0.5
  static let longestPause = 60.0
  static let longestAsked = 3600.0
  /// After a stop by signal what remains has so long.
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
    /// The deadline is so long after the last alert that got through.
    var patience: Double
    var isStop = false

    /// A last try comes shortly before the deadline, however long the pause should be.
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

  /// Takes the answer for the alert that was sent; returns it if it is done with.
  mutating func receive(_ answer: DeliveryAnswer, at now: Double) -> OutboxItem? {
    switch answer {
    case .delivered: break
    case .refused(let reason, _): refusals[reason, default: 0] += 1
    case .failed(let reason, let retryAfter):
      failures += 1
      // What was broken off at the end says less than what had failed before.
      if lastFailure == nil || !isOver(at: now) { lastFailure = reason }
      // Doubling an exponent past the cap would only overflow.
      let ceiling = min(Self.longestPause, Self.firstPause * Double(1 << min(failures - 1, 16)))
      due = now + ceiling * random.unit()
      if let lastTry = ending?.lastTry, now < lastTry { due = min(due, lastTry) }
      asked = now + min(max(0, retryAfter ?? 0), Self.longestAsked)
      return nil
    }
    failures = 0
    lastFailure = nil
    due = -.infinity
    asked = -.infinity
    if let ending, !ending.isStop { self.ending?.deadline = now + ending.patience }
    return items.removeFirst()
  }

  /// No alert will come after those that wait: goes on while they get through, and gives up `patience` seconds
  /// after the last that did.
  mutating func inputEnded(at now: Double, patience: Double) {
    guard ending == nil else { return }
    ending = Ending(deadline: now + patience, patience: patience)
    // Nobody should wait out a minute's pause for a sink that has come back.
    due = min(due, now)
    failures = 0
  }

  /// The user wants an end: what can be sent in two seconds is.
  mutating func stop(at now: Double) {
    guard ending?.isStop != true else { return }
    let patience = min(Self.stopPatience, ending?.patience ?? .infinity)
    ending = Ending(deadline: now + patience, patience: patience, isStop: true)
    due = min(due, now)
  }

  /// Whether an alert that is being sent should be given up.
  func isOver(at now: Double) -> Bool { ending.map { now >= $0.deadline } ?? false }
}
