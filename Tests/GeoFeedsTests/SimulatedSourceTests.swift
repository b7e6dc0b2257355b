import FeedTesting
import Geo
import Testing

@testable import GeoFeeds
@testable import GeoFormats

@Suite struct SimulatedSourceTests {
  private func run(_ address: String, _ options: FeedOptions = FeedOptions()) throws -> Recording {
    try Recording([address], options)
  }

  private func fault(_ address: String, _ options: FeedOptions = FeedOptions()) -> String {
    do {
      _ = try Recording([address], options)
      return "none"
    } catch { return "\(error)" }
  }

  @Test func aWalkIsResampledAlongTheGeodesicAtItsSpeed() throws {
    // Half a degree of longitude at 60° north: the shortest way bows to the north of the parallel.
    let recording = try run("sim:walk?from=60,10&to=60,10.5&speed=36km/h&interval=10")
    let from = CLLocationCoordinate2DMake(60, 10)
    let line = Geodesic.inverse(from: from, to: CLLocationCoordinate2DMake(60, 10.5))
    for (index, fix) in recording.fixes.dropLast().enumerated() {
      let place = Geodesic.direct(from: from, azimuth: line.initialAzimuth, distance: Double(index) * 100)
        .destination
      #expect(Geodesic.distance(from: place, to: fix.coordinate) < 1e-6)
      #expect(abs(fix.speed - 10) < 1e-9)
    }
    #expect(recording.fixes.count == Int(line.distance / 100) + 2)
    let last = try #require(recording.fixes.last)
    #expect(Geodesic.distance(from: last.coordinate, to: CLLocationCoordinate2DMake(60, 10.5)) < 1e-6)
    #expect(abs(recording.times.last! - recording.times.first! - line.distance / 10) < 1e-6)
    #expect(recording.times.first == Simulation.usualStart)
    #expect(recording.devices.first == "walk")
  }

  @Test func theUsualStartIsMondayMorning() throws {
    #expect(try FeedOptions.time("2026-01-05T08:00:00Z") == Simulation.usualStart)
  }

  @Test func lapsOfAnOpenLineGoThereAndBack() throws {
    let recording = try run("sim:drive?from=0,0&to=0,0.01&speed=10&laps=2&interval=1")
    let east = recording.fixes.map(\.coordinate.longitude)
    let far = try #require(east.max())
    #expect(abs(far - 0.01) < 1e-4)
    #expect(abs(try #require(east.last)) < 1e-9)
    #expect(recording.fixes.contains { abs($0.course - 270) < 1e-6 })
  }

  @Test func stopsAreSpreadEvenlyAndLastTheirTime() throws {
    let recording = try run("sim:walk?from=0,0&to=0,0.01&via=0,0.004&speed=1&stops=3&pause=20&interval=1")
    let still = recording.fixes.filter { $0.speed == 0 }
    let places = Set(still.map { ($0.coordinate.longitude * 1e6).rounded() })
    #expect(places.sorted() == [2500, 5000, 7500])
    #expect((57...63).contains(still.count))
    #expect(still.allSatisfy { $0.course < 0 })
  }

  @Test func aFleetOnALineIsSpreadOverItsCircuit() throws {
    let recording = try run(
      "sim:drive?from=0,0&to=0,0.02&devices=4&duration=1s&interval=1&speed=1&device=bus")
    #expect(recording.devices == ["bus-1", "bus-2", "bus-3", "bus-4"])
    let east = recording.fixes.map { ($0.coordinate.longitude * 1000).rounded() / 1000 }
    #expect(east == [0, 0.01, 0.02, 0.01])
    #expect(recording.times.map { $0 - Simulation.usualStart } == [0, 0.25, 0.5, 0.75])
  }

  @Test func wandererStaysInTheCircle() throws {
    let recording = try run("sim:random?at=52.5,13.4&radius=300&duration=3h&devices=5&interval=7")
    let center = CLLocationCoordinate2DMake(52.5, 13.4)
    let distances = recording.fixes.map { Geodesic.distance(from: center, to: $0.coordinate) }
    #expect(distances.allSatisfy { $0 < 300.001 })
    #expect(distances.contains { $0 > 250 } && distances.contains { $0 < 50 })
    for (a, b) in zip(recording.fixes, recording.fixes.dropFirst(5)) {
      #expect(Geodesic.distance(from: a.coordinate, to: b.coordinate) < 7 * 1.4 + 0.001)
    }
  }

  @Test func aFileGivesTheLine() throws {
    let folder = TemporaryDirectory()
    let files = [
      try folder.write(
        "line.geojson", #"{"type":"LineString","coordinates":[[0,0],[0.001,0],[0.001,0.001]]}"#),
      try folder.write(
        "line.gpx",
        #"<gpx version="1.1"><rte><rtept lat="0" lon="0"/><rtept lat="0" lon="0.001"/>"#
          + #"<rtept lat="0.001" lon="0.001"/></rte></gpx>"#),
      try folder.write(
        "line.kml",
        "<kml><Placemark><LineString><coordinates>0,0 0.001,0 0.001,0.001</coordinates>"
          + "</LineString></Placemark></kml>"),
      try folder.write("line.wkt", "LINESTRING (0 0, 0.001 0, 0.001 0.001)"),
    ]
    let recordings = try files.map { try run("sim:\($0)?speed=10") }
    let first = recordings[0].fixes.map(\.coordinate)
    #expect(first.count == 24)
    for recording in recordings { #expect(recording.fixes.map(\.coordinate) == first) }
    #expect(recordings.allSatisfy { $0.devices[0] == "line" })
  }

  // Finding D6.
  @Test(arguments: ["gx:Track", "Track"])
  func aTrackOfGooglesIsALine(element: String) throws {
    let folder = TemporaryDirectory()
    let coord = element == "Track" ? "coord" : "gx:coord"
    let file = try folder.write(
      "walk.kml",
      """
      <kml xmlns="http://www.opengis.net/kml/2.3" xmlns:gx="http://www.google.com/kml/ext/2.2"><Placemark><\(element)>
      <when>2026-05-01T08:00:00Z</when><when>2026-05-01T08:00:05Z</when>
      <\(coord)>0 0 0</\(coord)><\(coord)>0.001 0</\(coord)></\(element)></Placemark></kml>
      """)
    let recording = try run("sim:\(file)?speed=10&laps=1&interval=1")
    #expect(recording.fixes.map(\.coordinate.longitude).max().map { $0 > 0.0009 && $0 <= 0.001 } == true)
  }

  @Test func areaIsTraveledAround() throws {
    let folder = TemporaryDirectory()
    let file = try folder.write(
      "yard.geojson", #"{"type":"Polygon","coordinates":[[[0,0],[0.001,0],[0.001,0.001],[0,0.001],[0,0]]]}"#)
    let recording = try run("sim:\(file)?speed=10")
    #expect(recording.fixes.last?.coordinate == recording.fixes.first?.coordinate)
    #expect(recording.fixes.count == 46)
  }

  @Test func endlessSimulationNeedsADuration() {
    var watched = FeedOptions()
    watched.isPaced = true
    #expect(fault("sim:still?at=1,2").contains("sim:still?at=1,2: would never end"))
    #expect(fault("sim:walk?from=1,2&to=1,3&laps=forever").contains("would never end"))
    #expect(fault("sim:still?at=1,2&duration=5s") == "none")
  }

  @Test(arguments: [
    ("sim:", "does not say what to simulate"), ("sim:still?duration=1h", "needs at=latitude,longitude"),
    ("sim:still?at=91,0&duration=1h", "at takes latitude,longitude"),
    ("sim:walk?from=1,1&to=1,1", "without a length"),
    ("sim:walk?from=1,1&to=1,2&speed=0", "speed must be above 0"),
    ("sim:walk?from=1,1&to=1,2&speed=5knots", "speed takes a number such as"),
    ("sim:walk?from=1,1&to=1,2&interval=0", "interval must be above 0"),
    ("sim:walk?from=1,1&to=1,2&dropout=100%", "would remove every fix"),
    ("sim:walk?from=1,1&to=1,2&dropout=5", "takes a share such as 5%"),
    ("sim:walk?from=1,1&to=1,2&foo=5", "unknown parameter 'foo'"),
    ("sim:wlak?at=1,1&duration=1h", "'wlak' is read as a file"),
    ("sim:/nowhere.gpx", "/nowhere.gpx: there is no such file"),
  ]) func invalidValuesAreReported(address: String, message: String) {
    #expect(fault(address).contains(message), "\(fault(address))")
  }

  @Test func resumedSimulationContinuesWhereItStopped() throws {
    let address = "sim:random?at=52.5,13.4&duration=1h&devices=3&jitter=5m&reorder=2s&dropout=10%"
    let whole = try run(address)
    let directory = DeviceDirectory()
    let source = try FileFeed.open(address, directory: directory)
    try source.resume(at: SourcePosition(source: address, events: 5000))
    var rest: [DeviceEvent] = []
    while try source.read(into: &rest) {}
    #expect(rest.map(\.time) == Array(whole.times.dropFirst(5000)))
    #expect(source.positions.first?.events == whole.events.count)
  }

  /// Walks that would reach thousands of places, or none, from one fix to the next.
  @Test(arguments: ["radius=0.000000000001", "speed=100000000000000000000", "radius=1&speed=100000"])
  func aWalkThatIsTooFastForItsCircleIsRefused(words: String) {
    #expect(throws: GeoError.self) { try run("sim:random?at=52.5,13.4&duration=60s&\(words)") }
  }
}
