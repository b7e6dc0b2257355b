public import Geo
import LuaBridge

/// What a group script keeps beyond a run.
extension GroupApp {
  /// After the main chunk: conditions that wait, and random numbers, continue as an earlier run left them.
  func continueEarlier() {
    for rule in rules.sorted(by: { $0.earlierOrder < $1.earlierOrder }) where rule.earlierOrder > 0 {
      if let since = rule.since, !rule.hasFired, rule.timer == nil { setTimer(of: rule, since: since) }
    }
    if !earlier.random.isEmpty { script.environment.random = earlier.random }
    (earlier.rules, earlier.random) = ([], [])
  }

  /// Pushes the store of a member, which begins empty each time that it joins.
  func pushStore(of member: GroupMember, _ stack: LuaStack) {
    if let store = stores[member.name], store.membership == member.membership {
      store.table.push(stack)
    } else {
      if let past = earlier.stores[member.name], past.membership == member.membership {
        ScriptJSON.push(past.value, stack)
      } else {
        LuaStackWork.pushTable(stack, count: 0)
      }
      let made = LuaReference(popping: stack)
      stores[member.name] = (member.membership, made)
      made.push(stack)
    }
    freezeInCondition(stack)
  }

  /// A condition of `when` may read a store: puts a frozen copy in its place.
  func freezeInCondition(_ stack: LuaStack) {
    guard isJudging, let copy = try? ScriptJSON.value(stack, -1, isExact: true) else { return }
    LuaStackWork.pop(stack)
    ScriptJSON.push(copy, stack)
    LuaStackWork.freeze(stack, "the store, in the condition of when,")
  }
}

extension RunningScript {
  /// The number of timers that wait for a condition of `when`, which are not the script's own.
  public var ruleTimerCount: Int { app?.rules.count { $0.timer?.isPending == true } ?? 0 }

  /// Lets go of the functions that a group script has given to its app.
  public func endApp() { app?.end() }

  /// Takes over what an earlier run left of a group script, before the main chunk.
  ///
  /// - Parameter stores: the stores of members, each with the number of the membership that it belongs to.
  public func resumeGroup(
    _ past: DeviceGroup.Snapshot, stores: [String: (membership: Int, value: JSONValue)]
  ) {
    app?.earlier = GroupApp.Earlier(rules: past.rules, random: past.random, stores: stores)
  }

  /// The progress of conditions, and the position of random numbers; nil in a script for each device.
  public var groupSnapshot: DeviceGroup.Snapshot? {
    guard let app else { return nil }
    var snapshot = DeviceGroup.Snapshot()
    snapshot.rules = app.rules.map(\.progress)
    snapshot.random = environment.random
    return snapshot
  }

  /// The JSON text of the store of each member that has one, by name.
  ///
  /// - Parameter onError: called for each store that cannot be saved.
  public func memberStores(onError: (any Error) -> Void) -> [(member: GroupMember, text: String)] {
    guard let app, !app.stores.isEmpty else { return [] }
    return app.stores.sorted { $0.key < $1.key }.compactMap { name, store in
      guard let member = app.group.member(named: name), member.membership == store.membership else {
        app.stores[name] = nil
        return nil
      }
      do {
        return (member, try text(of: store.table, called: "device.store"))
      } catch {
        onError(error)
        return nil
      }
    }
  }

  /// - Errors: ``LuaMessage`` inside of a condition of `when`.
  func refuseInCondition(_ what: String) throws { try app?.refuseInCondition(what) }
}
