import Geo
import GeoDelivery
import GeoLua
import LuaBridge

/// What scripts put out, and the policy of their alerts.
extension Worker {
  /// Brings a record to the outputs.
  func emit(_ record: ScriptRecord, of instance: ScriptInstance) {
    // The old copy has said what its main chunk says; a call that fails is said in any case (HO-101).
    guard reload == nil, !isSilent else { return }
    let record = completed(plan.privacy?.masked(record) ?? record, of: instance)
    output.write(record)
    pages?.add(record, of: instance)
    onRecord?(record)
    if case .alert(let alert) = record.content {
      output.noteRaised(alert, at: machine.place(machine.stack))
    }
    if plan.options.alertRule.isActive, case .alert(let alert) = record.content { hold(alert, record) }
    if plan.saved != nil {
      self.record(record)
    } else {
      switch record.content {
      // The callback waits for a slow sink, which must not count against the script.
      case .message: output.waitForSinks(watched)
      case .alert where !plan.options.alertRule.isActive: output.waitForSinks(watched)
      case .row(let table, let fields): keep(fields, of: table, record)
      default: break
      }
    }
    if let recorder, case .alert(let alert) = record.content,
      let device = instance.device(called: record.device)
    {
      recorder.record(of: device.id)?.add(alert, on: device)
    }
  }

  /// The record with what sinks ask for, about the device that caused it.
  private func completed(_ record: ScriptRecord, of instance: ScriptInstance) -> ScriptRecord {
    guard !instance.contexts.isEmpty, let device = instance.device(called: record.device),
      let context = instance.contexts[device.id]
    else { return record }
    return context.completed(record, on: device)
  }

  /// Keeps an alert until the run has put those of all workers in order.
  private func hold(_ alert: Alert, _ record: ScriptRecord) {
    let jobs = max(plan.options.jobs, 1)
    guard !heldRoom.isFull(part: jobs) else {
      if counts.held.lost == 0 {
        output.warn("more than 128 MiB of alerts wait: further ones are only counted", as: .inputOutput)
      }
      return counts.held.lost += 1
    }
    var alert = alert
    if alert.isLong, !heldRoom.isWhole(alert.heldSize, part: jobs) {
      if counts.held.shortened == 0 {
        output.warn("more than 64 MiB of alerts wait: further ones keep only the beginnings of their texts")
      }
      counts.held.shortened += 1
      alert = alert.withBeginnings
    }
    var pending = PendingAlert(
      alert, event: eventNumber, sequence: record.sequence, body: alert.json.description)
    pending.title = alert.title
    pending.text = alert.text(in: output.zone(of: alert))
    heldRoom.add(pending.size)
    alerts.append(pending)
  }

  /// Hands over the alerts that were raised since the last call.
  func takeAlerts() -> [PendingAlert] {
    defer {
      // Seldom many: what once were is not kept for more.
      alerts.removeAll(keepingCapacity: alerts.count < 10_000)
      heldRoom = HeldRoom()
    }
    return alerts
  }

  /// The conditions of a device's alerts.
  func policy(of instance: ScriptInstance) -> AlertPolicy {
    instance.policy ?? makePolicy(of: instance, restoring: [])
  }

  /// Continues the conditions that an earlier run left.
  func restorePolicy(of instance: ScriptInstance, _ conditions: [AlertCondition]) {
    guard !conditions.isEmpty else { return }
    let policy = makePolicy(of: instance, restoring: conditions)
    if let live = plan.live, !live.isStream { policy.resumedAt = live.now() }
    for condition in policy.firing {
      plan.firing.note(
        condition.key, of: instance.device.name, isGroup: instance.device.group != nil, alert: condition.alert
      )
    }
    policy.arm()
  }

  private func makePolicy(
    of instance: ScriptInstance, restoring conditions: [AlertCondition]
  ) -> AlertPolicy {
    let policy = AlertPolicy(instance.device, restoring: conditions)
    instance.policy = policy
    policy.onRepeat = { [unowned self, unowned instance] in raise(repeat: $0, instance) }
    policy.onChange = { [firing = plan.firing, unowned instance] key, alert in
      firing.note(key, of: instance.device.name, isGroup: instance.device.group != nil, alert: alert)
      instance.hasChangedConditions = true
    }
    instance.device.hooks.rare.onAcknowledge = { [unowned instance, unowned policy] told in
      guard policy.acknowledge(told) else { return }
      instance.hasChangedConditions = true
      instance.device.wakeForNotification()
      instance.script?.hear(told)
    }
    return policy
  }

  /// A repeat comes whether or not the app runs.
  private func raise(repeat alert: Alert, _ instance: ScriptInstance) {
    if let script = instance.script { return script.raise(repeat: alert) }
    instance.past.alerts += 1
    emit(
      ScriptRecord(
        unnumbered: .alert(alert), time: alert.time, device: alert.device, group: alert.group,
        sequence: instance.past.sequence), of: instance)
  }
}
