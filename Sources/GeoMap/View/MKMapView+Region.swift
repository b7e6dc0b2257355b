public import GeoCore

/// The visible area of the map.
///
/// - Source: MG-11 … MG-13, MV-9 … MV-13, F-4.
extension MKMapView {
  /// The visible area; assigning one selects the deepest level that shows all of it.
  public var region: MKCoordinateRegion {
    get { MKCoordinateRegionForMapRect(visibleMapRect) }
    set { setRegion(newValue, animated: false) }
  }

  /// Shows `region` at the deepest level that shows all of it.
  ///
  /// The center's longitude may have any value; it wraps around the world. On a rotated map the corners of a
  /// region as large as the view are outside, so that assigning ``region`` to itself keeps its level.
  ///
  /// - Errors: an invalid region, see ``MKCoordinateRegion/isShowable``, changes nothing.
  public func setRegion(_ region: MKCoordinateRegion, animated: Bool) {
    guard let rect = region.showableRect else { return }
    show(rect, animated: animated)
  }

  /// Returns the value of ``region`` after assigning `region`; for a view without area, or an invalid region,
  /// `region` itself.
  public func regionThatFits(_ region: MKCoordinateRegion) -> MKCoordinateRegion {
    guard viewport.hasArea, let rect = region.showableRect else { return region }
    return MKCoordinateRegionForMapRect(mapRectThatFits(rect))
  }

  /// The visible part of the map, in map points; on a rotated map, the smallest upright rect around it.
  ///
  /// Across the 180th meridian it extends beyond the world.
  public var visibleMapRect: MKMapRect {
    get { viewport.visibleRect }
    set { setVisibleMapRect(newValue, animated: false) }
  }

  /// Shows `rect` at the deepest level that shows all of it and keeps `edgePadding` free.
  ///
  /// - Errors: a null rect, or one with a NaN or infinite number, changes nothing.
  public func setVisibleMapRect(
    _ rect: MKMapRect, edgePadding: UIEdgeInsets = .zero, animated: Bool
  ) {
    guard rect.isShowable, edgePadding.isFinite else { return }
    show(rect, edgePadding, animated: animated)
  }

  /// Returns the value of ``visibleMapRect`` after showing `rect`.
  public func mapRectThatFits(_ rect: MKMapRect, edgePadding: UIEdgeInsets = .zero) -> MKMapRect {
    guard viewport.hasArea, rect.isShowable, edgePadding.isFinite else { return rect }
    return viewport.showing(rect, padding: edgePadding, snaps: zoomSnapping)
      .within(zoomRange, snaps: zoomSnapping).centered(within: boundary).visibleRect
  }

  /// The coordinate in the middle; assigning it keeps the level.
  public var centerCoordinate: CLLocationCoordinate2D {
    get { MKCoordinateForMapPoint(viewport.center) }
    set { setCenterCoordinate(newValue, animated: false) }
  }

  /// Pans to `coordinate` at the same level, as near as the ends of the map allow.
  ///
  /// - Errors: a latitude beyond ±90°, or a NaN or infinite number, changes nothing.
  public func setCenterCoordinate(_ coordinate: CLLocationCoordinate2D, animated: Bool) {
    guard let center = coordinate.aroundWorld else { return }
    let middle = MKMapPointForCoordinate(center)
    change(animated: animated) {
      var moved = $0.moved(to: middle)
      if let rect = moved.waiting {
        moved.waiting?.origin = MKMapPoint(x: middle.x - rect.width / 2, y: middle.y - rect.height / 2)
      }
      return moved
    }
  }

  private func show(_ rect: MKMapRect, _ padding: UIEdgeInsets = .zero, animated: Bool) {
    let snaps = zoomSnapping
    change(animated: animated) { $0.showing(rect, padding: padding, snaps: snaps) }
  }
}

extension CLLocationCoordinate2D {
  /// The same place with a longitude within ±180°; nil for an invalid one.
  var aroundWorld: CLLocationCoordinate2D? {
    guard abs(latitude) <= 90, longitude.isFinite else { return nil }
    guard abs(longitude) > 180 else { return self }
    return CLLocationCoordinate2D(
      latitude: latitude, longitude: longitude - 360 * (longitude / 360).rounded())
  }
}

extension MKCoordinateRegion {
  /// Whether a map can show it: its center has a latitude within ±90° and its spans are 0 or more, all finite.
  public var isShowable: Bool { showableRect != nil }

  /// The rect that a map shows for it; nil for an invalid region.
  var showableRect: MKMapRect? {
    guard let center = center.aroundWorld, span.latitudeDelta.isFinite, span.longitudeDelta.isFinite else {
      return nil
    }
    let rect = MKMapRectForCoordinateRegion(MKCoordinateRegion(center: center, span: span))
    return rect.isNull ? nil : rect
  }
}

extension MKMapRect {
  /// Whether a map can show it: all its numbers are finite.
  public var isShowable: Bool {
    origin.x.isFinite && origin.y.isFinite && size.width.isFinite && size.height.isFinite
  }
}

extension UIEdgeInsets {
  fileprivate var isFinite: Bool { top.isFinite && left.isFinite && bottom.isFinite && right.isFinite }
}
