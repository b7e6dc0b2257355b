import FeedTesting
import Geo
import Testing

@testable import GeoStore
@testable import SQLite

/// GR-19: groups in the state directory.
@Suite struct SavedGroupTests {
  let folder = TemporaryDirectory()

  private func open() throws -> StateStore { try StateStore(directory: folder.state, holder: "test") }

  private static let home = RegionSet.empty.adding(
    MonitoredRegion(
      identifier: "home", center: CLLocationCoordinate2D(latitude: 45, longitude: 14), radius: 150,
      desiredAccuracy: 20))

  private static func row(_ name: String, _ state: DeviceState, isGroup: Bool = false) -> Checkpoint.DeviceRow
  {
    var row = Checkpoint.DeviceRow(
      name: name, clock: state.device.clock, regions: home, isPending: isGroup, quarantine: nil,
      store: "{\"of\":\"\(name)\"}",
      state: state.bytes)
    (row.group, row.isGroup) = ("family", isGroup)
    return row
  }

  private static var group: DeviceGroup.Snapshot {
    var group = DeviceGroup.Snapshot()
    group.rules = [
      .init(identifier: "guards", since: 5, hasFired: false, hasFailed: true, order: 6),
      .init(identifier: "s.lua:1 1", since: nil, hasFired: true, hasFailed: false, order: 0),
    ]
    group.random = [1, 2, .max, 4]
    group.lastDevice = "kid"
    return group
  }

  private static var member: GroupMember.Snapshot {
    var member = GroupMember.Snapshot()
    (member.isIn, member.hasAppeared, member.isStale) = (true, true, true)
    (member.lastHeard, member.membership) = (77, 300)
    (member.hasOwnStaleAfter, member.staleAfter) = (true, 12)
    (member.timerOrder, member.silenceOrder) = (8, .max)
    return member
  }

  @Test func aGroupComesBackWithItsMembers() throws {
    var hub = DeviceState(device: Device.Snapshot())
    hub.group = Self.group
    hub.timers = [.init(place: "s.lua:3", due: 9, order: 1)]
    hub.namedTimers = [.init(place: "lock", due: 9, order: 12), .init(place: "done", due: nil)]
    var kid = DeviceState(device: Device.Snapshot())
    kid.member = Self.member
    var checkpoint = Checkpoint()
    // A device may have the name of its group.
    checkpoint.devices = [
      Self.row("family", hub, isGroup: true), Self.row("kid", kid), Self.row("family", kid),
    ]
    checkpoint.placements = [("kid", "family"), ("dog", "")]
    _ = try open().write(checkpoint)

    let store = try open()
    let saved = try #require(try store.group(named: "family"))
    #expect(saved.group.state.group?.rules == Self.group.rules)
    #expect(saved.group.state.group?.random == [1, 2, .max, 4])
    #expect(saved.group.state.group?.lastDevice == "kid")
    #expect(saved.group.state.namedTimers == hub.namedTimers)
    #expect(saved.group.state.timers == hub.timers)
    #expect(saved.group.store == "{\"of\":\"family\"}")
    #expect(Array(saved.group.regions.regions) == Array(Self.home.regions))
    #expect(saved.members.map(\.name) == ["family", "kid"])
    #expect(saved.members.map(\.state.member) == [Self.member, Self.member])
    #expect(try store.devices().isEmpty)
    #expect(try store.groupEntries().map(\.isGroup) == [true, false, false])
    #expect(try store.pendingGroups() == ["family"])
    #expect(try store.groups(of: "kid") == ["family"])
    #expect(try store.placements().map(\.group) == ["", "family"])
    #expect(try store.forget(member: "kid"))
    #expect(try !store.forget(member: "kid"))
    #expect(try store.placements().map(\.device) == ["dog"])
    #expect(try store.forget(group: "family"))
    #expect(try store.group(named: "family") == nil)
  }

  /// Two timers that are due at once would have no order, and one of them could not be canceled.
  @Test func timersOfEqualOrderAreRefused() throws {
    var state = DeviceState(device: Device.Snapshot())
    state.timers = [.init(place: "s.lua:3", due: 9, order: 12)]
    for (order, isGood) in [(12, false), (1 << 56, false), (13, true), (0, true)] as [(UInt64, Bool)] {
      state.namedTimers = [.init(place: "lock", due: 9, order: order)]
      if isGood {
        #expect(try DeviceState(bytes: state.bytes).namedTimers == state.namedTimers)
      } else {
        #expect(throws: ByteReader.Fault.self) { try DeviceState(bytes: state.bytes) }
      }
    }
  }

  /// A state of version 1 knows no groups; it gets them when a run writes to it.
  @Test func anOlderDatabaseHasNoGroups() throws {
    do {
      let store = try open()
      try store.makeOlder(version: 1)
    }
    #expect(try StateStore(reading: folder.state).groupEntries().isEmpty)
    var checkpoint = Checkpoint()
    checkpoint.devices = [Self.row("family", DeviceState(device: Device.Snapshot()), isGroup: true)]
    _ = try open().write(checkpoint)
    #expect(try StateStore(reading: folder.state).groupEntries().map(\.name) == ["family"])
  }

  @Test func aGroupThatHungIsNotRunAgain() throws {
    do { _ = try open() }
    StateStore.quarantine("family", isGroup: true, in: folder.state)
    let store = try open()
    #expect(try store.group(named: "family")?.group.quarantine == "a call never returned")
    #expect(try store.devices().isEmpty)
  }
}
