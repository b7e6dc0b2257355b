import Geo
import GeoLua
import GeoStore

/// Quiet hours and groups, between the alerts that scripts raise and the sinks: holds back, joins and passes on.
///
/// Owner: the run, on its own thread.
final class AlertStage {
  /// The name under which the state directory keeps what waits for all sinks.
  private static let audience = ""
  private var window: AlertWindow
  /// Alerts that may be overtaken by others of an earlier time.
  private var unordered: [PendingAlert] = []
  /// Seconds by which events may come out of order.
  private let slack: TimeInterval
  /// The wall clock, if the run follows it.
  private let clock: (() -> TimeInterval)?
  /// Whether what waits has changed since it was last kept.
  private var isChanged = false
  /// What an earlier run kept for another rule.
  private var released: [PendingAlert] = []

  init(_ rule: AlertWindow.Rule, slack: TimeInterval, clock: (() -> TimeInterval)?) {
    window = AlertWindow(rule)
    (self.slack, self.clock) = (slack, clock)
  }

  /// Continues what an earlier run kept.
  func restore(from store: StateStore) throws(GeoError) {
    for held in try store.heldAlerts() where held.audience == AlertStage.audience {
      released += window.restore(held.content)
      guard case .array(let kept)? = held.content["unordered"] else { continue }
      unordered += kept.compactMap(PendingAlert.init(json:))
    }
  }

  /// Whether a window has ended, so that something is to be sent although nothing happened.
  var isDue: Bool {
    guard let clock else { return false }
    return min(window.nextEnd, unordered.first?.time ?? .infinity) < clock() - slack
  }

  /// Brings the clocks of all devices to where the input is; returns the time before which no further alert comes.
  func advance(_ pool: WorkerPool) -> TimeInterval {
    if let clock { return clock() - slack }
    guard Signals.stop == 0, pool.latest > -.infinity else { return -.infinity }
    pool.play(to: pool.latest)
    return pool.latest - slack
  }

  /// Takes alerts and returns the messages to send now.
  ///
  /// - Parameters:
  ///   - time: The time before which no further alert comes.
  ///   - isEnd: Whether nothing more will come, so that everything that waits is sent.
  func pass(_ alerts: [PendingAlert], upTo time: TimeInterval, isEnd: Bool = false) -> [PendingAlert] {
    var messages = released
    released = []
    unordered += alerts
    unordered.sort { ($0.time, $0.device, $0.sequence) < ($1.time, $1.device, $1.sequence) }
    let count = isEnd ? unordered.count : unordered.prefix { $0.time < time }.count
    for alert in unordered.prefix(count) { messages += window.take(alert) }
    unordered.removeFirst(count)
    messages += isEnd ? window.close() : window.advance(to: time)
    if !alerts.isEmpty || !messages.isEmpty { isChanged = true }
    return messages
  }

  /// What waits, if that has changed since the last call.
  func changes() -> [HeldAlerts]? {
    guard isChanged else { return nil }
    isChanged = false
    if window.isEmpty && unordered.isEmpty { return [] }
    guard case .object(let members) = window.json else { return [] }
    let content = JSONValue.object(members + [("unordered", .array(unordered.map(\.json)))])
    return [HeldAlerts(audience: AlertStage.audience, content: content)]
  }
}

extension Run {
  /// Nil unless alerts are held back or joined.
  func alertStage(_ plan: WorkerPlan) -> AlertStage? {
    guard options.alertRule.isActive else { return nil }
    var clock = plan.live.map { live in { live.now() } }
    if options.sources.isEmpty { clock = { wallSeconds() } }
    return AlertStage(options.alertRule, slack: plan.order.width, clock: clock)
  }

  /// Passes alerts on without a state directory; with one, checkpoints do.
  func passAlerts(_ stage: RunResources, isEnd: Bool = false) {
    guard let alertStage = stage.alertStage, stage.checkpointer == nil else { return }
    let time = isEnd ? .infinity : alertStage.advance(stage.pool)
    for message in alertStage.pass(stage.pool.takeAlerts(), upTo: time, isEnd: isEnd) {
      stage.output.send(message)
      stage.output.waitForRoom()
    }
  }
}

extension WorkerPool {
  /// Waits until everything handed over has been handled; returns the alerts since the last call.
  func takeAlerts() -> [PendingAlert] {
    each { worker in
      defer { worker.alerts.removeAll(keepingCapacity: true) }
      return worker.alerts
    }.flatMap { $0 }
  }
}
