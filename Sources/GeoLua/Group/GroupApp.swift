public import Geo
import LuaBridge

/// What a group script sees of its group: the value of `geoscript.app`.
///
/// Owner: the running script; the group refers to it weakly, as its observer.
public final class GroupApp {
  unowned let script: RunningScript
  let group: DeviceGroup
  /// The functions that the script has written, by the number of the callback.
  var functions = GroupApp.noFunctions
  private static var noFunctions: [LuaFunction?] {
    .init(repeating: nil, count: GroupCallback.allCases.count)
  }
  /// What `when` was told, in order.
  var rules: [GroupRule] = []
  /// The number of rules made at each line so far, which tells them apart after a restart.
  var ruleCounts: [String: Int] = [:]
  /// Whether a condition of `when` is being looked at, which must not change anything.
  var isJudging = false
  /// The tables `store` of members, by name.
  var stores: [String: (membership: Int, table: LuaReference)] = [:]
  /// What an earlier run left, until the script asks for it.
  var earlier = Earlier()

  struct Earlier {
    var rules: [DeviceGroup.RuleProgress] = []
    var random: [UInt64] = []
    var stores: [String: (membership: Int, value: JSONValue)] = [:]
  }

  init(_ script: RunningScript, _ group: DeviceGroup) {
    self.script = script
    self.group = group
    group.observer = self
    group.wantsSettling = false
  }

  /// Lets go of everything of the script's, because it ends.
  func end() {
    for rule in rules { rule.timer?.cancel() }
    (functions, rules, stores) = (GroupApp.noFunctions, [], [:])
    group.onMessage = nil
  }

  /// Calls one of the script's functions with the app and `arguments`; what it throws is reported.
  func call(
    _ callback: GroupCallback, _ fields: @autoclosure () -> [(name: String, value: JSONValue)],
    _ arguments: (LuaStack) -> Int32
  ) {
    guard let function = functions[callback.rawValue] else { return }
    script.recordCall(.call(name: callback.name, fields: fields()))
    do {
      try script.environment.machine.call(results: 0) { stack in
        function.push(stack)
        push(stack)
        return arguments(stack) + 1
      }
    } catch { script.device.hooks.onError?(error) }
  }
}

/// The functions that the host calls on a group's app.
enum GroupCallback: Int, CaseIterable {
  case didAppear, didEnterRegion, didExitRegion, didDwellInRegion, didChangeOccupancy, didFallSilent

  var name: String { "\(self)" }
}

extension GroupApp: DeviceGroupObserver {
  public func group(_ group: DeviceGroup, didAppear member: GroupMember) {
    call(.didAppear, member.device.location?.coordinateFields ?? []) { stack in
      member.push(stack)
      return 1
    }
  }

  public func group(
    _ group: DeviceGroup, _ member: GroupMember, didReceive report: RegionReport, for region: CLRegion
  ) {
    let callback: GroupCallback
    switch report.callback {
    case .didEnterRegion: callback = .didEnterRegion
    case .didExitRegion: callback = .didExitRegion
    case .didDwellInRegion: callback = .didDwellInRegion
    default: return
    }
    call(callback, ScriptedLocationDelegate.fields(of: report)) { stack in
      member.push(stack)
      region.push(stack)
      return 2
    }
  }

  public func group(
    _ group: DeviceGroup, didChange occupancy: Occupancy, of region: MonitoredRegion, by member: GroupMember?
  ) {
    func names(_ members: [GroupMember]) -> JSONValue { .array(members.map { .string($0.name) }) }
    script.withoutSubject(unless: member != nil) {
      call(
        .didChangeOccupancy,
        [
          ("region", .string(region.identifier)), ("inside", names(occupancy.inside)),
          ("unknown", names(occupancy.unknown)),
        ]
      ) { stack in
        script.device.regionObject(for: region).push(stack)
        occupancy.inside.push(stack)
        member.push(stack)
        occupancy.unknown.push(stack)
        return 4
      }
    }
  }

  public func group(_ group: DeviceGroup, didFallSilent member: GroupMember, since: TimeInterval) {
    call(.didFallSilent, [("since", .time(since))]) { stack in
      member.push(stack)
      NSDate(timeIntervalSince1970: since).push(stack)
      return 2
    }
  }

  public func groupDidSettle(_ group: DeviceGroup) { judgeRules() }

  public func groupIsLarge(_ group: DeviceGroup) {
    script.record(
      .log(
        level: "warning",
        message: "group '\(group.name)' has more than \(DeviceGroup.manyMembers - 1) devices: "
          + "each change of occupancy passes all of them (--group-by makes smaller groups)"))
  }
}
