public import GeoCore
import Glibc

/// Screen points per map point: 1 shows the map one to one, 0.5 two map points on a screen point.
///
/// - Source: F-5.
public typealias MKZoomScale = CGFloat

/// Returns the length of a map point on the ground.
///
/// - Units: meters.
/// - Errors: NaN gives NaN; beyond the map's end at ±85.0511° the value is that of the end.
/// - Source: F-2: by the radius of curvature of the WGS 84 meridian.
public func MKMetersPerMapPointAtLatitude(_ latitude: CLLocationDegrees) -> CLLocationDistance {
  let end = Mercator.greatestLatitude
  let latitude = latitude > end ? end : latitude < -end ? -end : latitude
  return WGS84.meridianRadius(latitude) * cos(latitude * .pi / 180) * (2 * .pi / Mercator.world)
}

/// Returns the length of a meter on the ground in map points; see ``MKMetersPerMapPointAtLatitude(_:)``.
public func MKMapPointsPerMeterAtLatitude(_ latitude: CLLocationDegrees) -> Double {
  1 / MKMetersPerMapPointAtLatitude(latitude)
}

/// Returns the length of the shortest line on the ground between two map points.
///
/// - Errors: NaN for a point that is not finite.
/// - Source: MG-15: the geodesic on WGS 84.
public func MKMetersBetweenMapPoints(_ a: MKMapPoint, _ b: MKMapPoint) -> CLLocationDistance {
  Geodesic.distance(from: MKCoordinateForMapPoint(a), to: MKCoordinateForMapPoint(b))
}

/// Returns the region of that many meters around `center`.
///
/// - Errors: a span is at least 0 and at most 180° and 360°; NaN gives NaN.
/// - Source: MG-22: divided by M(φ) and N(φ)·cos φ of WGS 84.
public func MKCoordinateRegionMakeWithDistance(
  _ center: CLLocationCoordinate2D, _ latitudinalMeters: CLLocationDistance,
  _ longitudinalMeters: CLLocationDistance
) -> MKCoordinateRegion {
  let radius = WGS84.normalRadius(center.latitude) * cos(center.latitude * .pi / 180)
  return MKCoordinateRegion(
    center: center,
    span: MKCoordinateSpan(
      latitudeDelta: arc(latitudinalMeters, WGS84.meridianRadius(center.latitude), limit: 180),
      longitudeDelta: arc(longitudinalMeters, radius, limit: 360)))
}

/// The degrees of an arc of `length` on a circle of `radius`, 0…`limit`.
private func arc(
  _ length: CLLocationDistance, _ radius: CLLocationDistance, limit: CLLocationDegrees
) -> CLLocationDegrees {
  // At a pole the circle has no radius: a length of 0 gives 0, any other length the whole circle.
  if length <= 0 { return 0 }
  let degrees = length / radius * (180 / .pi)
  return degrees > limit ? limit : degrees
}

/// Returns the width of a drawn road on the map.
///
/// Between the scales of the table, width and scale are interpolated logarithmically; beyond them the road is
/// four points wide on the screen.
///
/// - Units: map points.
/// - Errors: 0 unless the scale is a positive finite number.
/// - Source: F-14.
public func MKRoadWidthAtZoomScale(_ zoomScale: MKZoomScale) -> CGFloat {
  guard zoomScale > 0, zoomScale.isFinite else { return 0 }
  let halvings = -log2(zoomScale)
  // At scales 1, 1/2, 1/4 … 1/512.
  let widths = [21.0, 32, 60, 96, 176, 288, 448, 768, 1536, 2048]
  guard halvings >= 0, halvings <= Double(widths.count - 1) else { return 4 / zoomScale }
  let index = Int(halvings)
  let rest = halvings - Double(index)
  return rest == 0 ? widths[index] : widths[index] * pow(widths[index + 1] / widths[index], rest)
}
