import FeedTesting
import Geo
import Glibc
import Testing

@testable import GeoStore
@testable import SQLite

@Suite struct StateStoreTests {
  let folder = TemporaryDirectory()

  private func open() throws -> StateStore { try StateStore(directory: folder.state, holder: "test") }

  /// The error from opening.
  private func refusal(_ body: () throws -> Void) -> GeoError? {
    do { try body() } catch { return error as? GeoError }
    return nil
  }

  private static func row(
    _ name: String, regions: RegionSet = .empty, store: String? = nil, pending: Bool = false
  ) -> Checkpoint.DeviceRow {
    var snapshot = Device.Snapshot()
    snapshot.clock = 1000
    snapshot.hasStarted = true
    return Checkpoint.DeviceRow(
      name: name, clock: 1000, regions: regions, isPending: pending, quarantine: nil, store: store,
      state: DeviceState(device: snapshot).bytes)
  }

  private static func circle(_ identifier: String, latitude: Double = 45) -> MonitoredRegion {
    MonitoredRegion(
      identifier: identifier, center: CLLocationCoordinate2D(latitude: latitude, longitude: 14), radius: 150,
      desiredAccuracy: 20, notifyOnEntry: true, notifyOnExit: false)
  }

  @Test func theNextRunHasTheCheckpoint() throws {
    let fences = RegionSet.empty.adding(contentsOf: (0..<3).map { Self.circle("f\($0)") })
    var checkpoint = Checkpoint()
    checkpoint.devices = [
      Self.row("jane-phone", regions: fences, store: #"{"n":1}"#, pending: true), Self.row("jane-phone2"),
    ]
    checkpoint.sources = [
      SourceRow(path: "/log", size: .max, headLength: 4096, hash: .max - 1, byte: 77, line: 8, events: 9)
    ]
    checkpoint.alertFiles = [("/alerts", 1234)]
    checkpoint.run = RunRecord(script: "s.lua", status: .running, clock: 1000)
    _ = try open().write(checkpoint)

    let store = try open()
    let jane = try #require(try store.device(named: "jane-phone"))
    #expect(Array(jane.regions.regions) == Array(fences.regions))
    #expect(jane.store == #"{"n":1}"#)
    #expect(jane.state.device.clock == 1000)
    #expect(try store.device(named: "jane-phone2")?.regions.isEmpty == true)
    #expect(try store.device(named: "jane") == nil)
    #expect(try store.pendingDevices() == ["jane-phone"])
    let source = try #require(try store.source(at: "/log"))
    #expect(source.size == .max && source.hash == .max - 1 && source.byte == 77 && source.events == 9)
    #expect(try store.alertFileLength(at: "/alerts") == 1234)
    #expect(try store.lastRun()?.status == .running)
  }

  @Test func aStoreThatHasNotChangedIsKept() throws {
    let store = try open()
    var checkpoint = Checkpoint()
    checkpoint.devices = [Self.row("a", store: "{}")]
    _ = try store.write(checkpoint)
    checkpoint.devices = [Self.row("a")]
    _ = try store.write(checkpoint)
    #expect(try store.device(named: "a")?.store == "{}")
  }

  @Test func aSetThatThousandsWatchIsStoredOnceAndItsVariantsAsDifferences() throws {
    let fences = RegionSet.empty.adding(contentsOf: (0..<10_000).map { Self.circle("fence-\($0)") })
    let store = try open()
    var checkpoint = Checkpoint()
    for number in 0..<2000 { checkpoint.devices.append(Self.row("d\(number)", regions: fences)) }
    let more = fences.adding(Self.circle("own")).removing(identifier: "fence-7")
      .adding(Self.circle("fence-8", latitude: 46))
    checkpoint.devices.append(Self.row("other", regions: more))
    _ = try store.write(checkpoint)
    let sizes = try store.withDatabase { (database) throws(GeoError) -> [Int64] in
      [
        try database.integer("SELECT count(*) FROM region_sets"),
        try database.integer("SELECT min(length(content)) FROM region_sets"),
      ]
    }
    #expect(sizes[0] == 2)
    #expect(sizes[1] < 200)
    let again = try #require(try StateStore(reading: folder.state).device(named: "other")).regions
    #expect(Array(again.regions) == Array(more.regions))
  }

  @Test func everyShapeAndOptionIsKept() throws {
    func at(_ latitude: Double, _ longitude: Double) -> CLLocationCoordinate2D {
      CLLocationCoordinate2D(latitude: latitude, longitude: longitude)
    }
    var options = RegionOptions()
    options.altitudes = 10...200
    options.enterDelay = 5
    options.exitDelay = 6
    options.dwell = 60
    options.accuracyMode = .clamp
    options.maximumError = 30
    options.minimumAccuracy = 100
    options.detectsCrossing = true
    options.schedule = RegionSchedule(
      days: [.monday, .sunday], from: 3600, to: 7200, timeZone: TimeZoneRules(name: "+05:30", offset: 19800))
    let ring = [at(45, 14), at(45, 14.1), at(45.1, 14.1), at(45.1, 14)]
    let hole = [at(45.04, 14.04), at(45.04, 14.06), at(45.06, 14.05)]
    let regions = [
      MonitoredRegion(
        identifier: "polygon", shape: .polygon(try PolygonShape(parts: [[ring, hole]])), desiredAccuracy: 7),
      MonitoredRegion(
        identifier: "corridor",
        shape: .corridor(try CorridorShape(path: [at(1, 2), at(1.1, 2.1)], halfWidth: 25)),
        notifyOnEntry: false, options: options),
      MonitoredRegion(
        identifier: "box", shape: .box(try BoxShape(southWest: at(-1, 179), northEast: at(1, -179)))),
      MonitoredRegion(identifier: "circle", center: at(1, 2), radius: 3, options: options),
    ]
    let set = RegionSet.empty.adding(contentsOf: regions)
    var checkpoint = Checkpoint()
    checkpoint.devices = [Self.row("a", regions: set)]
    do { _ = try open().write(checkpoint) }
    let kept = try #require(try open().device(named: "a")).regions
    #expect(Array(kept.regions) == regions)
    // Equal in the sense of registration: nothing is replaced.
    #expect(kept.adding(contentsOf: regions) == kept)
  }

  @Test func unusedSetsAreDeletedAtTheEnd() throws {
    let store = try open()
    for number in 0..<50 {
      var checkpoint = Checkpoint()
      checkpoint.devices = [
        Self.row("a", regions: RegionSet.empty.adding(Self.circle("r\(number)"))),
        Self.row("watches nothing"),
      ]
      checkpoint.run = RunRecord(script: "s.lua", status: number == 49 ? .finished : .running, clock: 0)
      _ = try store.write(checkpoint)
    }
    let count = try store.withDatabase { (database) throws(GeoError) -> Int64 in
      try database.integer("SELECT count(*) FROM region_sets")
    }
    #expect(count == 1)
    #expect(try store.device(named: "a")?.regions.slot(of: "r49") != nil)
  }

  @Test func aSecondRunLearnsWhichProcessHoldsTheDirectory() throws {
    let first = try open()
    let error = refusal { _ = try open() }
    #expect(error?.code == .cannotCreate)
    #expect(error?.message.contains("in use by process \(getpid()) (test)") == true)
    withExtendedLifetime(first) {}
    #expect(throws: Never.self) { try StateStore(reading: folder.state) }
  }

  @Test func aReleasedDirectoryCanBeOpened() throws {
    do { _ = try open() }
    #expect(throws: Never.self) { _ = try open() }
  }

  @Test func aDamagedDatabaseIsNamedWithWhatToDo() throws {
    do { _ = try open() }
    folder.write(Array(repeating: 0x5a, count: 8192), to: folder.database)
    let error = refusal { _ = try open() }
    #expect(error?.code == .data)
    #expect(error?.place == folder.database)
    #expect(error?.message.contains("is damaged") == true)
    #expect(error?.message.contains("move it away to start over") == true)
  }

  @Test func aNewerDatabaseIsRefusedWithBothVersions() throws {
    do {
      let store = try open()
      try store.withDatabase { (database) throws(GeoError) in try database.run("PRAGMA user_version = 7") }
    }
    let error = refusal { _ = try open() }
    #expect(error?.code == .data)
    #expect(error?.message.contains("version 7, this one reads up to \(StateSchema.version)") == true)
  }

  @Test func aDatabaseOfAnotherProgramIsRefused() throws {
    mkdir(folder.state, 0o755)
    do {
      let database = try Database(path: folder.database, mode: .write)
      try database.run("CREATE TABLE notes (text TEXT)")
    }
    #expect(refusal { _ = try open() }?.message.contains("another program") == true)
  }

  @Test func aDirectoryWithoutStateCannotBeRead() {
    #expect(refusal { _ = try StateStore(reading: folder.path + "/nothing") }?.code == .noInput)
  }

  @Test func aFileInPlaceOfTheDirectoryIsRefused() {
    folder.write([1], to: folder.state)
    #expect(refusal { _ = try open() }?.code == .cannotCreate)
  }

  @Test func aFullDatabaseKeepsTheCheckpointBefore() throws {
    let store = try open()
    var checkpoint = Checkpoint()
    checkpoint.devices = [Self.row("a", store: "1")]
    _ = try store.write(checkpoint)
    try store.withDatabase { (database) throws(GeoError) in try database.run("PRAGMA max_page_count = 20") }
    checkpoint.devices = [Self.row("a", store: "2")] + (0..<2000).map { Self.row("b\($0)", store: "3") }
    let error = refusal { _ = try store.write(checkpoint) }
    #expect(error?.code == .inputOutput)
    #expect(error?.message.contains("the disk is full") == true)
    #expect(try store.device(named: "a")?.store == "1")
    #expect(try store.devices().count == 1)
  }

  @Test func forgettingARegionLeavesTheOthers() throws {
    let store = try open()
    var checkpoint = Checkpoint()
    let fences = RegionSet.empty.adding(Self.circle("home")).adding(Self.circle("work"))
    checkpoint.devices = [Self.row("a", regions: fences, store: "{}", pending: true)]
    checkpoint.devices[0].isWatchingOthers = true
    _ = try store.write(checkpoint)
    #expect(try store.forget("a", region: "nowhere") == false)
    #expect(try store.forget("a", region: "home"))
    #expect(try store.pendingDevices() == ["a"])
    #expect(try store.watchingDevices() == ["a"])
    #expect(try store.device(named: "a")?.regions.regions.map(\.identifier) == ["work"])
    #expect(try store.device(named: "a")?.store == "{}")
    #expect(try store.forget("a"))
    #expect(try store.forget("a") == false)
  }

  @Test func aCleanEndForgetsAlertFilesThatAreNoLongerWritten() throws {
    let store = try open()
    var checkpoint = Checkpoint()
    checkpoint.alertFiles = [("/a", 1)]
    _ = try store.write(checkpoint)
    checkpoint.alertFiles = [("/b", 2)]
    _ = try store.write(checkpoint)
    #expect(try store.alertFileLength(at: "/a") == 1)
    checkpoint.forgetsAlertFiles = true
    _ = try store.write(checkpoint)
    #expect(try store.alertFileLength(at: "/a") == nil)
    #expect(try store.alertFileLength(at: "/b") == 2)
  }

  @Test func aDeviceThatHungIsMarkedByTheNextRun() throws {
    do { _ = try open() }
    StateStore.quarantine("new \"one\"", isGroup: false, in: folder.state)
    #expect(try open().device(named: "new \"one\"")?.quarantine == "a call never returned")
    #expect(try open().devices().count == 1)
  }
}
