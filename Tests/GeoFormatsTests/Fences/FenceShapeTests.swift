import Geo
@testable import GeoFormats
import GeoTesting
import Testing

extension FenceFileTests {
  static func shape(_ geometry: String, _ properties: String = "", _ members: String = "") throws
    -> AreaShape?
  {
    let text =
      #"{"type":"Feature","id":"a",\#(members)"properties":{\#(properties)},"geometry":\#(geometry)}"#
    let file = try read(text)
    #expect(file.skips.kinds.map(\.entry.first) == [])
    #expect(try read(collection([text])).regions == file.regions)
    return file.regions.first?.shape
  }

  static func places(_ numbers: [(Double, Double)]) -> [CLLocationCoordinate2D] {
    numbers.map { CLLocationCoordinate2DMake($0.1, $0.0) }
  }

  static let square = [(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0)]
  static let hole = [(1.0, 1.0), (1.0, 2.0), (2.0, 2.0)]

  @Test func aPolygonHasHolesAndLosesItsClosingCoordinate() throws {
    let shape = try Self.shape(
      #"{"type":"Polygon","coordinates":[[[0,0],[4,0],[4,4],[0,4],[0,0]],[[1,1],[1,2],[2,2],[1,1]]]}"#)
    let wanted = try PolygonShape(parts: [[Self.places(Self.square), Self.places(Self.hole)]])
    #expect(shape == .polygon(wanted))
  }

  @Test func ringsMayBeOpenOfEitherDirectionAndHaveHeights() throws {
    let shape = try Self.shape(#"{"coordinates":[[[0,4,9],[4,4,9],[4,0,9],[0,0,9]]],"type":"Polygon"}"#)
    #expect(shape == .polygon(try PolygonShape(parts: [[Self.places(Self.square).reversed()]])))
  }

  @Test func aMultiPolygonIsOneRegionOfSeveralParts() throws {
    let shape = try Self.shape(
      #"{"type":"MultiPolygon","coordinates":[[[[0,0],[4,0],[4,4],[0,4],[0,0]],[[1,1],[1,2],[2,2],[1,1]]],[[[10,0],[11,0],[11,1],[10,0]]]]}"#
    )
    let far = Self.places([(10, 0), (11, 0), (11, 1)])
    #expect(
      shape
        == .polygon(
          try PolygonShape(parts: [[Self.places(Self.square), Self.places(Self.hole)], [far]])))
  }

  @Test func lineWithAWidthIsACorridorOfHalfThatRadius() throws {
    let line = #"{"type":"LineString","coordinates":[[1,2],[3,4,500]]}"#
    let wanted = AreaShape.corridor(
      try CorridorShape(path: Self.places([(1, 2), (3, 4)]), halfWidth: 12.5))
    #expect(try Self.shape(line, #""width":25"#) == wanted)
    #expect(try Self.shape(line, #""width":"25""#) == wanted)
    let one = #"{"type":"MultiLineString","coordinates":[[[1,2],[2,3]],[[2,3],[3,4]]]}"#
    let joined = AreaShape.corridor(
      try CorridorShape(path: Self.places([(1, 2), (2, 3), (3, 4)]), halfWidth: 12.5))
    #expect(try Self.shape(one, #""width":25"#) == joined)
  }

  @Test func boxComesFromBBox() throws {
    let box = AreaShape.box(
      try BoxShape(
        southWest: CLLocationCoordinate2DMake(-20, 177), northEast: CLLocationCoordinate2DMake(-16, -178)))
    // RFC 7946 §5.2 has this box for Fiji.
    #expect(try Self.shape("null", "", #""bbox":[177.0,-20.0,-178.0,-16.0],"#) == box)
    #expect(try Self.shape("null", "", #""bbox":[177.0,-20.0,0,-178.0,-16.0,100],"#) == box)
    let cut =
      #"{"type":"MultiPolygon","coordinates":[[[[177,-20],[180,-20],[180,-16],[177,-16],[177,-20]]],[[[-180,-20],[-178,-20],[-178,-16],[-180,-16],[-180,-20]]]]}"#
    #expect(try Self.shape(cut, #""shape":"box""#, #""bbox":[177.0,-20.0,-178.0,-16.0],"#) == box)
    let plain = #"{"type":"Polygon","coordinates":[[[0,0],[4,0],[4,4],[0,4],[0,0]]]}"#
    let corners = (CLLocationCoordinate2DMake(0, 0), CLLocationCoordinate2DMake(4, 4))
    #expect(
      try Self.shape(plain, #""shape":"box""#)
        == .box(try BoxShape(southWest: corners.0, northEast: corners.1)))
  }

  @Test func halvesCutAtTheMeridianAreOnePolygon() throws {
    // The example of RFC 7946 §3.1.9.
    let shape = try Self.shape(
      #"{"type":"MultiPolygon","coordinates":[[[[180,40],[180,50],[170,50],[170,40],[180,40]]],[[[-170,40],[-170,50],[-180,50],[-180,40],[-170,40]]]]}"#
    )
    #expect(
      shape
        == .polygon(try PolygonShape(parts: [[Self.places([(-170, 40), (-170, 50), (170, 50), (170, 40)])]])))
    let line = #"{"type":"MultiLineString","coordinates":[[[170,45],[180,45]],[[-180,45],[-170,45]]]}"#
    let path = Self.places([(170, 45), (-170, 45)])
    #expect(
      try Self.shape(line, #""width":10"#) == .corridor(try CorridorShape(path: path, halfWidth: 5)))
  }

  @Test func optionsComeByTheirNames() throws {
    let file = try Self.read(
      Self.feature(
        "1",
        #""radius":9,"enterDelay":1.5,"exitDelay":"2","dwell":0,"accuracyMode":"clamp","maximumError":30,"minimumAccuracy":100,"detectsCrossing":true,"minimumAltitude":-5"#
      ))
    var options = RegionOptions()
    options.enterDelay = 1.5
    options.exitDelay = 2
    options.dwell = 0
    options.accuracyMode = .clamp
    options.maximumError = 30
    options.minimumAccuracy = 100
    options.detectsCrossing = true
    options.altitudes = -5 ... .infinity
    #expect(file.skips.total == 0)
    #expect(file.regions.first?.options == options)
  }

  @Test func writtenTracksReadBackEqual() throws {
    var random = SplitMix(state: 7946)
    let regions = try (0..<300).map { try Self.region($0, &random) }
    let text = GeoJSON.text(of: regions)
    let file = try Self.read(text)
    #expect(file.skips.kinds.map(\.entry.first) == [])
    #expect(file.regions.count == regions.count)
    for (read, written) in zip(file.regions, regions) { #expect(read == written) }
    #expect(GeoJSON.text(of: file.regions) == text)
  }

  /// A region of any shape with any options, with polygons from cutting and joining.
  private static func region(_ number: Int, _ random: inout SplitMix) throws -> MonitoredRegion {
    func between(_ low: Double, _ high: Double) -> Double {
      low + (high - low) * Double(random.below(1 << 30)) / Double(1 << 30)
    }
    func turned(_ longitude: Double) -> Double { longitude > 180 ? longitude - 360 : longitude }
    let (latitude, longitude) = (between(-60, 60), number % 2 == 0 ? between(170, 190) : between(-170, 170))
    func place(_ north: Double, _ east: Double) -> CLLocationCoordinate2D {
      CLLocationCoordinate2DMake(latitude + north, turned(longitude + east))
    }
    var options = RegionOptions()
    if random.below(2) == 0 { options.enterDelay = between(0, 60) }
    if random.below(2) == 0 { options.dwell = between(0, 600) }
    if random.below(3) == 0 { options.accuracyMode = .contains }
    if random.below(3) == 0 { options.altitudes = between(-10, 0)...between(1, 100) }
    if random.below(3) == 0 { options.altitudes = -.infinity...between(1, 100) }
    if random.below(3) == 0 {
      options.schedule = RegionSchedule(
        days: .init(rawValue: UInt8(1 + random.below(127))), from: Int(random.below(86401)),
        to: Int(random.below(86401)), timeZone: [tokyo, .utc, .fixed("+05:45") ?? .utc][Int(random.below(3))])
    }
    let identifier = "région \(number) \"x\"\n"
    let (accuracy, entry) = (random.below(2) == 0 ? 0 : between(1, 100), random.below(4) > 0)
    let shape: AreaShape
    switch number % 4 {
    case 0:
      return MonitoredRegion(
        identifier: identifier, center: place(0, 0), radius: between(0.1, 1e6), desiredAccuracy: accuracy,
        notifyOnEntry: entry, options: options)
    case 1:
      let path = (0..<2 + random.below(9)).map { place(between(-1, 1), Double($0) * 0.7) }
      shape = .corridor(try CorridorShape(path: path, halfWidth: between(1, 500)))
    case 2:
      shape = .box(try BoxShape(southWest: place(-2, -3), northEast: place(between(-1, 3), between(-2, 9))))
    default:
      // Counterclockwise from the south: two slopes, so that it never crosses itself.
      let east = (1..<5).map { place(Double($0), 3 + between(0, 2)) }
      let west = (1..<5).reversed().map { place(Double($0), -3 - between(0, 2)) }
      let hole = [place(2, -1), place(3, 0.5), place(2.5, 1)]
      shape = .polygon(try PolygonShape(parts: [[[place(0, 0)] + east + west, hole]]))
    }
    return MonitoredRegion(
      identifier: identifier, shape: shape, desiredAccuracy: accuracy, notifyOnEntry: entry,
      notifyOnExit: random.below(4) > 0, options: options)
  }
}
