public import GeoCore

/// Conversion between places and points of views: table 4-1 of the guide.
///
/// `view` is any view of the same hierarchy; nil means its root.
///
/// - Source: MG-6.
extension MKMapView {
  /// Returns the point of a place: of its copies around the world, the one nearest to the map's middle.
  public func convert(_ coordinate: CLLocationCoordinate2D, toPointTo view: UIView?) -> CGPoint {
    convert(point(for: MKMapPointForCoordinate(coordinate)), to: view)
  }

  /// Returns the place at a point.
  public func convert(_ point: CGPoint, toCoordinateFrom view: UIView?) -> CLLocationCoordinate2D {
    MKCoordinateForMapPoint(mapPoint(for: convert(point, from: view)))
  }

  /// Returns the smallest rectangle around `region` on the screen.
  ///
  /// - Errors: a region that a map cannot show gives a rectangle without size at the north-west end of the
  ///   map.
  public func convert(_ region: MKCoordinateRegion, toRectTo view: UIView?) -> CGRect {
    let rect = MKMapRectForCoordinateRegion(region)
    guard !rect.isNull else {
      return convert(CGRect(origin: point(for: .init(x: 0, y: 0)), size: .zero), to: view)
    }
    return convert(self.rect(for: rect), to: view)
  }

  /// Returns the smallest region around the area of a rectangle.
  public func convert(_ rect: CGRect, toRegionFrom view: UIView?) -> MKCoordinateRegion {
    MKCoordinateRegionForMapRect(mapRect(for: convert(rect, from: view)))
  }

  /// The smallest rectangle around `mapRect` in the map's own coordinates.
  ///
  /// Its middle is the copy nearest to the view's middle, between its edges.
  func rect(for mapRect: MKMapRect) -> CGRect {
    let shown = viewport
    let middle = shown.point(for: MKMapPoint(x: mapRect.midX, y: mapRect.midY))
    var box = shown
    box.size = CGSize(width: mapRect.width * shown.zoomScale, height: mapRect.height * shown.zoomScale)
    let size = box.turnedSize
    return CGRect(
      x: middle.x - size.width / 2, y: middle.y - size.height / 2, width: size.width, height: size.height)
  }

  /// The smallest rect around the area of `rect`, in the map's own coordinates.
  func mapRect(for rect: CGRect) -> MKMapRect {
    let shown = viewport
    let middle = shown.mapPoint(for: CGPoint(x: rect.midX, y: rect.midY))
    var box = shown
    box.size = CGSize(width: rect.width, height: rect.height)
    let size = box.turnedSize
    let (width, height) = (size.width / shown.zoomScale, size.height / shown.zoomScale)
    return MKMapRect(x: middle.x - width / 2, y: middle.y - height / 2, width: width, height: height)
  }
}
