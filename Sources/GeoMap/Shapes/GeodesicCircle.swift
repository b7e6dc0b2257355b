import GeoCore
import Glibc

/// The area of a circle on the earth, on the map.
struct GeodesicCircle {
  let center: CLLocationCoordinate2D
  /// Meters, 0 or more.
  let radius: CLLocationDistance

  init(_ center: CLLocationCoordinate2D, _ radius: CLLocationDistance) {
    self.center = center
    self.radius = radius
  }

  private static func place(
    _ latitude: CLLocationDegrees, _ longitude: CLLocationDegrees
  ) -> CLLocationCoordinate2D {
    CLLocationCoordinate2D(latitude: latitude, longitude: longitude)
  }

  private func isWithin(_ place: CLLocationCoordinate2D) -> Bool {
    Geodesic.distance(from: center, to: place) <= radius
  }

  /// The smallest surrounding rect; null if the center is not on the earth.
  var boundingMapRect: MKMapRect {
    guard CLLocationCoordinate2DIsValid(center) else { return MKMapRectNull }
    let middle = MKMapPointForCoordinate(center)
    guard radius > 0 else { return MKMapRect(origin: middle, size: MKMapSize(width: 0, height: 0)) }
    let world = MKMapSizeWorld.width
    let holdsNorth = isWithin(Self.place(90, center.longitude))
    let holdsSouth = isWithin(Self.place(-90, center.longitude))
    func end(_ azimuth: CLLocationDirection) -> Double {
      let latitude = Geodesic.direct(from: center, azimuth: azimuth, distance: radius).destination.latitude
      return MKMapPointForCoordinate(Self.place(latitude, 0)).y
    }
    let top = holdsNorth ? 0 : end(0)
    let bottom = holdsSouth ? world : end(180)
    let half = holdsNorth || holdsSouth ? world / 2 : halfWidth * world / 360
    return MKMapRect(x: middle.x - half, y: top, width: 2 * half, height: bottom - top)
  }

  /// The extent of a circle that holds no pole to either side, in degrees of longitude.
  ///
  /// At its extreme the circle touches a meridian, so the geodesic from the center meets the meridian at a
  /// right angle: it is the direction whose final azimuth is 90°. The final azimuth grows with the initial
  /// one.
  private var halfWidth: CLLocationDegrees {
    func end(_ azimuth: CLLocationDirection) -> (longitude: CLLocationDegrees, azimuth: CLLocationDirection) {
      let (place, final) = Geodesic.direct(from: center, azimuth: azimuth, distance: radius)
      let east = place.longitude - center.longitude
      return (east < 0 ? east + 360 : east, final)
    }
    var (low, high) = (0.0, 180.0)
    // The extent is flat at its maximum: a millionth of a degree changes it by some 1e-16.
    while high - low > 1e-6 {
      let middle = (low + high) / 2
      if end(middle).azimuth < 90 { low = middle } else { high = middle }
    }
    return end((low + high) / 2).longitude
  }

  /// Whether any place of the rect, edges included, is within the radius.
  ///
  /// The rect lies between two parallels and two meridians. A rect that reaches an end of the map reaches the
  /// pole, because the area beyond the map is drawn there.
  func meets(_ rect: MKMapRect) -> Bool {
    let world = MKMapSizeWorld.width
    guard CLLocationCoordinate2DIsValid(center), !rect.isNull, rect.maxY >= 0, rect.minY <= world else {
      return false
    }
    let north = rect.minY <= 0 ? 90 : MKCoordinateForMapPoint(MKMapPoint(x: 0, y: rect.minY)).latitude
    let south = rect.maxY >= world ? -90 : MKCoordinateForMapPoint(MKMapPoint(x: 0, y: rect.maxY)).latitude
    let x = MKMapPointForCoordinate(center).x
    // The distance from the center's meridian east to those of the rect.
    let west = Mercator.withinWorld(rect.minX - x)
    if rect.width >= world || west == 0 || west + rect.width >= world {
      return isWithin(Self.place(min(max(center.latitude, south), north), center.longitude))
    }
    // The nearer of both meridians is the nearer one at each latitude.
    let apart = min(west, world - west - rect.width) * 360 / world
    return meets(meridian: apart, from: south, to: north)
  }

  /// Whether the circle reaches a piece of the meridian that many degrees from the center's.
  private func meets(meridian apart: CLLocationDegrees, from south: Double, to north: Double) -> Bool {
    let origin = Self.place(center.latitude, 0)
    // Positive while the way north leads away from the center.
    func slope(_ latitude: Double) -> Double {
      cos(Geodesic.inverse(from: origin, to: Self.place(latitude, apart)).finalAzimuth * .pi / 180)
    }
    func reaches(_ latitude: Double) -> Bool {
      Geodesic.distance(from: origin, to: Self.place(latitude, apart)) <= radius
    }
    if reaches(south) || reaches(north) { return true }
    guard slope(south) < 0, slope(north) > 0 else { return false }
    // The nearest place is in between: the distance falls, then grows.
    var (low, high) = (south, north)
    while high - low > 1e-9 {
      let middle = (low + high) / 2
      if reaches(middle) { return true }
      if slope(middle) < 0 { low = middle } else { high = middle }
    }
    return false
  }
}
