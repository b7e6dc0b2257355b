import GeoCore
import Glibc

/// The Mercator projection of the map.
///
/// - Source: F-1; Snyder 1987, USGS PP 1395, (7-1), (7-2), (7-4), (7-5) for the sphere.
enum Mercator {
  /// Map points across the world.
  @inline(__always) static var world: Double { MKMapSize.worldWidth }
  /// The same place inside the world, east of its western edge.
  @inline(__always) static func withinWorld(_ x: Double) -> Double { x - world * (x / world).rounded(.down) }

  /// The same distance without whole turns around the world: at most half the world, negative to the west.
  @inline(__always) static func shortestWay(_ dx: Double) -> Double { dx - world * (dx / world).rounded() }

  /// The latitude where the map ends, at which it is as high as wide.
  @inline(__always) static var greatestLatitude: CLLocationDegrees { 85.05112877980659 }

  /// The map point of a coordinate; a latitude beyond the map's end is clamped to it.
  @inline(__always)
  static func point(_ coordinate: CLLocationCoordinate2D) -> MKMapPoint {
    guard CLLocationCoordinate2DIsValid(coordinate) else { return MKMapPoint(x: -1, y: -1) }
    let x = world / 360 * (coordinate.longitude + 180)
    guard abs(coordinate.latitude) < greatestLatitude else {
      return MKMapPoint(x: x, y: coordinate.latitude < 0 ? world : 0)
    }
    let sine = sin(coordinate.latitude * (.pi / 180))
    return MKMapPoint(x: x, y: world / 2 - world / (4 * .pi) * log((1 + sine) / (1 - sine)))
  }

  /// The latitude of a height on the map; beyond the map it continues toward the pole.
  static func latitude(_ y: Double) -> CLLocationDegrees { atan(sinh(isometric(y))) * (180 / .pi) }

  /// The isometric latitude of a height on the map, in radians.
  static func isometric(_ y: Double) -> Double { .pi * (1 - 2 * y / world) }

  /// The coordinate of a map point; a point beyond the 180th meridian is on its other side.
  @inline(__always)
  static func coordinate(_ point: MKMapPoint) -> CLLocationCoordinate2D {
    guard point.x.isFinite, point.y.isFinite else { return kCLLocationCoordinate2DInvalid }
    let x = (0...world).contains(point.x) ? point.x : withinWorld(point.x)
    return CLLocationCoordinate2D(latitude: latitude(point.y), longitude: x * (360 / world) - 180)
  }
}
