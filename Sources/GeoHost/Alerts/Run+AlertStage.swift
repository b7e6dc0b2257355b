import Geo
import GeoDelivery
import GeoStore

extension Run {
  /// What holds back and joins alerts, as an earlier run left it; nil unless options ask for it, or an earlier run has
  /// left some.
  func alertStage(
    _ plan: WorkerPlan, _ sinks: AlertSinks, _ checkpointer: Checkpointer?, _ fates: AlertFates?
  ) throws(GeoError) -> AlertStage? {
    let isActive = options.alertRule.isActive
    let isHeld = try checkpointer?.saved.store.heldAlerts().isEmpty == false
    guard isActive || isHeld else { return nil }
    var clock = plan.live.map { live in { live.now() } }
    if options.sources.isEmpty { clock = { wallSeconds() } }
    // What an earlier run held back is due at once, and this run holds nothing back.
    if !isActive { clock = { .infinity } }
    let stage = AlertStage(
      options.alertRule, for: sinks.shapes, slack: plan.order.width, clock: clock)
    if let checkpointer { try stage.restore(from: checkpointer.saved.store) }
    checkpointer?.alertStage = stage
    stage.fates = fates
    return stage
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

extension AlertStage {
  /// Brings the clocks of all devices to where the input is; returns the time before which no further alert comes.
  func advance(_ pool: WorkerPool) -> TimeInterval {
    if let clockTime { return clockTime }
    guard Signals.stop == 0, pool.latest > -.infinity else { return -.infinity }
    pool.play(to: pool.latest)
    return pool.latest - slack
  }
}

extension WorkerPool {
  /// Waits until everything handed over has been handled; returns the alerts since the last call.
  func takeAlerts() -> [PendingAlert] {
    each { $0.takeAlerts() }.flatMap { $0 }
  }
}
