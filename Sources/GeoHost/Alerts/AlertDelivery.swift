import Geo
import GeoFeeds
import GeoStore

/// How alerts get to one sink: its name in the outbox, and the transport that sends them.
struct AlertRoute: Sendable {
  /// The sink's name in the outbox: the same in every run.
  let key: String
  /// The sink's name in messages, without secrets.
  let label: String
  /// After the end of the input: seconds without a delivery after which the rest is given up.
  let patience: Double
  /// Makes the transport, on the thread that will use it.
  let connect: @Sendable () -> any AlertTransport
}

/// Carries one alert to a sink.
protocol AlertTransport {
  /// Sends and waits for the answer; returns soon after `isOver` turns true.
  func send(_ item: OutboxItem, isOver: () -> Bool) -> DeliveryAnswer
}

/// The thread of a sink: takes alerts out of the outbox and does what its ``DeliveryPlan`` says.
final class AlertDelivery: Sendable {
  let route: AlertRoute
  let tally = AlertTallyKeeper()
  private let wakeSignal: WakeSignal
  private let isClosing: AtomicFlag
  private let thread: WorkerThread<Outcome>

  /// What became of the alerts.
  struct Outcome: Sendable {
    /// The refused alerts, counted by reason.
    var loss: String?
    /// Why the first waiting alert was not delivered.
    var obstacle: String?
    var outboxFault: String?
  }

  /// - Parameter warn: Called with what goes wrong, for the user.
  init(
    _ route: AlertRoute, outbox: any AlertOutbox, seed: UInt64, warn: @escaping @Sendable (String) -> Void
  ) {
    let (wakeSignal, isClosing) = (WakeSignal(), AtomicFlag())
    (self.route, self.wakeSignal, self.isClosing) = (route, wakeSignal, isClosing)
    thread = WorkerThread { [tally] in
      var context = DeliveryContext(
        route: route, outbox: outbox, isClosing: isClosing, tally: tally, warn: warn, seed: seed)
      var outcome = Outcome()
      do { try context.run(wakeSignal) } catch { outcome.outboxFault = "the outbox failed: \(error)" }
      outcome.loss = context.loss
      outcome.obstacle = context.plan.lastFailure
      return outcome
    }
  }

  /// Wakes the thread, because the outbox has something to send.
  func wake() { wakeSignal.signal() }

  /// Tells the thread that no more alerts come.
  func end() {
    isClosing.set()
    wakeSignal.signal()
  }

  /// Whether all alerts are sent or given up, now or within that many seconds.
  func hasEnded(within seconds: Double) -> Bool { thread.hasEnded(within: seconds) }

  /// Waits until all alerts are sent, or it is time to give up.
  func join() -> Outcome { thread.join() ?? Outcome() }
}

/// The state of a sink's thread.
private struct DeliveryContext {
  let route: AlertRoute
  let outbox: any AlertOutbox
  let isClosing: AtomicFlag
  let tally: AlertTallyKeeper
  let warn: @Sendable (String) -> Void
  let transport: any AlertTransport
  var plan: DeliveryPlan

  init(
    route: AlertRoute, outbox: any AlertOutbox, isClosing: AtomicFlag, tally: AlertTallyKeeper,
    warn: @escaping @Sendable (String) -> Void, seed: UInt64
  ) {
    (self.route, self.outbox, self.isClosing, self.tally, self.warn) = (route, outbox, isClosing, tally, warn)
    transport = route.connect()
    var hash = FNV1a()
    hash.combine(seed)
    hash.combine(route.key)
    plan = DeliveryPlan(seed: hash.value)
  }

  mutating func run(_ wakeSignal: WakeSignal) throws {
    while true {
      // Read first, so that the outbox shows everything that was added before the end.
      let isEnd = isClosing.isSet
      if plan.isEmpty { plan.add(try outbox.pending(route.key, limit: 100)) }
      let now = currentTime()
      switch plan.step(at: now) {
      case .send(let item): try send(item)
      case .wait(let time):
        // A stop by signal does not wake this thread.
        wakeSignal.wait(until: isEnd ? min(time, now + 0.1) : time)
      case .rest:
        if isEnd { return }
        wakeSignal.wait()
      case .giveUp: return
      }
    }
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
    let answer = transport.send(item) {
      let now = currentTime()
      return plan.isOver(at: now)
    }
    tally.count(answer)
    if case .refused(let reason, let detail) = answer, plan.refusals[reason] == nil {
      let more = detail.isEmpty ? "" : ": \(detail)"
      warn("\(route.label): alert \(item.alertID) is lost (further ones are only counted): \(reason)\(more)")
    }
    let isDone = plan.receive(answer, at: monotonicSeconds()) != nil
    if isDone { try outbox.done([item.id]) } else { try outbox.failed([item.id]) }
    // A single failure is not worth a warning.
    if plan.failures == 2, let failure = plan.lastFailure {
      warn("\(route.label): \(failure); alerts wait until it takes them")
    }
  }

  /// The refused alerts, counted by reason; nil if all were accepted.
  var loss: String? {
    guard !plan.refusals.isEmpty else { return nil }
    let count = plan.refusals.reduce(0) { $0 + $1.value }
    let reasons = plan.refusals.sorted { $0.key < $1.key }.map { "\($0.key) (\(grouped($0.value)) ×)" }
    return "\(counted(count, "alert was", "alerts were")) lost: \(reasons.joined(separator: ", "))"
  }
}
