import Geo
import GeoStore
import Synchronization

/// Counts how often rows of the outbox were changed from outside; any thread may use it.
final class ChangeCount: Sendable {
  private let number = Atomic<Int>(0)

  func add() { number.wrappingAdd(1, ordering: .relaxed) }
  var value: Int { number.load(ordering: .relaxed) }
}

/// The state of a sink's thread.
struct DeliveryContext {
  private let route: AlertRoute
  private let outbox: any AlertOutbox
  private let isClosing: AtomicFlag
  private let changeCount: ChangeCount
  private let tally: AlertTallyKeeper
  private let maxAge: Double
  private let warn: @Sendable (String) -> Void
  /// Hears what became of alerts; nil if nobody shows it.
  private let fates: AlertFates?
  private let transport: any AlertTransport
  private(set) var plan: DeliveryPlan
  private var seenChanges = 0
  private var nextSweep = -Double.infinity
  /// What became of a message that was sent, until the outbox knows: it is not sent again because the outbox fails.
  private var untold: (item: OutboxItem, answer: DeliveryAnswer)?
  /// How often the outbox has taken what became of a message.
  private(set) var kept = 0
  /// Whether the user and the outbox know that the sink is paused.
  private var hasNotedPause = false

  /// How many messages are loaded at a time, however many wait.
  private static let loaded = 100
  /// Seconds between two looks for messages that are too old.
  private static let sweepInterval = 60.0

  init(
    route: AlertRoute, outbox: any AlertOutbox, isClosing: AtomicFlag, changeCount: ChangeCount,
    tally: AlertTallyKeeper, maxAge: Double, warn: @escaping @Sendable (String) -> Void, seed: UInt64,
    fates: AlertFates? = nil
  ) {
    (self.route, self.outbox, self.isClosing, self.changeCount) = (route, outbox, isClosing, changeCount)
    (self.tally, self.maxAge, self.warn, self.fates) = (tally, maxAge, warn, fates)
    transport = route.transport()
    var hash = FNV1a()
    hash.combine(seed)
    hash.combine(route.key)
    plan = DeliveryPlan(seed: hash.value)
  }

  mutating func run(_ wakeSignal: WakeSignal) throws {
    while true {
      try tell()
      // Read first, so that the outbox shows everything that was added before the end.
      let isEnd = isClosing.isSet
      if changeCount.value != seenChanges {
        seenChanges = changeCount.value
        plan.forget()
      }
      let now = currentTime()
      try sweep(at: now)
      if let devices = plan.skipped(at: now) {
        plan.replace(try outbox.pending(route.key, limit: Self.loaded, without: devices), at: now)
      }
      switch plan.step(at: now) {
      case .send(let item): try send(item)
      case .wait(let time):
        // A stop by signal does not wake this thread.
        wakeSignal.wait(until: min(time, now + (isEnd ? 0.1 : Self.sweepInterval)))
      case .rest:
        if isEnd { return }
        wakeSignal.wait()
      case .giveUp: return
      }
    }
  }

  /// Makes dead letters of messages that have waited too long.
  private mutating func sweep(at now: Double) throws {
    guard now >= nextSweep, maxAge < .infinity else { return }
    nextSweep = now + Self.sweepInterval
    let count = try outbox.expire(route.key, age: maxAge)
    guard count > 0 else { return }
    plan.forget()
    let reason = "waited longer than --alert-max-age"
    plan.count(lost: count, reason)
    warn("\(route.label): \(counted(count, route.noun.one)) \(reason): dead letters (geoscript alerts list)")
  }

  /// The time; also tells the plan about an end or a stop that has come by now.
  private mutating func currentTime() -> Double {
    let now = monotonicSeconds()
    guard isClosing.isSet else { return now }
    plan.inputEnded(at: now, patience: route.patience)
    if Signals.stop != 0 { plan.stop(at: now) }
    return now
  }

  private mutating func send(_ item: OutboxItem) throws {
    // What may not be sent now may be sent again in a moment, before what comes after it.
    guard outbox.holds(item) else { return plan.replace([], at: monotonicSeconds()) }
    if let begun = item.ends, !(try outbox.hasBegun(begun, at: route.key)) {
      // A digest of several devices has an order of its own.
      if try outbox.willBegin(begun, at: route.key) { return plan.holdBack(item, at: monotonicSeconds()) }
      try outbox.end(item, as: .dropped, answer: "its beginning was not delivered")
      return plan.remove(item)
    }
    let answer = transport.send(item) {
      let now = currentTime()
      return plan.isOver(at: now)
    }
    tally.count(answer)
    if case .dead(let reason, let detail) = answer, plan.refusals[reason] == nil {
      let more = detail.isEmpty ? "" : ": \(detail)"
      warn(
        "\(route.label): \(route.noun.one) \(item.alertID) is lost (further ones are only counted): \(reason)\(more)"
      )
    }
    _ = plan.receive(answer, for: item, at: monotonicSeconds())
    fates?.note(answer.fate, of: item.alertID, at: route.label)
    untold = (item, answer)
    try tell()
  }

  /// Tells the outbox what became of the last message.
  private mutating func tell() throws {
    switch untold {
    case (let item, .delivered)?: try outbox.end(item, as: .sent, answer: "delivered")
    case (let item, .dead(let reason, let detail))?:
      try outbox.end(item, as: .dead, answer: detail.isEmpty ? reason : "\(reason): \(detail)")
    case (let item, .again(let reason, _))?, (let item, .pause(let reason))?:
      try outbox.fail(item, answer: reason)
    case nil: return
    }
    untold = nil
    kept += 1
    try notePause()
  }

  private mutating func notePause() throws {
    guard plan.isPaused != hasNotedPause else { return }
    let reason = plan.isPaused ? plan.lastFailure ?? "" : ""
    try outbox.note(pause: reason, of: route.key)
    hasNotedPause = plan.isPaused
    if plan.isPaused { warn("\(route.label): \(reason); \(route.noun.many) wait until it takes them") }
  }

  /// The refused alerts, counted by reason; nil if all were accepted.
  var loss: String? {
    guard !plan.refusals.isEmpty else { return nil }
    let count = plan.refusals.reduce(0) { $0 + $1.value }
    let reasons = plan.refusals.sorted { $0.key < $1.key }.map { "\($0.key) (\(grouped($0.value)) ×)" }
    return
      "\(counted(count, "\(route.noun.one) was", "\(route.noun.many) were")) lost: \(reasons.joined(separator: ", "))"
  }
}

extension DeliveryAnswer {
  fileprivate var fate: AlertFates.Fate {
    switch self {
    case .delivered: .delivered
    case .dead(let reason, let detail): .failed(detail.isEmpty ? reason : "\(reason): \(detail)")
    case .again(let reason, _), .pause(let reason): .failed("\(reason) (not delivered yet)")
    }
  }
}
