/// Between places and points of views: table 4-1 of the guide.
///
/// `view` is any view of the same hierarchy; nil stands for what holds all views.
///
/// - Source: MG-6.
extension MKMapView {
  /// Returns where a place appears, of its copies around the world the one nearest the map's middle.
  public func convert(_ coordinate: CLLocationCoordinate2D, toPointTo view: UIView?) -> CGPoint {
    convert(point(for: MKMapPointForCoordinate(coordinate)), to: view)
  }

  /// Returns the place that a point shows.
  public func convert(_ point: CGPoint, toCoordinateFrom view: UIView?) -> CLLocationCoordinate2D {
    MKCoordinateForMapPoint(mapPoint(for: convert(point, from: view)))
  }

  /// Returns the smallest rectangle around what `region` covers on the screen.
  ///
  /// - Errors: one that a map cannot show gives a rectangle without size at the north-west end of the map.
  public func convert(_ region: MKCoordinateRegion, toRectTo view: UIView?) -> CGRect {
    let rect = MKMapRectForCoordinateRegion(region)
    guard !rect.isNull else {
      return convert(CGRect(origin: point(for: .init(x: 0, y: 0)), size: .zero), to: view)
    }
    return convert(self.rect(for: rect), to: view)
  }

  /// Returns the smallest region around what a rectangle shows.
  public func convert(_ rect: CGRect, toRegionFrom view: UIView?) -> MKCoordinateRegion {
    MKCoordinateRegionForMapRect(mapRect(for: convert(rect, from: view)))
  }

  /// The smallest rectangle around what `mapRect` covers in the map's own coordinates.
  ///
  /// Its middle is the copy nearest the view's middle; the edges lie around that.
  func rect(for mapRect: MKMapRect) -> CGRect {
    let shown = viewport
    let middle = shown.point(for: MKMapPoint(x: mapRect.midX, y: mapRect.midY))
    var box = shown
    box.size = CGSize(width: mapRect.width * shown.zoomScale, height: mapRect.height * shown.zoomScale)
    let size = box.turnedSize
    return CGRect(
      x: middle.x - size.width / 2, y: middle.y - size.height / 2, width: size.width, height: size.height)
  }

  /// The smallest rect around what `rect`, in the map's own coordinates, shows.
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
