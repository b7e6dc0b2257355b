import GeoCore

/// One call that a map's delegate is waiting for.
enum MapDelegateCall {
  /// During the call the map reads as before the change.
  case regionWillChange(animated: Bool, before: Viewport)
  /// For a change that another has ended early the map reads as it was before that one.
  case regionDidChange(animated: Bool, seen: Viewport? = nil)
  /// Before the end of a change, with what the map reads then.
  case changeVisibleRegion(seen: Viewport?)
  case startLoading
  case finishLoading
  case failLoading(NSError)
  case startRendering
  case finishRendering(fully: Bool)
  case startLocating
  case stopLocating
  case updateUserLocation
  /// Not a call but the move of a map that follows the user, in its turn.
  case follow
  case failToLocate(NSError)
  case changeTrackingMode(MKUserTrackingMode, animated: Bool)
  case select(MKAnnotationView)
  case deselect(MKAnnotationView)
  case selectAnnotation(any MKAnnotation)
  case deselectAnnotation(any MKAnnotation)
  case tapCallout(MKAnnotationView, UIControl)
  case changeDragState(MKAnnotationView, MKAnnotationViewDragState, old: MKAnnotationViewDragState)
}

extension MKMapView {
  /// Makes a call whose turn has come.
  func deliver(_ call: MapDelegateCall) throws {
    switch call {
    case .regionWillChange(let animated, let before):
      try reading(before) { try delegate?.mapView(self, regionWillChangeAnimated: animated) }
    case .regionDidChange(let animated, let seen?):
      try reading(seen) { try delegate?.mapView(self, regionDidChangeAnimated: animated) }
    case .regionDidChange(let animated, nil): try delegate?.mapView(self, regionDidChangeAnimated: animated)
    case .changeVisibleRegion(let seen?):
      try reading(seen) { try delegate?.mapViewDidChangeVisibleRegion(self) }
    case .changeVisibleRegion(nil): try delegate?.mapViewDidChangeVisibleRegion(self)
    case .startLoading: try delegate?.mapViewWillStartLoadingMap(self)
    case .finishLoading: try delegate?.mapViewDidFinishLoadingMap(self)
    case .failLoading(let error): try delegate?.mapViewDidFailLoadingMap(self, withError: error)
    case .startRendering: try delegate?.mapViewWillStartRenderingMap(self)
    case .finishRendering(let fully):
      try delegate?.mapViewDidFinishRenderingMap(self, fullyRendered: fully)
    case .startLocating: try delegate?.mapViewWillStartLocatingUser(self)
    case .stopLocating: try delegate?.mapViewDidStopLocatingUser(self)
    case .updateUserLocation:
      // A previous callback may have turned it off.
      if userLocation.location != nil { try delegate?.mapView(self, didUpdate: userLocation) }
    case .follow: follow()
    case .failToLocate(let error): try delegate?.mapView(self, didFailToLocateUserWithError: error)
    case .changeTrackingMode(let mode, let animated):
      try delegate?.mapView(self, didChange: mode, animated: animated)
    case .select(let view):
      view.waitingCalls -= 1
      try delegate?.mapView(self, didSelect: view)
    case .deselect(let view):
      view.waitingCalls -= 1
      try delegate?.mapView(self, didDeselect: view)
    case .selectAnnotation(let annotation): try delegate?.mapView(self, didSelect: annotation)
    case .deselectAnnotation(let annotation): try delegate?.mapView(self, didDeselect: annotation)
    case .tapCallout(let view, let control):
      view.waitingCalls -= 1
      try delegate?.mapView(self, annotationView: view, calloutAccessoryControlTapped: control)
    case .changeDragState(let view, let new, let old):
      view.waitingCalls -= 1
      view.reported = new
      defer { view.reported = nil }
      try delegate?.mapView(self, annotationView: view, didChange: new, fromOldState: old)
    }
  }
}
