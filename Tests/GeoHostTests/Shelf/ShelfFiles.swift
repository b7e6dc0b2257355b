import Foundation
import Geo
import Testing

@testable import GeoHost

/// Maps of the tests, and scenes to see them in.
enum ShelfFiles {
  private static let tests = String(#filePath.split(separator: "Tests/GeoHostTests")[0]) + "Tests/"
  /// Streets from 5.0 to 5.02 degrees east and from 52.0 to 52.01 degrees north: scripts/generate/streets.py.
  static let town = tests + "streets/town.osm.pbf"
  /// Levels 0 to 2 of the whole world: scripts/generate/tiles.py.
  static let world = tests + "tiles/world.mbtiles"
  static let packed = tests + "tiles/world.pmtiles"

  /// The archive, with other zoom levels in its header.
  ///
  /// - Source: PMTiles version 3: the least level is byte 100, the greatest byte 101.
  static func packed(levels: ClosedRange<UInt8>) throws -> [UInt8] {
    var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: packed)))
    (bytes[100], bytes[101]) = (levels.lowerBound, levels.upperBound)
    return bytes
  }

  /// A square picture of 64 points.
  static func scene(
    _ latitude: Double, _ longitude: Double, level: Double, type: MKMapType = .standard
  ) -> MapScene {
    let device = Device(id: DeviceID(index: 0), name: "phone")
    let map = MKMapView(frame: CGRect(x: 0, y: 0, width: 64, height: 64), device: device)
    map.zoomSnapping = false
    let middle = MKMapPointForCoordinate(CLLocationCoordinate2DMake(latitude, longitude))
    let width = 64 * exp2(20 - level)
    map.setVisibleMapRect(
      MKMapRect(x: middle.x - width / 2, y: middle.y - width / 2, width: width, height: width),
      animated: false)
    map.mapType = type
    return map.scene
  }
}
