import Geo
import Glibc
import Testing

@testable import GeoRender

@Suite struct FinerCoastTests {
  /// A map file with one square of land, 2^18 map points wide, in the form of `scripts/generate/world_map/pack.py`.
  private func square(around middle: MKMapPoint) -> [UInt8] {
    var bytes = Array("GEOMAP1\0".utf8)
    func add(_ numbers: Int...) {
      for number in numbers { withUnsafeBytes(of: Int32(number)) { bytes += $0 } }
    }
    let (x, y, side) = (Int(middle.x) - (1 << 17), Int(middle.y) - (1 << 17), 1 << 18)
    add(1, 0)
    // Land, in units of 2^16 map points, up to level 99.
    bytes += [1, 16, 0, 0]
    add(Int(Float(99).bitPattern), 56, 1, 80, 1, 104, 1, 136, 8)
    add(x, y, x + side, y + side, 0)
    bytes += [1, 0, 0, 0]
    add(x, y, x + side, y + side, 0)
    bytes += [1, 0, 0, 1]
    add(x, y, x, y, x + side, y + side, 0, 4)
    // East, south, west, north by four units, zigzagged.
    bytes += [8, 0, 0, 8, 7, 0, 0, 7]
    return bytes
  }

  @Test func aFinerCoastIsDrawnFromItsLevelUp() throws {
    let middle = MKMapPointForCoordinate(CLLocationCoordinate2DMake(30, -40))
    let path = "/tmp/geoscript-coast-\(getpid()).map"
    try Picture.write(square(around: middle), to: path)
    defer { unlink(path) }
    let base = try WorldMap(coast: path)
    let device = Device(id: DeviceID(index: 0), name: "phone")
    func color(_ level: Double) throws -> Dot {
      let map = MKMapView(frame: CGRect(x: 0, y: 0, width: 64, height: 64), device: device)
      let width = 64 * exp2(20 - level)
      map.setVisibleMapRect(
        MKMapRect(x: middle.x - width / 2, y: middle.y - width / 2, width: width, height: width),
        animated: false)
      return try Dots(64, 64) { try base.drawGround(map.scene, in: $0) }[32, 32]
    }
    // In the middle of the Atlantic, where only this file has land.
    #expect(try color(8) == Dot(0xf7, 0xf5, 0xee))
    #expect(try color(5) == Dot(0xb5, 0xd9, 0xec))
  }

  @Test func aMissingOrForeignFileIsAnError() {
    #expect(throws: GeoError.self) { _ = try WorldMap(coast: "/nowhere/coast.map") }
    #expect(throws: GeoError.self) { _ = try WorldMap(coast: "/etc/passwd") }
    #expect(throws: GeoError.self) { _ = try WorldMap(coast: "/dev/null") }
  }
}
