import Geo
import Testing

@testable import GeoStore
@testable import SQLite

@Suite struct DeviceStateTests {
  private static func fix(_ timestamp: Double) -> DeviceEvent {
    DeviceEvent(
      time: timestamp + 1, timestamp: timestamp, device: DeviceID(index: 0),
      payload: .location(
        Fix(coordinate: CLLocationCoordinate2D(latitude: -1.5, longitude: 179.25), horizontalAccuracy: 8)))
  }

  private static let change: ProfileChange = {
    let json = #"{"base":"iphone","regionLimit":"none","sensors":{"gps":false,"wifi":true}}"#
    return try! ProfileChange(try! JSONParser.parse(json))
  }()

  /// Every kind of thing that can wait.
  private static let payloads: [DeviceEvent.Payload] = [
    .heading(HeadingReading(magneticHeading: 12)), .error(code: -1), .signalLost,
    .setting(.authorization(3)), .setting(.services(enabled: false)), .setting(.services(enabled: true)),
    .setting(.network(up: false)), .setting(.network(up: true)), .setting(.airplane(on: false)),
    .setting(.airplane(on: true)), .app(.suspended), .profile(change),
    .touch(Touch(type: "tap", json: #"{"x":"日本"}"#)), .clock,
  ]

  private static var full: DeviceState {
    var device = Device.Snapshot()
    device.clock = 1_700_000_000.125
    device.hasStarted = true
    device.settings.networkUp = false
    var profile = DeviceProfile.default
    change.apply(to: &profile)
    device.profile = profile
    device.lastKnown = Device.LastKnown(
      fix: Fix(
        coordinate: CLLocationCoordinate2D(latitude: 1, longitude: 2), horizontalAccuracy: 3, speed: 4),
      timestamp: 5, previous: CLLocationCoordinate2D(latitude: 6, longitude: 7), previousTimestamp: 8,
      signalWasLost: true)
    device.window.floor = 10
    device.window.last = fix(20)
    device.window.suspect = [fix(21)]
    device.window.strays = [fix(22), fix(23)]
    device.window.held = payloads.enumerated().map { index, payload in
      ReorderWindow.Snapshot.Held(
        event: DeviceEvent(
          time: Double(index), timestamp: 0, device: DeviceID(index: 0), payload: payload),
        releaseAt: 9, rebases: index == 1)
    }
    var visits = VisitMonitor.Snapshot()
    visits.stay = VisitMonitor.Stay(
      latitude: 1, longitude: 2, begin: 3, last: 4, isBeginKnown: true,
      mean: MeanPosition(x: 5, y: 6, z: 7, weight: 8, count: 900))
    visits.outsideSince = 10
    device.visits = visits
    device.fastFix = Fix(coordinate: CLLocationCoordinate2DMake(3, 4), horizontalAccuracy: 7)
    device.fastTimestamp = 12
    device.proximities = [
      Proximity.Snapshot(
        watch: ProximityWatch(device: "dog", radius: 10), state: .inside, visit: 11, begin: 12,
        coordinate: CLLocationCoordinate2D(latitude: 13, longitude: 14), timestamp: 15)
    ]
    device.regions.inside = [.init(identifier: "depot", id: .max, begin: 1)]
    device.regions.unknown = ["", "new"]
    device.regions.isUnsettled = false
    device.regions.sequence = 300
    let due = RegionMonitor.Snapshot.Due(time: 5, lag: 6)
    device.regions.pending = [
      .init(identifier: "new", isEnter: true, since: 4, due: due, isCrossed: true)
    ]
    device.regions.dwells = [.init(identifier: "depot", due: due)]
    device.regions.lastFix = .init(latitude: 1, longitude: 2, accuracy: 3, altitude: nil, timestamp: 4)
    var place = GeocodedPlace(coordinate: CLLocationCoordinate2D(latitude: 16, longitude: 17))
    place.radius = 18
    place.timeZone = "Asia/Tokyo"
    place.address.name = "日本"
    place.address.ocean = ""
    place.address.areasOfInterest = ["park", "palace"]
    place.distance = 19
    place.attribution = "somebody"
    device.geocoding.answers = [
      .init(coordinate: place.coordinate, time: 20, languages: ["ja", "pt-BR"], places: [place]),
      .init(coordinate: place.coordinate, time: 21, languages: [], places: []),
    ]
    device.geocoding.asked = [22, 23]
    device.geocoding.hasWarned = true
    var state = DeviceState(device: device)
    state.sequence = 1 << 40
    state.timers = [.init(place: "s.lua:1", due: 2), .init(place: "s.lua:2", due: nil)]
    state.lostTimers = 3
    return state
  }

  @Test func bytesReadBackAreTheSameState() throws {
    let state = Self.full
    let again = try DeviceState(bytes: state.bytes)
    #expect(again.bytes == state.bytes)
    #expect(again.sequence == 1 << 40)
    #expect(again.timers == state.timers)
    #expect(again.device.regions == state.device.regions)
    #expect(again.device.visits == state.device.visits)
    #expect(again.device.fastFix.coordinate == state.device.fastFix.coordinate)
    #expect(again.device.fastTimestamp == 12)
    #expect(again.device.proximities.map(\.watch) == state.device.proximities.map(\.watch))
    #expect(again.device.geocoding == state.device.geocoding)
    #expect(again.device.settings == state.device.settings)
    #expect(again.device.profile == state.device.profile)
    #expect(again.device.profile?.regionLimit == nil)
    #expect(again.device.profile?.sensors.contains(.gps) == false)
    #expect(again.device.window.held.map(\.event.time) == state.device.window.held.map(\.event.time))
    let payloads = again.device.window.held.map(\.event.payload)
    // Missing values are NaN, which equals nothing; the bytes above have compared them.
    #expect(payloads.dropFirst() == Self.payloads.dropFirst())
    #expect(again.device.lastKnown?.fix.speed == 4)
    #expect(again.device.lastKnown?.fix.course.isNaN == true)
  }

  @Test func aDeviceWithoutGeocodingKeepsTheFormOfOlderStates() throws {
    var state = Self.full
    state.device.geocoding = GeocodeCache()
    #expect(state.bytes.first == 1 && Self.full.bytes.first == 2)
    #expect(try DeviceState(bytes: state.bytes).bytes == state.bytes)
  }

  @Test func truncatedBytesAreRefused() {
    let bytes = Self.full.bytes
    for count in 0..<bytes.count {
      #expect(throws: ByteReader.Fault.self) { try DeviceState(bytes: Array(bytes[..<count])) }
    }
  }

  /// Only some may be missing; an event that waits has no other numbers than these. An infinite one is a value: a time
  /// that never comes, an app that does not run.
  @Test func numbersThatAreNoneAreRefused() throws {
    let number = 1_234_567.25
    func bytes(of number: Double) -> [UInt8] {
      withUnsafeBytes(of: number.bitPattern.littleEndian) { Array($0) }
    }
    let paths: [WritableKeyPath<DeviceState, Double>] = [
      \.device.clock, \.device.visits!.stay!.latitude,
      \.device.regions.inside[0].begin, \.device.regions.pending[0].due.time,
      \.device.lastKnown!.fix.coordinate.latitude, \.device.lastKnown!.timestamp,
      \.device.window.last!.time, \.device.proximities[0].begin,
      \.device.geocoding.answers[0].time,
    ]
    for path in paths {
      var state = Self.full
      state[keyPath: path] = number
      let good = state.bytes
      #expect(throws: Never.self) { try DeviceState(bytes: good) }
      let place = try #require(
        good.indices.first { good[$0...].starts(with: bytes(of: number)) })
      var bad = good
      bad.replaceSubrange(place..<place + 8, with: bytes(of: .nan))
      #expect(throws: ByteReader.Fault.self) { try DeviceState(bytes: bad) }
    }
  }

  @Test func timesWithoutAnEndAreKept() throws {
    var state = Self.full
    state.device.runsUntil = -.infinity
    state.timers = [.init(place: "s.lua:1", due: .infinity)]
    state.device.regions.lastTimestamp = -.infinity
    state.device.window.floor = -.infinity
    #expect(try DeviceState(bytes: state.bytes).bytes == state.bytes)
  }

  @Test func bytesWithOneChangedNeverTrap() {
    let bytes = Self.full.bytes
    for index in bytes.indices {
      for flip: UInt8 in [0x01, 0x80, 0xff] {
        var damaged = bytes
        damaged[index] ^= flip
        _ = try? DeviceState(bytes: damaged)
      }
    }
  }
}
