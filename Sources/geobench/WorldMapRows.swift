import Geo
import GeoRender

/// The cost of the base map.
enum WorldMapRows {
  /// The world at 1024×1024 from the start of a process, including everything that loads with the first
  /// picture.
  static func cold() throws {
    let start = Measure.cpuTime
    _ = try World().png()
    Measure.row("world-cold", (Measure.cpuTime - start) * 1e3, "ms", digits: 1)
  }

  static func run(_ arguments: Arguments) throws {
    let world = try World()
    _ = try world.png()
    var costs: [Double] = []
    for _ in 0..<arguments.runs * 5 {
      let start = Measure.cpuTime
      let bytes = try world.png()
      costs.append(Measure.cpuTime - start)
      if let path = arguments["world"] { try Picture.write(bytes, to: path) }
    }
    Measure.row("world-warm", Measure.median(costs) * 1e3, "ms", digits: 1)
  }

  /// Prints for each line `LAT LON` whether the base map has land there, to compare with
  /// `scripts/checks/world_map.py`.
  static func lines() throws {
    let map = try WorldMap()
    while let line = readLine() {
      let words = line.split(separator: " ").compactMap { Double($0) }
      guard words.count == 2 else { throw GeoError(.data, "\"\(line)\" is not latitude longitude") }
      let place = CLLocationCoordinate2D(latitude: words[0], longitude: words[1])
      print(map.isLand(at: MKMapPointForCoordinate(place)) ? "land" : "water")
    }
  }

  private struct World {
    let map: MKMapView
    let device = Device(id: DeviceID(index: 0), name: "phone")

    init() throws {
      device.screen.baseMap = try WorldMap()
      map = MKMapView(frame: CGRect(x: 0, y: 0, width: 1024, height: 1024), device: device)
    }

    func png() throws -> [UInt8] {
      let picture = try Picture(.png, size: map.bounds.size)
      map.draw(in: CGContext(picture.canvas))
      return try picture.bytes()
    }
  }
}
