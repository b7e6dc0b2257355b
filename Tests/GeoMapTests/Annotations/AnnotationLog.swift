import GeoCore
import GeoLocation
import GeoTesting

@testable import GeoMap

/// Writes down what a map tells of its annotations, each call as one line.
final class AnnotationLog: MKMapViewDelegate {
  var lines: [String] = []
  /// The view for an annotation; the standard one without it.
  var makeView: ((MKMapView, any MKAnnotation) throws -> MKAnnotationView?)?
  var makeCluster: (([any MKAnnotation]) -> MKClusterAnnotation?)?
  /// Called inside each callback, after it is written down.
  var onCall: ((String) -> Void)?

  private func note(_ line: String) {
    lines.append(line)
    onCall?(line)
  }

  func mapView(_ mapView: MKMapView, viewFor annotation: any MKAnnotation) throws -> MKAnnotationView? {
    note("view \(annotation.title ?? "?")")
    return try makeView?(mapView, annotation)
  }

  func mapView(_ mapView: MKMapView, didAdd views: [MKAnnotationView]) {
    note("added " + views.map { $0.annotation?.title ?? "?" }.joined(separator: " "))
  }

  func mapView(_ mapView: MKMapView, didSelect view: MKAnnotationView) {
    note("select \(view.annotation?.title ?? "?")")
  }

  func mapView(_ mapView: MKMapView, didDeselect view: MKAnnotationView) {
    note("deselect \(view.annotation?.title ?? "?")")
  }

  func mapView(
    _ mapView: MKMapView, annotationView view: MKAnnotationView,
    calloutAccessoryControlTapped control: UIControl
  ) { note("tapped \(view.annotation?.title ?? "?")") }

  func mapView(
    _ mapView: MKMapView, annotationView view: MKAnnotationView,
    didChange newState: MKAnnotationViewDragState,
    fromOldState oldState: MKAnnotationViewDragState
  ) {
    let longitude = (view.annotation?.coordinate.longitude ?? 0).rounded()
    note("\(oldState) → \(newState), reads \(view.dragState), at \(Int(longitude))")
  }

  func mapView(
    _ mapView: MKMapView, clusterAnnotationForMemberAnnotations members: [any MKAnnotation]
  ) -> MKClusterAnnotation? {
    note("cluster " + members.map { $0.title ?? "?" }.joined(separator: " "))
    return makeCluster?(members)
  }
}

/// A phone with a map of 800 × 600 points that shows the world from 85° west to 85° east or so, and annotations.
final class AnnotatedMap {
  let phone = Phone()
  let map: MKMapView
  let log = AnnotationLog()
  /// What was reported through the device.
  var errors: [String] = []

  init() {
    map = MKMapView(device: phone.device)
    map.delegate = log
    phone.device.hooks.onError = { [unowned self] in errors.append("\($0)") }
    look(at: 0)
  }

  /// Shows 20° of longitude around that.
  func look(at longitude: Double, latitude: Double = 0, span: Double = 20) {
    map.region = MKCoordinateRegion(
      center: CLLocationCoordinate2D(latitude: latitude, longitude: longitude),
      span: MKCoordinateSpan(latitudeDelta: span * 0.7, longitudeDelta: span))
    settle()
  }

  func settle() { phone.device.deliver() }

  @discardableResult
  func pin(_ title: String, _ longitude: Double, _ latitude: Double = 0) -> MKPointAnnotation {
    let pin = MKPointAnnotation(
      coordinate: CLLocationCoordinate2D(latitude: latitude, longitude: longitude), title: title)
    map.addAnnotation(pin)
    return pin
  }

  /// The calls since the last reading, after delivering those that wait.
  func told() -> [String] {
    settle()
    defer { log.lines = [] }
    return log.lines
  }
}
