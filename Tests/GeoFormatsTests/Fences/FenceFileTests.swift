import FeedTesting
import Geo
import Testing

@testable import GeoFormats

@Suite struct FenceFileTests {
  /// The regions of a file with the given name and content; places without the folder.
  static func read(
    _ bytes: [UInt8], _ name: String = "fences.geojson", desiredAccuracy: CLLocationAccuracy = 0
  ) throws -> (regions: [MonitoredRegion], skips: SkipCounts) {
    let folder = TemporaryDirectory()
    let path = try folder.write(name, bytes)
    do {
      let file = try FenceFile.read(path, desiredAccuracy: desiredAccuracy, timeZones: timeZones)
      return (file.regions, file.skips.withoutPrefix(folder.path + "/"))
    } catch {
      throw GeoError(error.code, error.message, at: error.place?.without(folder.path + "/"))
    }
  }

  /// One zone of a name, else offsets.
  static let timeZones: FenceFile.TimeZones = { name throws(GeoError) in
    name == tokyo.name ? tokyo : try FenceFile.fixedTimeZones(name)
  }
  static let tokyo = TimeZoneRules(name: "Asia/Tokyo", offset: 9 * 3600)

  static func read(_ text: String) throws -> (regions: [MonitoredRegion], skips: SkipCounts) {
    try read(Array(text.utf8))
  }

  static func feature(_ id: String, _ properties: String = #""radius":100"#, _ place: String = "13.4,52.5")
    -> String
  {
    #"{"type":"Feature","id":\#(id),"properties":{\#(properties)},"geometry":{"type":"Point","coordinates":[\#(place)]}}"#
  }

  static func collection(_ features: [String], _ separator: String = ",") -> String {
    #"{"type":"FeatureCollection","features":[\#(features.joined(separator: separator))]}"#
  }

  static let home = MonitoredRegion(
    identifier: "home", center: CLLocationCoordinate2D(latitude: 52.5, longitude: 13.4), radius: 100)

  // Shapes of a file.

  static let one = feature("\"home\"")
  static let shapes: [(String, Int)] = [
    (one, 1), (one + "\n", 1), ("\u{feff}" + one, 1), ("\n\n  " + one + "\r\n\r\n", 1),
    (one + "\n" + feature("2") + "\n\n" + feature("3"), 3),
    ("\u{1e}" + one + "\n\u{1e}" + feature("2") + "\n", 2), ("\u{feff}\u{1e}" + one, 1),
    (collection([one]), 1), (collection([one, feature("2"), feature("3")], "\n,\n"), 3),
    ("{\n\"features\": [\n\(one)\n],\n\"type\": \"FeatureCollection\"\n}\n", 1),
    ("\u{feff}{\n\"features\": [\(one)], \"type\": \"FeatureCollection\"}", 1),
    (collection([one]) + "\n" + feature("2"), 2),
    (one.replacing(",", with: ",\n"), 1),
  ]

  @Test(arguments: shapes)
  func everyShapeOfAFileIsRead(text: String, count: Int) throws {
    let file = try Self.read(text)
    #expect(file.skips.total == 0)
    #expect(file.regions.count == count)
    #expect(file.regions.first == Self.home)
  }

  @Test(arguments: shapes)
  func everyShapeMayBePacked(text: String, count: Int) throws {
    let packed = gzip(Array(text.utf8))
    #expect(try Self.read(packed, "fences.geojson.gz").regions.count == count)
  }

  @Test(arguments: [collection([]), collection([]) + "\n\n"])
  func aCollectionMayBeEmpty(text: String) throws {
    let file = try Self.read(text)
    #expect(file.regions.isEmpty && file.skips.total == 0)
  }

  @Test func longFilesAreReadToTheirEnd() throws {
    let features = (0..<30_000).map { Self.feature("\"f\($0)\"") }
    let names = (0..<30_000).map { "f\($0)" }
    #expect(try Self.read(features.joined(separator: "\n")).regions.map(\.identifier) == names)
    #expect(try Self.read(Self.collection(features)).regions.map(\.identifier) == names)
    #expect(try Self.read(Self.collection(features, ",\n")).regions.map(\.identifier) == names)
    let packed = gzip(Array(Self.collection(features).utf8))
    #expect(try Self.read(packed).regions.map(\.identifier) == names)
  }

  // Values of a Feature.

  @Test func theOrderOfMembersDoesNotMatter() throws {
    let text =
      #"{"geometry":{"coordinates":[13.4,52.5,30],"bbox":[[1]],"type":"Point"},"bbox":[1,2,3,4],"properties":"#
      + #"{"tags":{"radius":7},"list":[1,{"name":"x"}],"radius":100},"title":"no","id":"home","type":"Feature"}"#
    #expect(try Self.read(text).regions == [Self.home])
    #expect(try Self.read(Self.collection([text, text.replacing("home", with: "b")])).regions.count == 2)
  }

  static let names: [(String, String)] = [
    (#""id":"a","properties":{"identifier":"b","name":"c","title":"d","radius":1}"#, "a"),
    (#""properties":{"title":"d","name":"c","identifier":"b","radius":1}"#, "b"),
    (#""properties":{"title":"d","name":"c","radius":1}"#, "c"),
    (#""properties":{"title":"d","radius":1}"#, "d"),
    (#""id":null,"properties":{"name":"c","radius":1}"#, "c"),
    (#""id":"","properties":{"name":"c","radius":1}"#, "c"),
    (#""id":12,"properties":{"radius":1}"#, "12"),
    (#""id": -1.50 ,"properties":{"radius":1}"#, "-1.50"),
    (#""properties":{"name":7,"radius":1}"#, "7"),
    (#""id":"Caf\u00e9 \"1\"","properties":{"radius":1}"#, "Café \"1\""),
    (#""\u0069d":"a","properties":{"r\u0061dius":1}"#, "a"),
    (#""id":"a","id":"b","properties":{"radius":-1},"properties":{"radius":1}"#, "b"),
  ]

  @Test(arguments: names)
  func theIdentifierIsTheFirstNameThatIsThere(members: String, name: String) throws {
    let text = #"{"type":"Feature","geometry":{"type":"Point","coordinates":[1,2]},\#(members)}"#
    for text in [text, Self.collection([text])] {
      let file = try Self.read(text)
      #expect(file.skips.kinds.map(\.entry.first) == [])
      #expect(file.regions.map(\.identifier) == [name])
    }
  }

  static let radii: [(String, Double)] = [
    ("0.001", 0.001), ("12.5", 12.5), ("1e3", 1000), ("\"250\"", 250), ("\" 2.5e1 \"", 25), ("30000000", 3e7),
  ]

  @Test(arguments: radii)
  func aRadiusIsANumberOrHoldsOne(value: String, radius: CLLocationDistance) throws {
    #expect(try Self.read(Self.feature("1", "\"radius\":\(value)")).regions.map(\.radius) == [radius])
  }

  static let buffers: [(String, Double)] = [
    ("", 50), (#","desiredAccuracy":10"#, 10), (#","desiredAccuracy":"20""#, 20),
    (#","desiredAccuracy":-1"#, 0), (#","desiredAccuracy":0"#, 0), (#","desiredAccuracy":null"#, 50),
  ]

  @Test(arguments: buffers)
  func aFeatureMayHaveItsOwnBuffer(property: String, buffer: CLLocationDistance) throws {
    let text = Self.feature("1", "\"radius\":100\(property)")
    let file = try Self.read(Array(text.utf8), desiredAccuracy: 50)
    #expect(file.regions.map(\.buffer) == [buffer])
  }

  @Test func disabledCrossingsStayDisabled() throws {
    let file = try Self.read(
      Self.feature("1", #""radius":1,"notifyOnEntry":false,"notifyOnExit":null"#) + "\n"
        + Self.feature("2", #""radius":1,"notifyOnEntry":true,"notifyOnExit":false"#))
    #expect(file.regions.map(\.notifyOnEntry) == [false, true])
    #expect(file.regions.map(\.notifyOnExit) == [true, false])
  }

  @Test(arguments: ["180,90", "-180,-90", "0,0", "1,2,300,4"])
  func theEndsOfTheEarthAreOnIt(place: String) throws {
    #expect(try Self.read(Self.feature("1", #""radius":1"#, place)).regions.count == 1)
  }

  // The same identifier twice.

  @Test func theLaterOfTwoReplacesTheEarlier() throws {
    let file = try Self.read(
      [Self.one, Self.feature("2"), Self.feature("\"home\"", #""radius":7"#)].joined(separator: "\n"))
    #expect(file.regions.map(\.identifier) == ["home", "2"])
    #expect(file.regions.map(\.radius) == [7, 100])
    #expect(
      file.skips.kinds.map(\.entry.first) == [
        "fences.geojson:3: identifier \"home\" appears again; the later one replaces the earlier"
      ])
  }

  @Test func identifiersAreComparedByteForByte() throws {
    let file = try Self.read(
      [Self.feature(#""e\u0301""#), Self.feature(#""\u00e9""#)].joined(separator: "\n"))
    #expect(file.regions.count == 2)
    #expect(file.skips.total == 0)
  }

  @Test func aFaultyTwinReplacesNothing() throws {
    let file = try Self.read(Self.one + "\n" + Self.feature("\"home\"", #""radius":-1"#))
    #expect(file.regions == [Self.home])
    #expect(file.skips["duplicate identifier"] == 0)
  }
}
