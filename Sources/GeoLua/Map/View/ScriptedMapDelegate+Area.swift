import Geo
import LuaBridge

// The visible area and the user.
extension ScriptedMapDelegate {
  func mapView(_ mapView: MKMapView, regionWillChangeAnimated animated: Bool) throws {
    try call(.regionWillChangeAnimated, mapView, mapView.areaFields(animated), 1) { animated.push($0) }
  }

  func mapView(_ mapView: MKMapView, regionDidChangeAnimated animated: Bool) throws {
    try call(.regionDidChangeAnimated, mapView, mapView.areaFields(animated), 1) { animated.push($0) }
  }

  func mapViewDidChangeVisibleRegion(_ mapView: MKMapView) throws {
    try call(.mapViewDidChangeVisibleRegion, mapView)
  }

  func mapViewWillStartLoadingMap(_ mapView: MKMapView) throws {
    try call(.mapViewWillStartLoadingMap, mapView)
  }

  func mapViewDidFinishLoadingMap(_ mapView: MKMapView) throws {
    try call(.mapViewDidFinishLoadingMap, mapView)
  }

  func mapViewDidFailLoadingMap(_ mapView: MKMapView, withError error: NSError) throws {
    try call(.mapViewDidFailLoadingMap, mapView, error.fields, 1) { error.push($0) }
  }

  func mapViewWillStartRenderingMap(_ mapView: MKMapView) throws {
    try call(.mapViewWillStartRenderingMap, mapView)
  }

  func mapViewDidFinishRenderingMap(_ mapView: MKMapView, fullyRendered: Bool) throws {
    try call(.mapViewDidFinishRenderingMap, mapView, [("fullyRendered", .bool(fullyRendered))], 1) {
      fullyRendered.push($0)
    }
  }

  func mapViewWillStartLocatingUser(_ mapView: MKMapView) throws {
    try call(.mapViewWillStartLocatingUser, mapView)
  }

  func mapViewDidStopLocatingUser(_ mapView: MKMapView) throws {
    try call(.mapViewDidStopLocatingUser, mapView)
  }

  func mapView(_ mapView: MKMapView, didUpdate userLocation: MKUserLocation) throws {
    try call(.didUpdateUserLocation, mapView, userLocation.fields, 1) {
      AnnotationValue(userLocation).push($0)
    }
  }

  func mapView(_ mapView: MKMapView, didFailToLocateUserWithError error: NSError) throws {
    try call(.didFailToLocateUserWithError, mapView, error.fields, 1) { error.push($0) }
  }

  func mapView(_ mapView: MKMapView, didChange mode: MKUserTrackingMode, animated: Bool) throws {
    let fields: [(name: String, value: JSONValue)] = [
      ("mode", .integer(Int64(mode.rawValue))), ("animated", .bool(animated)),
    ]
    try call(.didChangeUserTrackingMode, mapView, fields, 2) {
      mode.rawValue.push($0)
      animated.push($0)
    }
  }
}

extension MKMapView {
  /// The fields of the visible region.
  fileprivate func areaFields(_ animated: Bool) -> [(name: String, value: JSONValue)] {
    let region = region
    return [
      ("animated", .bool(animated)),
      ("latitude", .degrees(region.center.latitude)), ("longitude", .degrees(region.center.longitude)),
      ("latitudeDelta", .degrees(region.span.latitudeDelta)),
      ("longitudeDelta", .degrees(region.span.longitudeDelta)),
    ]
  }
}

extension JSONValue {
  /// Degrees rounded to a tenth of a millimeter. Values computed from map points end in meaningless digits
  /// that differ between machines.
  static func degrees(_ value: CLLocationDegrees) -> JSONValue { .number((value * 1e9).rounded() / 1e9) }
}

extension MKUserLocation {
  /// The fields of the fix as in the event log, and the heading.
  fileprivate var fields: [(name: String, value: JSONValue)] {
    (location?.fields ?? []) + (heading.map { [("heading", .object($0.fields))] } ?? [])
  }
}
