import Geo
import SQLite

extension ByteWriter {
  mutating func write(timers: [DeviceTimer.Snapshot]) {
    write(timers) { writer, timer in
      writer.write(timer.place)
      writer.write(timer.due ?? .nan)
    }
  }

  /// What groups add to the state of a device.
  mutating func write(groupOf state: DeviceState) {
    write(timers: state.namedTimers)
    write(state.group.map { [$0] } ?? []) { writer, group in
      writer.write(group.rules) { writer, rule in
        writer.write(rule.identifier)
        writer.write(rule.since ?? .nan)
        writer.write(rule.hasFired)
        writer.write(rule.hasFailed)
        writer.write(rule.order)
      }
      writer.write(group.random) { $0.write($1) }
      writer.write(group.lastDevice.map { [$0] } ?? []) { $0.write($1) }
    }
    write(state.member.map { [$0] } ?? []) { writer, member in
      for flag in [
        member.isIn, member.isNew, member.hasAppeared, member.isStale, member.hasOwnStaleAfter,
      ] { writer.write(flag) }
      writer.write(member.lastHeard)
      writer.write(member.staleAfter ?? .nan)
      writer.write(count: member.membership)
      writer.write(member.timerOrder)
      writer.write(member.silenceOrder)
    }
  }
}

extension ByteReader {
  mutating func timers() throws(Fault) -> [DeviceTimer.Snapshot] {
    try array { (reader) throws(Fault) in
      DeviceTimer.Snapshot(place: try reader.text(), due: try reader.optionalComing())
    }
  }

  mutating func readOrders(into state: inout DeviceState) throws(Fault) {
    let orders = try array { (reader) throws(Fault) in try reader.word() }
    let count = state.timers.count
    let known = orders.filter { $0 > 0 }
    guard orders.count == count + state.namedTimers.count, Set(known).count == known.count,
      known.allSatisfy({ $0 < VirtualClock.orderLimit })
    else { throw Fault() }
    for (index, order) in orders.enumerated() {
      if index < count {
        state.timers[index].order = order
      } else {
        state.namedTimers[index - count].order = order
      }
    }
  }

  mutating func readGroup(into state: inout DeviceState) throws(Fault) {
    state.namedTimers = try timers()
    state.group = try array { (reader) throws(Fault) in try reader.group() }.first
    state.member = try array { (reader) throws(Fault) in try reader.member() }.first
  }

  private mutating func group() throws(Fault) -> DeviceGroup.Snapshot {
    var group = DeviceGroup.Snapshot()
    group.rules = try array { (reader) throws(Fault) in
      DeviceGroup.RuleProgress(
        identifier: try reader.text(), since: try reader.optional(), hasFired: try reader.flag(),
        hasFailed: try reader.flag(), order: try reader.word())
    }
    group.random = try array { (reader) throws(Fault) in try reader.word() }
    guard group.random.isEmpty || group.random.count == 4 else { throw Fault() }
    group.lastDevice = try array { (reader) throws(Fault) in try reader.text() }.first
    return group
  }

  private mutating func member() throws(Fault) -> GroupMember.Snapshot {
    var member = GroupMember.Snapshot()
    member.isIn = try flag()
    member.isNew = try flag()
    member.hasAppeared = try flag()
    member.isStale = try flag()
    member.hasOwnStaleAfter = try flag()
    member.lastHeard = try latest()
    member.staleAfter = try optionalComing()
    member.membership = try natural()
    member.timerOrder = try word()
    member.silenceOrder = try word()
    return member
  }
}
