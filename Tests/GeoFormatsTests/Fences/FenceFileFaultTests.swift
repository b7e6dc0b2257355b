import FeedTesting
import Geo
import GeoTesting
import Testing

@testable import GeoFormats

extension FenceFileTests {
  @Test(arguments: faults)
  func anythingButARegionIsCountedWithItsLine(feature: String, kind: String, message: String) throws {
    let file = try Self.read([Self.one, "", feature, feature, Self.feature("2")].joined(separator: "\n"))
    #expect(file.regions.map(\.identifier) == ["home", "2"])
    #expect(file.skips.kinds.map(\.kind) == [kind])
    #expect(file.skips.total == 2)
    #expect(file.skips.kinds.first?.entry.first == "fences.geojson:3: \(message)")
  }

  @Test(arguments: faults)
  func featureOfACollectionHasItsNumber(feature: String, kind: String, message: String) throws {
    let file = try Self.read(Self.collection([Self.one, feature, Self.feature("2")], "\n,"))
    #expect(file.regions.map(\.identifier) == ["home", "2"])
    #expect(file.skips[kind] == 1)
    #expect(file.skips.kinds.first?.entry.first == "fences.geojson:2: Feature 2: \(message)")
  }

  @Test func textBetweenFeaturesIsCounted() throws {
    let file = try Self.read(
      Self.collection(["7", #"{"type":"Point","coordinates":[1,2]}"#, "[{}]", "null", "{}", Self.one]))
    #expect(file.regions == [Self.home])
    #expect(file.skips["not a Feature"] == 5)
    #expect(
      file.skips.kinds.first?.entry.first
        == "fences.geojson:1: Feature 1: the type is 7 (expected \"Feature\")")
  }

  @Test func bareGeometryIsNotAFeature() throws {
    let file = try Self.read(#"{"type":"Point","coordinates":[1,2]}"#)
    #expect(file.regions.isEmpty)
    #expect(
      file.skips.kinds.map(\.entry.first) == [
        "fences.geojson:1: the type is Point (expected \"Feature\")"
      ])
  }

  @Test(arguments: ["{broken}", "[1]", "7", #"{"type":"Fence"}"#, "{}", one + one, one + "]"])
  func badLineIsSkipped(line: String) throws {
    let file = try Self.read([Self.one, line, Self.feature("2")].joined(separator: "\n"))
    #expect(file.regions.map(\.identifier).first == "home")
    #expect(file.regions.map(\.identifier).last == "2")
    #expect(file.skips.total == 1)
    #expect(file.skips.kinds.first?.entry.first.hasPrefix("fences.geojson:2: ") == true)
  }

  @Test func overlongLineIsSkipped() throws {
    let long = Self.feature("9", "\"note\":\"\(String(repeating: "x", count: 1 << 20))\"")
    let file = try Self.read([Self.one, long, Self.feature("2")].joined(separator: "\n"))
    #expect(file.regions.map(\.identifier) == ["home", "2"])
    #expect(
      file.skips.kinds.map(\.entry.first) == ["fences.geojson:2: line is longer than 1048576 bytes"])
  }

  static let refusals: [(String, String, String)] = [
    ("", "fences.geojson", "is empty"), (" \n\n", "fences.geojson", "is empty"),
    ("<gpx/>", "fences.geojson:1", "is <gpx>, not a KML (expected <kml> as the outermost element)"),
    ("lat,lon\n1,2", "fences.geojson", "it begins with \"lat,lon\""),
    ("[1,2]", "fences.geojson", "it begins with \"[1,2]\""),
    ("\u{0}\u{1}", "fences.geojson", "is empty"),
    ("{}", "fences.geojson:1", "is JSON without a type"),
    (#"{"type":"Topology"}"#, "fences.geojson:1", "type \"Topology\" is not one of GeoJSON"),
    ("{broken}\n{again}", "fences.geojson:1", "is not JSON"),
    (#"{"type":"FeatureCollection"}"#, "fences.geojson:1", "without an array of features"),
    (#"{"type":"FeatureCollection","features":{}}"#, "fences.geojson:1", "without an array of features"),
    (#"{"features":[\#(one)]}"#, "fences.geojson:1", "is JSON without a type"),
    (#"{"type":"FeatureCollection","features":[\#(one)"#, "fences.geojson:1", "is not JSON"),
    (
      "{\"type\":\"FeatureCollection\",\n\"features\":[\n\(one)\n\(one)\n]}", "fences.geojson:4",
      "is not JSON"
    ),
    ("{\n}\n{\n}\n", "fences.geojson:3", "is not JSON"),
  ]

  @Test(arguments: refusals)
  func unknownFormatIsRefused(text: String, place: String, message: String) throws {
    let error = try #require(throws: GeoError.self) { _ = try Self.read(text) }
    #expect(error.code == .data)
    #expect(error.place == place)
    #expect(error.message.contains(message), "\(error.message)")
  }

  @Test func otherEncodingsAreRefused() throws {
    let wide: [UInt8] = [0xff, 0xfe, 0x7b, 0, 0x7d, 0]
    let error = try #require(throws: GeoError.self) { _ = try Self.read(wide) }
    #expect(error.description == "fences.geojson: is UTF-16 (expected UTF-8)")
    let latin = Array(Self.feature("\"caf").utf8) + [0xe9, 0x22, 0x7d]
    #expect(throws: GeoError.self) { _ = try Self.read(latin) }
  }

  @Test func missingFileHasItsOwnCode() throws {
    let missing = try #require(throws: GeoError.self) {
      _ = try FenceFile.read("/no/such.geojson", desiredAccuracy: 0)
    }
    #expect(missing.code == .noInput)
    let input = try #require(throws: GeoError.self) { _ = try FenceFile.read("-", desiredAccuracy: 0) }
    #expect(input.code == .usage)
  }

  @Test func aPackedFileThatIsCutShortSaysSo() throws {
    let features = (0..<20_000).map { Self.feature("\"f\($0)\"", "\"radius\":\($0 &* 7919 % 1000)") }
    let lines = gzip(Array(features.joined(separator: "\n").utf8))
    let file = try Self.read(Array(lines.prefix(lines.count / 2)))
    #expect((5_000..<15_000).contains(file.regions.count))
    #expect(file.skips["input cut short"] == 1)
    // Nothing of a collection is used, because other parts may be missing.
    let collection = gzip(Array(Self.collection(features).utf8))
    let error = try #require(throws: GeoError.self) {
      _ = try Self.read(Array(collection.prefix(collection.count / 2)))
    }
    #expect(error.code == .data && error.message.contains("cut short"))
  }

  @Test func mutatedFilesAreHarmless() throws {
    let seeds = [
      [Self.one, Self.feature(#""\u00e9""#, #""radius":"5","name":"x""#), Self.feature("2")].joined(
        separator: "\n"),
      Self.collection([
        Self.one, Self.feature("2"), Self.geometry(#"{"type":"Polygon","coordinates":[[[1,2]]]}"#),
      ]),
      "\u{1e}" + Self.one + "\n\u{1e}" + Self.feature("3", #""radius":1,"desiredAccuracy":5"#),
    ].map { Array($0.utf8) }
    var random = SplitMix(state: 20_260_101)
    let alphabet = Array("{}[],:\"\\0129.eE-+ntfu\n \u{1e}".utf8) + [0, 0x80, 0xc3, 0xff]
    for round in 0..<2_500 {
      var bytes = seeds[round % seeds.count]
      for _ in 0...random.below(4) where !bytes.isEmpty {
        let at = random.below(bytes.count)
        switch random.below(5) {
        case 0: bytes[at] = alphabet[random.below(alphabet.count)]
        case 1: bytes.remove(at: at)
        case 2: bytes.insert(alphabet[random.below(alphabet.count)], at: at)
        case 3: bytes.removeLast(bytes.count - at)
        default:
          bytes.insert(contentsOf: bytes[at...].prefix(random.below(40)), at: random.below(bytes.count))
        }
      }
      guard let file = try? Self.read(bytes) else { continue }
      for region in file.regions {
        #expect(CLLocationCoordinate2DIsValid(region.center) && region.radius > 0, "round \(round)")
        #expect(!region.identifier.isEmpty && region.buffer >= 0, "round \(round)")
      }
      #expect(Set(file.regions.map { Array($0.identifier.utf8) }).count == file.regions.count)
    }
  }
}
