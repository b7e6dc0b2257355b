import FeedTesting
import Geo
import Glibc
import Testing

@testable import GeoStore
@testable import SQLite

/// HO-150: what is removed from a state by age.
@Suite struct StateRetentionTests {
  let folder = TemporaryDirectory()

  private func open() throws -> StateStore { try StateStore(directory: folder.state, holder: "test") }

  /// A device whose clock has gone on after it was heard.
  private static func state(heard: TimeInterval, clock: TimeInterval = 10_000) -> DeviceState {
    var device = Device.Snapshot()
    device.clock = clock
    device.hasStarted = true
    device.window.newest = heard
    device.window.newestTime = heard
    return DeviceState(device: device)
  }

  private static func row(
    _ name: String, _ state: DeviceState, of group: String? = nil, isGroup: Bool = false,
    regions: RegionSet = .empty
  ) -> Checkpoint.DeviceRow {
    var row = Checkpoint.DeviceRow(
      name: name, clock: state.device.clock, regions: regions, isPending: true, quarantine: nil, store: nil,
      state: state.bytes)
    (row.group, row.isGroup) = (group, isGroup)
    return row
  }

  private static func circles(_ name: String, _ count: Int) -> RegionSet {
    RegionSet.empty.adding(
      contentsOf: (0..<count).map {
        MonitoredRegion(
          identifier: "\(name)\($0)", center: CLLocationCoordinate2D(latitude: 45, longitude: 14),
          radius: 150,
          desiredAccuracy: 20)
      })
  }

  private static func fix(_ time: TimeInterval) -> DeviceEvent {
    DeviceEvent(
      time: time, timestamp: time, device: DeviceID(index: 0),
      payload: .location(Fix(coordinate: CLLocationCoordinate2DMake(1, 2), horizontalAccuracy: 8)))
  }

  @Test func devicesThatWereNotHeardSinceAreGoneWithWhatTheyWatch() throws {
    let store = try open()
    var doubted = Self.state(heard: 100)
    doubted.device.window.suspect = [Self.fix(400)]
    var checkpoint = Checkpoint()
    // The set of `a` builds on that of `all`; `b` keeps another.
    let many = Self.circles("many", 100)
    checkpoint.devices = [
      Self.row("all", Self.state(heard: 120), regions: many),
      Self.row(
        "a", Self.state(heard: 100), regions: many.adding(contentsOf: Array(Self.circles("own", 1).regions))),
      Self.row("b", Self.state(heard: 200), regions: Self.circles("b", 2)),
      Self.row("doubted", doubted),
      // Only its clock is known.
      Self.row("woken", Self.state(heard: -.infinity, clock: 199)),
    ]
    _ = try store.write(checkpoint)
    // It hung at its very first event, at a time that nobody knows.
    try store.withDatabase { (database) throws(GeoError) in
      try database.run(
        """
        INSERT INTO devices (name, clock, region_count, is_pending, quarantine, state) VALUES ('hung', 0, 0, 0, 'x', ?)
        """, .blob(DeviceState(device: Device.Snapshot()).bytes))
      for name in ["a", "b"] {
        try database.run(
          "INSERT INTO conditions (device, is_group, key, alert, is_acknowledged, content) VALUES (?, 0, 'k', 'i', 0, '')",
          .text(name))
      }
    }
    let forgotten = try store.forget(before: 200)
    #expect(forgotten.entries.map(\.name) == ["a", "all", "woken"])
    #expect(forgotten.entries.map(\.heard) == [100, 120, 199])
    #expect(try store.devices().map(\.name) == ["b", "doubted", "hung"])
    #expect(try store.pendingDevices() == ["b", "doubted"])
    #expect(try store.firingConditions().map(\.device) == ["b"])
    #expect(try store.device(named: "b")?.regions.count == 2)
    let sets = try store.withDatabase { (database) throws(GeoError) in
      try database.integer("SELECT count(*) FROM region_sets")
    }
    #expect(sets == 1)
    #expect(try store.forget(before: 200).entries.isEmpty)
  }

  @Test func aGroupGoesWithItsLastDevice() throws {
    let store = try open()
    func member(_ name: String, _ heard: TimeInterval, _ group: String) -> Checkpoint.DeviceRow {
      var state = Self.state(heard: -.infinity)
      var member = GroupMember.Snapshot()
      member.lastHeard = heard
      state.member = member
      return Self.row(name, state, of: group)
    }
    var checkpoint = Checkpoint()
    checkpoint.devices = ["family", "team", "club"].map {
      Self.row($0, Self.state(heard: -.infinity), of: $0, isGroup: true)
    }
    checkpoint.devices += [
      member("kid", 100, "family"), member("mum", 300, "family"), member("kid", 150, "team"),
      member("boss", 160, "team"),
    ]
    checkpoint.placements = [("kid", "team"), ("mum", "family"), ("boss", "team")]
    _ = try store.write(checkpoint)
    let forgotten = try store.forget(before: 200)
    #expect(forgotten.entries.map(\.name) == ["kid", "team", "boss", "kid"])
    #expect(forgotten.entries.map(\.group) == ["family", "team", "team", "team"])
    #expect(forgotten.entries.map(\.heard) == [100, 160, 160, 150])
    #expect(try store.groupEntries().map(\.name) == ["club", "family", "mum"])
    #expect(try store.placements().map(\.device) == ["mum"])
  }

  @Test func olderMessagesGoUnlessTheyWait() throws {
    let store = try open()
    var checkpoint = Checkpoint()
    checkpoint.outgoing = ["waits", "sent", "dead", "dropped", "new"].map {
      Checkpoint.Outgoing(sink: "s", alertID: $0, body: "{}")
    }
    _ = try store.write(checkpoint)
    try store.withDatabase { (database) throws(GeoError) in
      try database.run(
        """
        UPDATE outbox SET created = iif(alert = 'new', 200, 199), status = iif(alert = 'waits', 0,
          iif(alert = 'dead', 1, iif(alert = 'dropped', 3, 2)))
        """)
    }
    let forgotten = try store.forget(before: 200)
    #expect(forgotten.messages == 3 && forgotten.waiting == 1)
    var left: [String] = []
    try store.eachMessage(MessageSelection()) { left.append($0.item.alertID) }
    #expect(left == ["waits", "new"])
    try store.recount()
    #expect(try store.waitingCount("s") == 1)
  }

  @Test func aDeviceThatStaysLosesWhatIsOld() throws {
    let store = try open()
    var state = Self.state(heard: 300)
    let place = CLLocationCoordinate2D(latitude: 45.4526, longitude: 14.0182)
    state.device.geocoding.answers = [100, 250].map {
      GeocodeCache.Answer(coordinate: place, time: $0, languages: [], places: [])
    }
    state.device.proximities = [("cat", 260.0), ("dog", 100)].map { name, time in
      Proximity.Snapshot(
        watch: ProximityWatch(device: name, radius: 10), state: .inside, visit: 11, begin: 12,
        coordinate: place,
        timestamp: time)
    }
    var checkpoint = Checkpoint()
    checkpoint.devices = [Self.row("a", state)]
    _ = try store.write(checkpoint)
    let forgotten = try store.forget(before: 200)
    #expect(forgotten.entries.isEmpty && forgotten.answers == 1 && forgotten.positions == 1)
    let kept = try #require(try store.device(named: "a")).state.device
    #expect(kept.geocoding.answers.map(\.time) == [250])
    #expect(kept.proximities.map { CLLocationCoordinate2DIsValid($0.coordinate) } == [true, false])
    #expect(kept.proximities.map(\.watch.device) == ["cat", "dog"])
  }

  /// The addresses of requests to servers have positions.
  @Test func answersOfServersGoByTheirLastUse() throws {
    let store = try open()
    let path = StateStore.answers(in: folder.state)
    do {
      let cache = try ResponseCache(path: path)
      let entry = ResponseCache.Entry(bytes: [7], tag: "", modified: "", expires: 1e10)
      for (place, used) in [("45.45261", 100.0), ("46", 100), ("47", 200)] {
        try cache.store(entry, of: "http://x/?lat=\(place)", now: used)
      }
      _ = try cache.entry(of: "http://x/?lat=46", now: 9000)
    }
    #expect(try store.forget(before: 200).answers == 1)
    #expect(try !holds("45.45261", in: path))
    #expect(try ResponseCache(path: path).length() == 2)
    try store.forgetAll()
    #expect(try ResponseCache(path: path).length() == 0)
    #expect(try !holds("lat=", in: path))
  }

  @Test func nothingThatWasRemovedIsLeftInTheFile() throws {
    do {
      let store = try open()
      var checkpoint = Checkpoint()
      checkpoint.devices = (0..<200).map { Self.row("secret-phone-\($0)", Self.state(heard: 100)) }
      checkpoint.devices.append(Self.row("known-phone", Self.state(heard: 300)))
      _ = try store.write(checkpoint)
    }
    #expect(try holds("secret-phone"))
    do {
      let store = try open()
      #expect(try store.forget(before: 200).entries.count == 200)
      try store.compact()
      #expect(try !holds("secret-phone"))
    }
    #expect(try !holds("secret-phone"))
    #expect(try holds("known-phone"))
  }

  /// Whether any file of the state has the word.
  private func holds(_ word: String, in path: String? = nil) throws -> Bool {
    for ending in ["", "-wal", "-shm"] {
      guard let file = fopen((path ?? folder.database) + ending, "r") else { continue }
      defer { fclose(file) }
      var bytes = [UInt8](repeating: 0, count: 4 << 20)
      let count = fread(&bytes, 1, bytes.count, file)
      if bytes[..<count].firstRange(of: Array(word.utf8)) != nil { return true }
    }
    return false
  }
}
