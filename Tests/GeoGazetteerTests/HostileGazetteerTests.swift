import FeedTesting
import Geo
import Glibc
import Testing

@testable import GeoGazetteer
@testable import SQLite

/// Malicious gazetteers, and gazetteers with disk damage that SQLite does not detect.
@Suite struct HostileGazetteerTests {
  private let folder = TemporaryDirectory()
  private var path: String { folder.path + "/g.sqlite" }

  private func fault(_ body: () throws -> Void) -> GeoError? {
    do { try body() } catch { return error as? GeoError }
    return nil
  }

  /// A gazetteer of a town with streets, after these statements.
  private func build(_ statements: String = "") throws {
    try GazetteerFiles.build(path, StreetTests.records)
    guard !statements.isEmpty else { return }
    let database = try Database(path: path, mode: .write)
    try database.run(statements)
    unlink(GazetteerIndexes.packPath(of: path))
  }

  /// Asks every kind of question.
  private func ask() throws {
    let gazetteer = try Gazetteer(path: path)
    for text in ["Probeburg", "Lange Straße 10 Probeburg", "Lange Straße 16", "Probebrug", "Date Line Rod"] {
      _ = try gazetteer.places(named: text, languages: ["en"])
    }
    for place in [(52.0021, 5.004), (52.01, 5.01), (-16.8, 179.9999)] {
      let coordinate = CLLocationCoordinate2D(latitude: place.0, longitude: place.1)
      _ = try gazetteer.places(at: coordinate, limit: 5, languages: ["en"])
    }
  }

  @Test func aPipeDoesNotBlock() throws {
    mkfifo(path, 0o644)
    #expect(fault { _ = try Gazetteer(path: path) }?.message.hasPrefix("is not a regular file") == true)
    unlink(path)
    try build()
    let pack = GazetteerIndexes.packPath(of: path)
    unlink(pack)
    mkfifo(pack, 0o644)
    #expect(fault { try ask() } == nil)
  }

  @Test(arguments: [GazetteerBuilder.Mode.new, .replace, .add])
  func devicesAndFoldersAreNotReplacedByAGazetteer(mode: GazetteerBuilder.Mode) {
    mkfifo(path, 0o644)
    let link = folder.path + "/link.sqlite"
    symlink(path, link)
    for path in [path, link, folder.path] {
      #expect(fault { try GazetteerFiles.build(path, GazetteerFiles.all, mode: mode) }?.code == .cannotCreate)
    }
    var status = stat()
    #expect(stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO)
  }

  @Test(arguments: ["meta", "places"])
  func aViewInPlaceOfATableIsRefused(table: String) throws {
    try build(
      """
      ALTER TABLE \(table) RENAME TO old;
      CREATE VIEW \(table) AS WITH RECURSIVE t (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t)
        SELECT 'x' || n AS key, n AS value, n AS id FROM t
      """)
    let fault = fault { try ask() }
    #expect(fault?.code == .data)
    #expect(fault?.message.contains("it contains '\(table)'") == true)
  }

  @Test func aTriggerIsRefused() throws {
    try build("CREATE TRIGGER t AFTER INSERT ON places BEGIN DELETE FROM places; END")
    #expect(fault { try ask() }?.code == .data)
    #expect(fault { _ = try GazetteerBuilder(path: path, mode: .add) }?.code == .data)
  }

  @Test func aListOfNamesWithANegativeLengthIsDamaged() throws {
    try build("UPDATE search_lists SET directory = x'ffffffffffffffffff01'")
    #expect(fault { try ask() }?.message.hasPrefix("is damaged (list of names)") == true)
  }

  @Test func aListOfStreetsThatIsLongerThanTheEarthIsDamaged() throws {
    try build("UPDATE meta SET value = zeroblob(30000000) WHERE key = 'street_blocks'")
    #expect(fault { try ask() }?.message.hasPrefix("is damaged (list of streets)") == true)
  }

  @Test(
    arguments: ["streets", "addresses", "places"],
    ["latitude = 1e300", "latitude = 9e999, longitude = -9e999", "longitude = 300", "latitude = 'x'"])
  func rowsWhosePositionIsNonsenseAreNoCrash(table: String, change: String) throws {
    try build("UPDATE \(table) SET \(change)")
    #expect(fault { try ask() } == nil)
    // Each insert copies its rows.
    #expect(fault { try GazetteerFiles.build(path, [StreetTests.records[0]], mode: .add) }?.code != .internal)
  }

  @Test(arguments: [
    "UPDATE places SET population = -9223372036854775808, radius = 9e999",
    "UPDATE places SET kind = -1", "UPDATE addresses SET radius = 9e999",
    "UPDATE street_cells SET houses = zeroblob(1001), streets = zeroblob(1001)",
    "UPDATE street_cells SET houses = x'ffffffffffffffffffffffffffffff7f'",
    "UPDATE search_blocks SET bytes = zeroblob(3000)",
    "UPDATE search_blocks SET bytes = x'ffffff7fffffff7fffffff7f41'",
    "UPDATE street_lines SET street = 9223372036854775807",
    "UPDATE street_houses SET house = -9223372036854775807",
  ])
  func nonsenseInTheTablesIsNoCrash(change: String) throws {
    try build(change)
    #expect(fault { try ask() }?.code != .internal)
  }

  @Test(arguments: [Double.infinity, .nan, -1, 1e300])
  func aPackWithoutBorderAccuracyIsRebuilt(accuracy: Double) throws {
    try build()
    let database = try GazetteerSchema.open(path)
    let build = PackHash.hash(try GazetteerSchema.build(database))
    let whole = try #require(PackBytes(path: GazetteerIndexes.packPath(of: path)))
    var sections = try #require(PackHeader.sections(of: whole.bytes, build: build)).map { Array($0) }
    var facts = try #require(whole.facts(build: build))
    facts.accuracy = accuracy
    sections[PackHeader.Section.facts.rawValue] = [facts].packed
    let forged = PackBytes(PackHeader.bytes(of: sections, build: build))
    #expect(GazetteerPack(forged, build: try GazetteerSchema.build(database)) == nil)
  }

  @Test func bordersThatCrossTheEarthTooOftenAreRefused() throws {
    var ring = (0..<20_000).map {
      CLLocationCoordinate2D(latitude: -90 + Double($0) * 0.009, longitude: $0 % 2 == 0 ? -180 : 180)
    }
    ring.append(ring[0])
    var area = AreaRecord(kind: .country, code: "AA", name: "Zigzag")
    area.polygons = [[ring]]
    let fault = fault { try GazetteerFiles.build(path, [.area(area)]) }
    #expect(fault?.code == .data)
    #expect(fault?.message.contains("cross the earth too often") == true)
    #expect(access(path, F_OK) != 0)
  }
}

extension PackBytes {
  fileprivate func facts(build: UInt64) -> PackFacts? {
    PackHeader.sections(of: bytes, build: build).flatMap {
      PackList<PackFacts>($0[PackHeader.Section.facts.rawValue])[0]
    }
  }
}
