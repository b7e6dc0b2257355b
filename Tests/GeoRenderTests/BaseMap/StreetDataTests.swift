import Geo
import Glibc
import Testing

@testable import GeoRender

/// The town that `scripts/generate/streets.py` writes.
enum StreetTown {
  static let path =
    String(#filePath.split(separator: "Tests/GeoRenderTests")[0]) + "Tests/streets/town.osm.pbf"

  /// A scene around a place.
  static func scene(
    _ latitude: Double, _ longitude: Double, level: Double, side: Double = 64, isDark: Bool = false,
    type: MKMapType = .standard
  ) -> MapScene {
    let device = Device(id: DeviceID(index: 0), name: "phone")
    let map = MKMapView(frame: CGRect(x: 0, y: 0, width: side, height: side), device: device)
    let middle = MKMapPointForCoordinate(CLLocationCoordinate2DMake(latitude, longitude))
    let width = side * exp2(20 - level)
    map.setVisibleMapRect(
      MKMapRect(x: middle.x - width / 2, y: middle.y - width / 2, width: width, height: width),
      animated: false)
    map.mapType = type
    if isDark { map.overrideUserInterfaceStyle = .dark }
    return map.scene
  }
}

@Suite struct StreetDataTests {
  private func withFile<Result>(_ bytes: [UInt8], _ body: (String) throws -> Result) throws -> Result {
    let path = "/tmp/geoscript-streets-\(getpid())-\(UInt64.random(in: 0...UInt64.max)).osm.pbf"
    try Picture.write(bytes, to: path)
    defer { unlink(path) }
    return try body(path)
  }

  private func bytes() throws -> [UInt8] {
    let file = try #require(fopen(StreetTown.path, "r"))
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    return Array(bytes[..<fread(&bytes, 1, bytes.count, file)])
  }

  @Test func allThatIsPaintedIsRead() throws {
    let data = try StreetData(path: StreetTown.path)
    let counts: [(StreetKind, Int)] = [
      // Two ways that are one street, and one more on a bridge.
      (.primary, 1), (.residential, 2), (.rail, 1), (.path, 1), (.motorway, 0),
      // The lake and the sea; the lake with the broken edge is left out.
      (.water, 2), (.building, 1), (.park, 2), (.coast, 0),
    ]
    for (kind, count) in counts { #expect(data.count(kind) == count, "\(kind)") }
    #expect(data.shapes.count == 10)
    #expect(data.towns.map { data.name($0.name) } == ["Probeburg", "Weststadt"])
    #expect(data.towns.map(\.people) == [12_000, 0])
    let names = Set(data.shapes.compactMap { data.name($0.name) })
    #expect(names == ["Lange Straße", "Quergasse", "Spiegelsee", "Stadtpark"])
    #expect(data.shapes.filter { $0.stratum == 1 }.count == 1)
    let street = try #require(data.shapes.first { $0.kind == .primary })
    #expect(data.ring(street.rings.lowerBound).count == 3)
    let lake = try #require(data.shapes.first { data.name($0.name) == "Spiegelsee" })
    #expect(lake.rings.count == 2)
  }

  @Test func placesAreWhereTheFileHasThem() throws {
    let data = try StreetData(path: StreetTown.path)
    let place = MKCoordinateForMapPoint(StreetData.point(data.towns[0].place))
    // 4 cm, and what the file itself rounds to.
    #expect(abs(place.latitude - 52.009) < 5e-7 && abs(place.longitude - 5.01) < 5e-7)
    let bounds = try #require(data.bounds)
    let corner = MKMapPointForCoordinate(CLLocationCoordinate2DMake(52.01, 5.0))
    #expect(abs(bounds.minX - corner.x) < 1 && abs(bounds.minY - corner.y) < 1)
  }

  @Test func aFileThatIsCutShortIsAnError() throws {
    let whole = try bytes()
    #expect(whole.count > 500)
    for length in stride(from: 10, to: whole.count - 5, by: 41) {
      let error = try withFile(Array(whole[..<length])) { path in
        #expect(throws: GeoError.self) { _ = try StreetData(path: path) }
      }
      #expect(error?.code == .data && error?.message.isEmpty == false, "\(length)")
    }
  }

  @Test func aDamagedFileIsAnErrorOrAnotherMapButNeverACrash() throws {
    let whole = try bytes()
    var state: UInt64 = 42
    for _ in 0..<300 {
      var bytes = whole
      for _ in 0..<3 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        bytes[Int(state >> 33) % bytes.count] = UInt8(truncatingIfNeeded: state >> 20)
      }
      try withFile(bytes) { path in _ = try? StreetData(path: path) }
    }
  }

  @Test func anotherFileIsAnError() throws {
    func error(_ path: String) -> GeoError? {
      #expect(throws: GeoError.self) { _ = try StreetData(path: path) }
    }
    #expect(error("/nowhere/town.osm.pbf")?.code == .noInput)
    #expect(error("/tmp")?.message == "is not a regular file")
    #expect(error("/dev/null")?.message == "is not a regular file")
    #expect(error("/etc/passwd")?.code == .data)
    #expect(error("-")?.code == .noInput)
    // A file that is too large is not read at all.
    let path = "/tmp/geoscript-streets-large-\(getpid()).osm.pbf"
    let file = try #require(fopen(path, "w"))
    defer { unlink(path) }
    ftruncate(fileno(file), 513 << 20)
    fclose(file)
    #expect(error(path)?.message == "is larger than 512 MiB: use a smaller extract")
  }
}
