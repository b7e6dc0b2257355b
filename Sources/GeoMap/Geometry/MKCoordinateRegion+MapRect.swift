import GeoCore
import Glibc

/// Returns the region of a rect: its center is the place of the rect's middle, and its span reaches from edge to edge.
///
/// - Errors: a null rect gives ``kCLLocationCoordinate2DInvalid`` with a span of 0.
public func MKCoordinateRegionForMapRect(_ rect: MKMapRect) -> MKCoordinateRegion {
  guard !rect.isNull else {
    return MKCoordinateRegion(
      center: kCLLocationCoordinate2DInvalid, span: MKCoordinateSpan(latitudeDelta: 0, longitudeDelta: 0))
  }
  let span = MKCoordinateSpan(
    latitudeDelta: Mercator.latitude(rect.minY) - Mercator.latitude(rect.maxY),
    longitudeDelta: rect.width * (360 / Mercator.world))
  return MKCoordinateRegion(
    center: MKCoordinateForMapPoint(MKMapPoint(x: rect.midX, y: rect.midY)), span: span)
}

/// Returns the rect of a region (an extension): the inverse of ``MKCoordinateRegionForMapRect(_:)``.
///
/// Its middle is the center's map point, and its top and bottom differ by the span's latitude. It is at most
/// as wide as the world, and at most high enough to reach both ends of the map.
///
/// - Errors: an invalid center, or a span that is negative or NaN, gives ``MKMapRectNull``.
/// - Source: MG-18; half the height d, as isometric latitude, obeys sinh d = cosh u · tan(Δ/2) where u is the
///   center's and Δ the span: the tangent of the difference of two Gudermannians.
public func MKMapRectForCoordinateRegion(_ region: MKCoordinateRegion) -> MKMapRect {
  let span = region.span
  guard CLLocationCoordinate2DIsValid(region.center), span.latitudeDelta >= 0, span.longitudeDelta >= 0 else {
    return MKMapRectNull
  }
  let middle = MKMapPointForCoordinate(region.center)
  let width = Mercator.world / 360 * min(span.longitudeDelta, 360)
  let tangent = tan(min(span.latitudeDelta, 180) * (.pi / 360))
  let half = asinh(cosh(Mercator.isometric(middle.y)) * tangent) * (Mercator.world / (2 * .pi))
  let height = 2 * min(half, max(middle.y, Mercator.world - middle.y))
  return MKMapRect(x: middle.x - width / 2, y: middle.y - height / 2, width: width, height: height)
}
