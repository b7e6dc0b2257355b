import Geo
import GeoStore

/// Decides when the messages of one sink are sent: a state machine without socket, clock or thread.
///
/// One message at a time, the oldest first. A message that fails holds back those of its own device, and is tried
/// again. After three failures in a row, or an answer that blames the sink, the sink is paused: one message at a time
/// probes it. The pause before try n + 1 of a row of failures is drawn from 0 to min(60, 0.5 × 2ⁿ⁻¹) seconds, and is at
/// least what the sink asked for, up to an hour.
///
/// - Units: seconds, on a clock that never goes back.
/// - Source: Brooker, "Exponential Backoff And Jitter", AWS Architecture Blog 2015: full jitter; `Retry-After`
///   is RFC 9110, section 10.2.3; HO-80, AL-10.
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
  /// Failures in a row that pause a sink.
  static let pausingFailures = 3
  /// Seconds for what remains after a stop by signal.
  static let stopPatience = 2.0

  /// Seconds until a message that another one must precede is looked at again.
  private static let precedence = 2.0

  /// A device whose oldest message failed.
  private struct Hold {
    var failures = 0
    var end: Double
  }

  /// In their order; those of devices that are held back stay until ``replace(_:at:)``.
  private var items: [OutboxItem] = []
  private var holds: [String: Hold] = [:]
  /// The devices of messages that another one must precede, by the messages' numbers.
  private var preceded: [Int64: String] = [:]
  private var random: RandomNumbers
  /// Failures since the sink last answered.
  private(set) var failures = 0
  /// Why the first message waits.
  private(set) var lastFailure: String?
  private(set) var refusals: [String: Int] = [:]
  /// When a paused sink is probed; nil while it is not paused.
  private var probe: Double?
  private var asked = -Double.infinity
  private var ending: Ending?
  /// When messages that were left out of ``items`` may be sent.
  private var reload = Double.infinity

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
  var isPaused: Bool { probe != nil }

  mutating func add(_ items: [OutboxItem]) { self.items += items }

  // MARK: What to load

  /// The devices whose messages are not wanted now; nil while there is something else to send.
  func skipped(at now: Double) -> Set<String>? {
    guard now >= reload || candidate(at: now) == nil else { return nil }
    return Set(holds.filter { $0.value.end > now }.keys)
  }

  /// Takes the oldest messages, without those of devices that are held back.
  mutating func replace(_ items: [OutboxItem], at now: Double) {
    self.items = items
    reload = holds.values.reduce(.infinity) { $1.end > now ? min($0, $1.end) : $0 }
  }

  /// Forgets what was loaded, because the rows have changed.
  mutating func forget() {
    items = []
    holds = [:]
    preceded = [:]
    reload = .infinity
    (failures, probe) = (0, nil)
  }

  // MARK: Steps

  /// The oldest message whose device is not held back.
  private func candidate(at now: Double) -> OutboxItem? {
    items.first { holds[$0.device].map { $0.end <= now } ?? true }
  }

  func step(at now: Double) -> Step {
    var next = max(asked, probe ?? -.infinity)
    var item = candidate(at: now)
    if item == nil {
      // A paused sink is probed with any message.
      item = isPaused ? items.first { preceded[$0.id] == nil } : nil
      if item == nil {
        let release = holds.values.reduce(.infinity) { $1.end > now ? min($0, $1.end) : $0 }
        guard release < .infinity else { return .rest }
        next = max(next, release)
      }
    }
    if let ending, now >= ending.deadline || next >= ending.deadline { return .giveUp }
    guard next <= now, let item else { return .wait(until: next) }
    return .send(item)
  }

  /// Takes the answer to a message that was sent; returns the message if it is done.
  mutating func receive(_ answer: DeliveryAnswer, for sent: OutboxItem? = nil, at now: Double) -> OutboxItem?
  {
    guard let item = sent ?? candidate(at: now) ?? items.first else { return nil }
    switch answer {
    case .delivered: break
    case .dead(let reason, _): refusals[reason, default: 0] += 1
    case .again(let reason, let seconds):
      fail(reason, at: now)
      hold(item.device, at: now)
      asked = now + min(max(0, seconds ?? 0), Self.longestAsked)
      if failures >= Self.pausingFailures { probe = holds[item.device]?.end ?? now }
      return nil
    case .pause(let reason):
      failures = max(failures, Self.pausingFailures - 1)
      fail(reason, at: now)
      probe = end(of: failures - Self.pausingFailures + 1, at: now)
      return nil
    }
    failures = 0
    lastFailure = nil
    probe = nil
    asked = -.infinity
    holds[item.device] = nil
    if !item.begins.isEmpty {
      for device in preceded.values { holds[device] = nil }
      preceded = [:]
    }
    if let ending, !ending.isStop { self.ending?.deadline = now + ending.patience }
    items.removeAll { $0.id == item.id }
    return item
  }

  /// Holds a message back that another one must precede. What waits behind it goes on, and this is no failure.
  mutating func holdBack(_ item: OutboxItem, at now: Double) {
    holds[item.device] = Hold(failures: holds[item.device]?.failures ?? 0, end: now + Self.precedence)
    preceded[item.id] = item.device
  }

  /// Removes a message that needs no sending.
  mutating func remove(_ item: OutboxItem) { items.removeAll { $0.id == item.id } }

  /// Counts messages that are lost without an answer.
  mutating func count(lost number: Int, _ reason: String) { refusals[reason, default: 0] += number }

  private mutating func fail(_ reason: String, at now: Double) {
    failures += 1
    // A send that the end cut short says less than the failure before it.
    if lastFailure == nil || !isOver(at: now) { lastFailure = reason }
  }

  /// Holds a device back: longer with each failure of it, or of a sink that answers nothing.
  private mutating func hold(_ device: String, at now: Double) {
    let count = max((holds[device]?.failures ?? 0) + 1, failures)
    holds[device] = Hold(failures: count, end: end(of: count, at: now))
  }

  /// The end of the pause after that many failures.
  private mutating func end(of failures: Int, at now: Double) -> Double {
    // Beyond this exponent the cap applies anyway, and doubling would overflow.
    let ceiling = min(Self.longestPause, Self.firstPause * Double(1 << min(max(0, failures - 1), 16)))
    let end = now + ceiling * random.unit()
    if let lastTry = ending?.lastTry, now < lastTry { return min(end, lastTry) }
    return end
  }

  // MARK: The end

  /// Tells the plan that no more messages come: it continues while messages are delivered, and gives up
  /// `patience` seconds after the last delivery.
  mutating func inputEnded(at now: Double, patience: Double) {
    guard ending == nil else { return }
    ending = Ending(deadline: now + patience, patience: patience)
    // The sink may be back: do not wait out a minute's pause.
    holds = [:]
    reload = now
    (failures, probe) = (0, nil)
  }

  /// Tells the plan that the user stops the run: it sends for two more seconds.
  mutating func stop(at now: Double) {
    guard ending?.isStop != true else { return }
    let patience = min(Self.stopPatience, ending?.patience ?? .infinity)
    ending = Ending(deadline: now + patience, patience: patience, isStop: true)
    for device in holds.keys { holds[device]?.end = -.infinity }
    reload = now
    if probe != nil { probe = now }
  }

  /// Whether the message being sent should be given up.
  func isOver(at now: Double) -> Bool { ending.map { now >= $0.deadline } ?? false }
}
