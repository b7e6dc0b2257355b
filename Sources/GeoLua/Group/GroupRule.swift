import Geo
import LuaBridge

/// A condition of `family:when`, and how long it has held.
final class GroupRule {
  let identifier: String
  let condition: LuaFunction
  let duration: TimeInterval
  let action: LuaFunction
  let memory: HostMemory
  /// Since when it has held; nil while it does not.
  var since: TimeInterval?
  /// Whether the action has run since the condition began to hold.
  var hasFired = false
  /// When it will have held for its duration.
  var timer: DeviceTimer?
  /// Whether an error of the condition has been reported.
  var hasFailed = false
  /// When an earlier run set its timer, among all timers; 0 without one.
  private(set) var earlierOrder: UInt64 = 0

  init(
    _ identifier: String, _ condition: LuaFunction, _ duration: TimeInterval, _ action: LuaFunction,
    _ memory: HostMemory
  ) {
    (self.identifier, self.condition, self.duration, self.action) = (identifier, condition, duration, action)
    self.memory = memory
  }

  var progress: DeviceGroup.RuleProgress {
    let order = timer.map { $0.isPending ? $0.order : 0 } ?? 0
    return .init(identifier: identifier, since: since, hasFired: hasFired, hasFailed: hasFailed, order: order)
  }

  func resume(_ past: DeviceGroup.RuleProgress) {
    (since, hasFired, hasFailed, earlierOrder) = (past.since, past.hasFired, past.hasFailed, past.order)
  }
}

extension GroupApp {
  /// Registers a rule and looks at its condition.
  func add(
    _ condition: LuaFunction, _ options: GroupRuleOptions, _ action: LuaFunction
  ) throws {
    guard !isJudging else { throw LuaMessage("when: a condition cannot register another") }
    let place = String(script.environment.machine.place(script.environment.machine.stack).dropLast(2))
    ruleCounts[place, default: 0] += 1
    let identifier = options.identifier ?? "\(place) \(ruleCounts[place] ?? 1)"
    guard !rules.contains(where: { $0.identifier == identifier }) else {
      throw LuaMessage("when: identifier '\(identifier)' is taken: give each rule its own")
    }
    let rule = GroupRule(identifier, condition, options.duration, action, try script.chargeHost(400))
    rules.append(rule)
    group.wantsSettling = true
    guard let past = earlier.rules.firstIndex(where: { $0.identifier == identifier }) else {
      return judge(rule)
    }
    // An uninterrupted run would not look at it now.
    rule.resume(earlier.rules.remove(at: past))
  }

  /// Looks at all conditions, in the order of their creation.
  func judgeRules() {
    // An action may register further rules, which have been looked at then.
    for rule in rules { judge(rule) }
  }

  private func judge(_ rule: GroupRule) {
    guard holds(rule) else {
      rule.timer?.cancel()
      (rule.since, rule.hasFired, rule.timer) = (nil, false, nil)
      return
    }
    guard !rule.hasFired else { return }
    let now = script.device.clock.now
    let since = rule.since ?? now
    rule.since = since
    guard now >= since + rule.duration else {
      // After any timer, all conditions are looked at. It comes after what regions and silence wait for.
      if rule.timer == nil { setTimer(of: rule, since: since) }
      return
    }
    rule.hasFired = true
    rule.timer?.cancel()
    rule.timer = nil
    script.recordCall(.call(name: "when", fields: [("identifier", .string(rule.identifier))]))
    do { try rule.action.call() } catch { script.device.hooks.onError?(error) }
  }

  /// Wakes the group when a condition will have held for its duration.
  func setTimer(of rule: GroupRule, since: TimeInterval) {
    rule.timer = script.device.clock.after(0) {}
    rule.timer?.move(to: since + rule.duration)
  }

  /// Nil and an error count as false.
  private func holds(_ rule: GroupRule) -> Bool {
    let machine = script.environment.machine
    isJudging = true
    defer { isJudging = false }
    do {
      try machine.call(results: 1) { stack in
        rule.condition.push(stack)
        return 0
      }
      defer { LuaStackWork.pop(machine.stack) }
      guard LuaKind(machine.stack, -1) != .none else { return false }
      return try Bool.read(machine.stack, -1)
    } catch {
      if !rule.hasFailed {
        let told: (any Error)? = (error as? LuaMismatch).map {
          LuaMessage("the condition of when '\(rule.identifier)' must return true or false: \($0.message)")
        }
        script.device.hooks.onError?(told ?? error)
      }
      rule.hasFailed = true
      return false
    }
  }
}

/// The options of `family:when`.
struct GroupRuleOptions: LuaValue {
  static let luaType = "{ duration: number?, identifier: string? }"
  var duration: TimeInterval = 0
  var identifier: String?

  static func read(_ stack: LuaStack, _ index: Int32) throws -> GroupRuleOptions {
    guard LuaTable.isRecord(stack, index) else {
      throw LuaMismatch("table of options expected: write { duration = 600 }")
    }
    var options = GroupRuleOptions()
    try LuaTable.forEachField(stack, index) { name in
      do {
        switch name {
        case "duration": options.duration = try Double.read(stack, -1)
        case "identifier": options.identifier = try String.read(stack, -1)
        default:
          throw LuaMismatch(
            "unknown option\(NearestName.advice(name, among: ["duration", "identifier"])): write duration or identifier"
          )
        }
      } catch let mismatch as LuaMismatch {
        throw LuaMismatch("option '\(name)': \(mismatch.message)")
      }
    }
    guard options.duration >= 0, options.duration.isFinite else {
      throw LuaMismatch("option 'duration': 0 or more seconds expected, got \(options.duration)")
    }
    return options
  }

  func push(_ stack: LuaStack) {
    LuaTable.push(stack, [("duration", duration), ("identifier", identifier)])
  }
}
