public import Geo
import LuaBridge

/// The conditions that a copy's alerts name by `key`: cooldowns, repeats, ends and acknowledgements.
///
/// Everything follows the device's clock, so that a replay shows what would have been sent. Outlives the script.
///
/// Owner: the script instance, on its worker's thread.
public final class AlertPolicy {
  /// What the policy did, for the summary.
  public struct Counts: Sendable {
    /// Alerts that a cooldown dropped.
    public var dropped = 0
    public var repeats = 0
    public var resolved = 0
    public var acknowledged = 0

    public init() {}
  }

  private unowned let device: Device
  /// In the order of their first alert.
  private var conditions: [AlertCondition] = []
  /// Fires the next repeat, whether or not the app is awake.
  private var timer: DeviceTimer?
  public private(set) var counts = Counts()
  /// Receives each repeat.
  public var onRepeat: (Alert) -> Void = { _ in }
  /// Hears when a key begins to fire, with the id of its first alert, and when it ends, with nil.
  public var onChange: (_ key: String, _ alert: String?) -> Void = { _, _ in }
  /// Repeats that were due before this time count as one: the process was down.
  public var resumedAt = -TimeInterval.infinity

  /// The most conditions of a copy that fire or cool down at a time.
  static let limit = 1000

  public init(_ device: Device, restoring conditions: [AlertCondition] = []) {
    self.device = device
    self.conditions = conditions
    device.hooks.rare.onRebase = { [weak self] in self?.shift(by: $0) }
  }

  /// Continues the counts of another copy's policy.
  public func continueCounting(from other: Counts) { counts = other }

  /// The conditions that matter beyond now.
  public var snapshot: [AlertCondition] { conditions.filter { isAlive($0) } }

  /// The conditions that have begun and not ended.
  public var firing: [AlertCondition] { conditions.filter(\.isFiring) }

  private var now: TimeInterval { device.clock.now }

  private func isAlive(_ condition: AlertCondition) -> Bool {
    condition.isFiring || condition.cooldownEnd > now
  }

  // MARK: What scripts do

  /// Decides about an alert with a key: sets what it says about its condition, or returns false if a cooldown drops it.
  ///
  /// - Errors: ``LuaMessage`` when the copy has too many conditions.
  func admit(_ alert: inout Alert, _ terms: AlertTerms) throws -> Bool {
    let index = try place(of: terms.key, alert.id)
    var condition = conditions[index]
    defer {
      let (old, new) = (conditions[index], condition)
      conditions[index] = condition
      if (old.isFiring ? old.alert : nil) != (new.isFiring ? new.alert : nil) { onChange(new.key, new.alert) }
      arm()
    }
    let repeats = terms.repeatEvery != nil
    if now < condition.cooldownEnd {
      counts.dropped += 1
      let end = ISO8601.format(condition.cooldownEnd)
      explain(.dropped, terms.key, "in its cooldown until \(end)", region: alert.region)
      guard repeats, !condition.isFiring else { return false }
      // It fires all the same: its first message is the repeat that comes when the cooldown ends (AL-4).
      condition.begin(alert, terms)
      condition.isSent = false
      condition.due = condition.cooldownEnd
      return false
    }
    if condition.isFiring, condition.isSent, !condition.isAcknowledged {
      alert.occurrence = condition.alert
    } else {
      condition.begin(alert, terms)
    }
    condition.take(terms, alert)
    condition.isSent = true
    condition.cooldownEnd = condition.cooldown > 0 ? now + condition.cooldown : -.infinity
    condition.due =
      repeats && (terms.repeatMax.map { condition.repeats < $0 } ?? true)
      ? now + condition.repeatEvery : .infinity
    return true
  }

  /// Ends a condition; returns its last content if somebody may have heard of it.
  func resolve(_ key: String) -> AlertCondition? {
    guard let index = conditions.firstIndex(where: { $0.key == key }), conditions[index].isFiring else {
      explain(.dropped, key, "an end without a beginning: nothing fires under this key")
      return nil
    }
    let ended = conditions[index]
    conditions[index].isFiring = false
    conditions[index].due = .infinity
    if !isAlive(conditions[index]) { conditions.remove(at: index) }
    onChange(key, nil)
    arm()
    guard ended.isSent else {
      explain(.dropped, key, "an end whose beginning was dropped")
      return nil
    }
    counts.resolved += 1
    return ended
  }

  /// Takes an acknowledgement; false if nothing like it fires, or it was acknowledged before.
  public func acknowledge(_ told: Acknowledgement) -> Bool {
    guard let index = conditions.firstIndex(where: { $0.key == told.key }), conditions[index].isFiring,
      told.alert == nil || told.alert == conditions[index].alert, !conditions[index].isAcknowledged
    else { return false }
    conditions[index].isAcknowledged = true
    conditions[index].due = .infinity
    counts.acknowledged += 1
    explain(.acknowledged, told.key, told.by.map { "by \($0)" } ?? "no more repeats")
    arm()
    return true
  }

  private func place(of key: String, _ alert: String) throws -> Int {
    if let known = conditions.firstIndex(where: { $0.key == key }) { return known }
    if conditions.count >= AlertPolicy.limit { conditions.removeAll { !isAlive($0) } }
    guard conditions.count < AlertPolicy.limit else {
      throw LuaMessage(
        "geoscript.alert: \(AlertPolicy.limit) keys fire or cool down on this device: "
          + "end some with geoscript.resolve(key), or use fewer keys")
    }
    conditions.append(AlertCondition(key: key, alert: alert))
    return conditions.count - 1
  }

  private func explain(_ rule: AlertDecision.Rule, _ key: String, _ reason: String, region: String? = nil) {
    guard let onExplain = device.hooks.onExplain else { return }
    if case .named(let name) = device.explainedRegions, name != key, name != region { return }
    onExplain(
      Explanation(
        time: now, subject: .alert(AlertDecision(key: key, region: region, rule: rule, reason: reason))))
  }

  // MARK: The clock

  /// Sets the timer of the next repeat; call it again after the device's clock was set at a start.
  public func arm() {
    timer?.cancel()
    timer = nil
    let next = conditions.reduce(.infinity) { min($0, $1.due) }
    guard next < .infinity else { return }
    timer = device.madeServiceTimers.at(next, as: .repeats) { [weak self] in self?.fire() }
  }

  private func fire() {
    timer = nil
    for index in conditions.indices where conditions[index].due <= now {
      guard let alert = conditions[index].nextRepeat(on: device, now, since: resumedAt) else { continue }
      counts.repeats += 1
      onRepeat(alert)
    }
    arm()
  }

  /// A wrong clock was set back: what waits keeps its remaining time.
  private func shift(by seconds: TimeInterval) {
    for index in conditions.indices {
      conditions[index].due += seconds
      conditions[index].cooldownEnd += seconds
    }
    arm()
  }
}

extension AlertCondition {
  /// Begins a new occurrence with an alert.
  fileprivate mutating func begin(_ alert: Alert, _ terms: AlertTerms) {
    self.alert = alert.id
    (isFiring, isAcknowledged, repeats) = (true, false, 0)
    take(terms, alert)
  }

  fileprivate mutating func take(_ terms: AlertTerms, _ alert: Alert) {
    cooldown = terms.cooldown ?? 0
    repeatEvery = terms.repeatEvery ?? 0
    repeatMax = terms.repeatMax ?? 0
    content = alert.content
  }

  /// The repeat that is due, with the next one scheduled; nil for content that cannot be read.
  fileprivate mutating func nextRepeat(
    on device: Device, _ now: TimeInterval, since resumption: TimeInterval
  ) -> Alert? {
    let late = max(0, max(now, resumption) - due)
    due += repeatEvery * ((late / repeatEvery).rounded(.down) + 1)
    repeats += 1
    if repeatMax > 0, repeats >= repeatMax { due = .infinity }
    // The first message of a beginning that a cooldown dropped: it starts the next cooldown.
    if !isSent, cooldown > 0 { cooldownEnd = now + cooldown }
    isSent = true
    guard var repeated = Alert(content: content, key: key, device: device) else { return nil }
    var hash = FNV1a()
    hash.combine(alert)
    hash.combine(UInt64(repeats))
    repeated.id = hash.value.hexadecimal
    repeated.status = .firing
    repeated.occurrence = alert
    repeated.repeatNumber = repeats
    return repeated
  }
}
