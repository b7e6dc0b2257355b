import Geo
import Glibc
import Testing

@testable import GeoRender

/// In the middle of the Atlantic, where only the files of these tests have land.
@Suite struct FinerCoastTests {
  private static let middle = MKMapPointForCoordinate(CLLocationCoordinate2DMake(30, -40))
  /// The side of the square, and the distance of the triangle beside it.
  ///
  /// - Units: map points.
  private static let side = 1 << 18

  /// A coast with a square around the middle as one shape, and a triangle to its east in a cluster, in the form of
  /// `scripts/generate/world_map/pack.py`.
  private static var coast: [UInt8] {
    var body: [UInt8] = []
    func add(_ numbers: Int...) {
      for number in numbers { withUnsafeBytes(of: Int32(number)) { body += $0 } }
    }
    let (x, y) = (Int(middle.x) - side / 2, Int(middle.y) - side / 2)
    // East by 16 units of 2^14 map points in two bytes, south in full, west and north in two bytes.
    let square: [UInt8] = [245, 56, 255, 0, 32, 234, 88, 239, 184]
    // From level 0, a ring of two steps, at the block's corner: east by 4 units, south by 4, a byte each.
    let cluster: [UInt8] = [0, 5, 0, 0, 172, 116]
    // Land up to level 99.
    body += [1, 14, 1, 0]
    add(Int(Float(99).bitPattern), 80, 2, 128, 1, 152, 1, 184, square.count + cluster.count)
    add(x, y, x + side, y + side, 0)
    body += [1, 0, 0, 0]
    add(x + 2 * side, y, x + 2 * side + side / 4, y + side / 4, square.count)
    body += [1, 0, 1, 0]
    add(x, y, x + side, y + side, 0)
    body += [1, 0, 0, 1]
    add(x, y, x, y, x + side, y + side, 0, 4)
    return sealed(body + square + cluster)
  }

  private static func sealed(_ body: [UInt8]) -> [UInt8] {
    var words: [UInt64] = []
    for start in stride(from: 0, to: body.count, by: 8) {
      words.append(body[start..<min(start + 8, body.count)].reversed().reduce(0) { $0 << 8 | UInt64($1) })
    }
    var bytes = Array("GEOMAP2\0".utf8) + [1, 0, 0, 0, 0, 0, 0, 0]
    let sums = [
      UInt64(body.count), words.reduce(1, &+),
      words.enumerated().reduce(0) { $0 &+ $1.element &* UInt64($1.offset + 1) },
    ]
    for sum in sums { withUnsafeBytes(of: sum) { bytes += $0 } }
    return bytes + body
  }

  private func file(_ bytes: [UInt8], _ body: (String) throws -> Void) throws {
    let path = "/tmp/geoscript-coast-\(getpid())-\(UInt32.random(in: 0 ... .max)).map"
    try Picture.write(bytes, to: path)
    defer { unlink(path) }
    try body(path)
  }

  /// The view around a place so many sides east of the middle.
  private func scene(_ base: WorldMap, _ level: Double, east: Double = 0) -> MapScene {
    let device = Device(id: DeviceID(index: 0), name: "phone")
    let map = MKMapView(frame: CGRect(x: 0, y: 0, width: 64, height: 64), device: device)
    let width = 64 * exp2(20 - level)
    let x = FinerCoastTests.middle.x + east * Double(FinerCoastTests.side)
    map.setVisibleMapRect(
      MKMapRect(x: x - width / 2, y: FinerCoastTests.middle.y - width / 2, width: width, height: width),
      animated: false)
    return map.scene
  }

  private static let land = Dot(0xf7, 0xf5, 0xee)
  private static let water = Dot(0xb5, 0xd9, 0xec)

  @Test func aFinerCoastIsDrawnFromItsLevelUpToItsLast() throws {
    try file(FinerCoastTests.coast) { path in
      let base = try WorldMap(coast: path)
      func color(_ level: Double, _ x: Int = 32, _ y: Int = 32, east: Double = 0) throws -> Dot {
        try Dots(64, 64) { try base.drawGround(scene(base, level, east: east), in: $0) }[x, y]
      }
      #expect(try color(5) == FinerCoastTests.water)
      for level in [6.0, 8, 12] { #expect(try color(level) == FinerCoastTests.land) }
      // At level 8 a side is 64 points, and the triangle spans 96 to 112 points east and 32 to 16 north of the middle.
      #expect(try color(8, 32, 32, east: 1) == FinerCoastTests.water)
      #expect(try color(8, 38, 4, east: 1.6) == FinerCoastTests.land)
      #expect(try color(8, 27, 10, east: 1.6) == FinerCoastTests.water)
      // From level 13 on the ground is paper, and the picture says how to get streets (PI-13).
      #expect(try color(13, 10, 12) == Dot(0xed, 0xed, 0xed))
      #expect(base.attribution(scene(base, 12)) == "© GeoNames")
      #expect(base.attribution(scene(base, 13)) == "no street data here: geoscript basemap add · © GeoNames")
      // Far from any coast it shows the sea.
      #expect(try color(13, 10, 12, east: -10) == FinerCoastTests.water)
    }
  }

  @Test func aMissingOrForeignFileIsAnError() {
    #expect(throws: GeoError.self) { _ = try WorldMap(coast: "/nowhere/coast.map") }
    #expect(throws: GeoError.self) { _ = try WorldMap(coast: "/etc/passwd") }
    #expect(throws: GeoError.self) { _ = try WorldMap(coast: "/dev/null") }
  }

  @Test func aDamagedFileIsAWarningAndTheBuiltInCoastIsDrawn() throws {
    let whole = FinerCoastTests.coast
    var damaged = [Array(whole.dropLast()), whole + [0], Array(whole.prefix(20)), []]
    for place in whole.indices {
      var one = whole
      one[place] ^= 1
      // Bytes of the head that no reader needs.
      if !(12..<16).contains(place) { damaged.append(one) }
    }
    for bytes in damaged {
      try file(bytes) { path in
        var advice: [String] = []
        let base = try WorldMap.installed(coast: path) { advice.append($0) }
        #expect(advice.count == 1 && advice[0].hasPrefix(path) && advice[0].contains("scripts/setup --coast"))
        #expect(
          try Dots(64, 64) { try base.drawGround(scene(base, 7), in: $0) }[32, 32] == FinerCoastTests.water)
      }
    }
    try file(whole) { path in
      _ = try WorldMap.installed(coast: path) { Issue.record("\($0)") }
    }
  }

  /// Whatever a file says, reading stays within it and ends.
  @Test func bytesThatMakeNoSenseAreDrawnWithoutHarm() throws {
    // Knuth's generator of 64 bits.
    var state: UInt64 = 21
    func random(_ limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % limit
    }
    let whole = FinerCoastTests.coast
    for _ in 0..<200 {
      var body = Array(whole[40...])
      for _ in 0..<4 {
        body[random(body.count)] = UInt8(random(256))
      }
      try file(FinerCoastTests.sealed(body)) { path in
        guard let base = try? WorldMap(coast: path) else { return }
        _ = try Dots(64, 64) { try base.drawGround(scene(base, 8), in: $0) }
      }
    }
  }
}
