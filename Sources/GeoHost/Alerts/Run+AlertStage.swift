import Geo
import GeoDelivery
import GeoStore

extension Run {
  /// What holds back and joins alerts, as an earlier run left it; nil unless options ask for it.
  func alertStage(
    _ plan: WorkerPlan, _ sinks: AlertSinks, _ checkpointer: Checkpointer?, _ fates: AlertFates?
  ) throws(GeoError) -> AlertStage? {
    guard options.alertRule.isActive else {
      try release(checkpointer, sinks)
      return nil
    }
    var clock = plan.live.map { live in { live.now() } }
    if options.sources.isEmpty { clock = { wallSeconds() } }
    let stage = AlertStage(
      options.alertRule, for: sinks.shapes, slack: plan.order.width, clock: clock)
    if let checkpointer { try stage.restore(from: checkpointer.saved.store) }
    checkpointer?.alertStage = stage
    stage.fates = fates
    return stage
  }

  /// What an earlier run held back is due, because this one has neither quiet hours nor groups of alerts.
  private func release(_ checkpointer: Checkpointer?, _ sinks: AlertSinks) throws(GeoError) {
    guard let checkpointer else { return }
    let stage = AlertStage(options.alertRule, for: sinks.shapes, slack: 0, clock: nil)
    try stage.restore(from: checkpointer.saved.store)
    checkpointer.released = stage.pass([], upTo: .infinity, isEnd: true)
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
