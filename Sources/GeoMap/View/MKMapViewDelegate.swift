public import GeoCore

/// The callbacks and requests of an ``MKMapView`` to its owner.
///
/// Every method has an empty default. ``Device/Hooks/onError`` reports a method that throws; the others still
/// run.
///
/// - Source: MV-22 … MV-27, AV-10, AV-18, AV-25, OR-5, ZO-6, F-4.
public protocol MKMapViewDelegate: AnyObject {
  /// Whether the delegate implements `callback`; checked before each call, so that unused values are not
  /// computed.
  func implements(_ callback: MKMapViewCallback) -> Bool

  /// The visible area is about to change; the map still reads as before.
  func mapView(_ mapView: MKMapView, regionWillChangeAnimated animated: Bool) throws
  func mapView(_ mapView: MKMapView, regionDidChangeAnimated animated: Bool) throws
  /// The newer form, before the one above.
  func mapViewDidChangeVisibleRegion(_ mapView: MKMapView) throws

  func mapViewWillStartLoadingMap(_ mapView: MKMapView) throws
  func mapViewDidFinishLoadingMap(_ mapView: MKMapView) throws
  func mapViewDidFailLoadingMap(_ mapView: MKMapView, withError error: NSError) throws
  func mapViewWillStartRenderingMap(_ mapView: MKMapView) throws
  func mapViewDidFinishRenderingMap(_ mapView: MKMapView, fullyRendered: Bool) throws

  func mapViewWillStartLocatingUser(_ mapView: MKMapView) throws
  func mapViewDidStopLocatingUser(_ mapView: MKMapView) throws
  func mapView(_ mapView: MKMapView, didUpdate userLocation: MKUserLocation) throws
  func mapView(_ mapView: MKMapView, didFailToLocateUserWithError error: NSError) throws
  func mapView(
    _ mapView: MKMapView, didChange mode: MKUserTrackingMode, animated: Bool
  ) throws

  /// The view for an annotation that comes into sight; nil for the standard one.
  func mapView(_ mapView: MKMapView, viewFor annotation: any MKAnnotation) throws -> MKAnnotationView?
  func mapView(_ mapView: MKMapView, didAdd views: [MKAnnotationView]) throws
  func mapView(_ mapView: MKMapView, didSelect view: MKAnnotationView) throws
  func mapView(_ mapView: MKMapView, didDeselect view: MKAnnotationView) throws
  /// The newer forms, after those with a view.
  func mapView(_ mapView: MKMapView, didSelect annotation: any MKAnnotation) throws
  func mapView(_ mapView: MKMapView, didDeselect annotation: any MKAnnotation) throws
  func mapView(
    _ mapView: MKMapView, annotationView view: MKAnnotationView,
    calloutAccessoryControlTapped control: UIControl
  ) throws
  func mapView(
    _ mapView: MKMapView, annotationView view: MKAnnotationView,
    didChange newState: MKAnnotationViewDragState,
    fromOldState oldState: MKAnnotationViewDragState
  ) throws
  /// The annotation for several overlapping ones; nil for the standard one.
  func mapView(
    _ mapView: MKMapView, clusterAnnotationForMemberAnnotations members: [any MKAnnotation]
  ) throws -> MKClusterAnnotation?

  /// The renderer of an overlay that comes into sight; nil shows nothing.
  func mapView(_ mapView: MKMapView, rendererFor overlay: any MKOverlay) throws -> MKOverlayRenderer?
  func mapView(_ mapView: MKMapView, didAdd renderers: [MKOverlayRenderer]) throws
}

/// The callbacks of ``MKMapViewDelegate``, named as a Lua delegate names its functions.
public enum MKMapViewCallback: String, Sendable, CaseIterable {
  case regionWillChangeAnimated, regionDidChangeAnimated, mapViewDidChangeVisibleRegion
  case mapViewWillStartLoadingMap, mapViewDidFinishLoadingMap, mapViewDidFailLoadingMap
  case mapViewWillStartRenderingMap, mapViewDidFinishRenderingMap
  case mapViewWillStartLocatingUser, mapViewDidStopLocatingUser
  case didUpdateUserLocation, didFailToLocateUserWithError, didChangeUserTrackingMode
  case viewForAnnotation, didAddAnnotationViews
  case didSelectAnnotationView, didDeselectAnnotationView, didSelectAnnotation, didDeselectAnnotation
  case calloutAccessoryControlTapped, didChangeDragState
  case clusterAnnotationForMemberAnnotations
  case rendererForOverlay, didAddOverlayRenderers
}

extension MKMapViewDelegate {
  public func implements(_ callback: MKMapViewCallback) -> Bool { true }
  public func mapView(_ mapView: MKMapView, regionWillChangeAnimated animated: Bool) throws {}
  public func mapView(_ mapView: MKMapView, regionDidChangeAnimated animated: Bool) throws {}
  public func mapViewDidChangeVisibleRegion(_ mapView: MKMapView) throws {}
  public func mapViewWillStartLoadingMap(_ mapView: MKMapView) throws {}
  public func mapViewDidFinishLoadingMap(_ mapView: MKMapView) throws {}
  public func mapViewDidFailLoadingMap(_ mapView: MKMapView, withError error: NSError) throws {}
  public func mapViewWillStartRenderingMap(_ mapView: MKMapView) throws {}
  public func mapViewDidFinishRenderingMap(_ mapView: MKMapView, fullyRendered: Bool) throws {}
  public func mapViewWillStartLocatingUser(_ mapView: MKMapView) throws {}
  public func mapViewDidStopLocatingUser(_ mapView: MKMapView) throws {}
  public func mapView(_ mapView: MKMapView, didUpdate userLocation: MKUserLocation) throws {}
  public func mapView(_ mapView: MKMapView, didFailToLocateUserWithError error: NSError) throws {}
  public func mapView(_ mapView: MKMapView, didChange mode: MKUserTrackingMode, animated: Bool) throws {}
  public func mapView(
    _ mapView: MKMapView, viewFor annotation: any MKAnnotation
  ) throws -> MKAnnotationView? { nil }
  public func mapView(_ mapView: MKMapView, didAdd views: [MKAnnotationView]) throws {}
  public func mapView(_ mapView: MKMapView, didSelect view: MKAnnotationView) throws {}
  public func mapView(_ mapView: MKMapView, didDeselect view: MKAnnotationView) throws {}
  public func mapView(_ mapView: MKMapView, didSelect annotation: any MKAnnotation) throws {}
  public func mapView(_ mapView: MKMapView, didDeselect annotation: any MKAnnotation) throws {}
  public func mapView(
    _ mapView: MKMapView, annotationView view: MKAnnotationView,
    calloutAccessoryControlTapped control: UIControl
  ) throws {}
  public func mapView(
    _ mapView: MKMapView, annotationView view: MKAnnotationView,
    didChange newState: MKAnnotationViewDragState,
    fromOldState oldState: MKAnnotationViewDragState
  ) throws {}
  public func mapView(
    _ mapView: MKMapView, clusterAnnotationForMemberAnnotations members: [any MKAnnotation]
  ) throws -> MKClusterAnnotation? { nil }
  public func mapView(
    _ mapView: MKMapView, rendererFor overlay: any MKOverlay
  ) throws -> MKOverlayRenderer? { nil }
  public func mapView(_ mapView: MKMapView, didAdd renderers: [MKOverlayRenderer]) throws {}
}
