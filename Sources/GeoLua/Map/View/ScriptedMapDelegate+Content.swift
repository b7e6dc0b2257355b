import Geo
import LuaBridge

// Annotations, their views, and overlays.
extension ScriptedMapDelegate {
  func mapView(_ mapView: MKMapView, viewFor annotation: any MKAnnotation) throws -> MKAnnotationView? {
    try ask(.viewForAnnotation, mapView, AnnotationValue(annotation), annotation.recordFields)
  }

  func mapView(_ mapView: MKMapView, didAdd views: [MKAnnotationView]) throws {
    try call(
      .didAddAnnotationViews, mapView,
      [("annotations", .array(views.map { .object($0.annotationFields) }))], 1
    ) { views.push($0) }
  }

  func mapView(_ mapView: MKMapView, didSelect view: MKAnnotationView) throws {
    try call(.didSelectAnnotationView, mapView, view.annotationFields, 1) { view.push($0) }
  }

  func mapView(_ mapView: MKMapView, didDeselect view: MKAnnotationView) throws {
    try call(.didDeselectAnnotationView, mapView, view.annotationFields, 1) { view.push($0) }
  }

  func mapView(_ mapView: MKMapView, didSelect annotation: any MKAnnotation) throws {
    try call(.didSelectAnnotation, mapView, annotation.recordFields, 1) {
      AnnotationValue(annotation).push($0)
    }
  }

  func mapView(_ mapView: MKMapView, didDeselect annotation: any MKAnnotation) throws {
    try call(.didDeselectAnnotation, mapView, annotation.recordFields, 1) {
      AnnotationValue(annotation).push($0)
    }
  }

  func mapView(
    _ mapView: MKMapView, annotationView view: MKAnnotationView,
    calloutAccessoryControlTapped control: UIControl
  ) throws {
    try call(.calloutAccessoryControlTapped, mapView, view.annotationFields, 2) {
      view.push($0)
      control.push($0)
    }
  }

  func mapView(
    _ mapView: MKMapView, annotationView view: MKAnnotationView,
    didChange newState: MKAnnotationViewDragState,
    fromOldState oldState: MKAnnotationViewDragState
  ) throws {
    let states: [(name: String, value: JSONValue)] = [
      ("newState", .integer(Int64(newState.rawValue))), ("oldState", .integer(Int64(oldState.rawValue))),
    ]
    try call(.didChangeDragState, mapView, view.annotationFields + states, 3) {
      view.push($0)
      newState.rawValue.push($0)
      oldState.rawValue.push($0)
    }
  }

  func mapView(
    _ mapView: MKMapView, clusterAnnotationForMemberAnnotations members: [any MKAnnotation]
  ) throws -> MKClusterAnnotation? {
    try ask(
      .clusterAnnotationForMemberAnnotations, mapView, members.map { AnnotationValue($0) },
      [("annotations", .array(members.map { .object($0.recordFields) }))])
  }

  func mapView(_ mapView: MKMapView, rendererFor overlay: any MKOverlay) throws -> MKOverlayRenderer? {
    try ask(.rendererForOverlay, mapView, OverlayValue(overlay), overlay.overlayFields)
  }

  func mapView(_ mapView: MKMapView, didAdd renderers: [MKOverlayRenderer]) throws {
    try call(
      .didAddOverlayRenderers, mapView,
      [("overlays", .array(renderers.map { .object($0.overlay.overlayFields) }))], 1
    ) { renderers.push($0) }
  }
}

extension MKAnnotation {
  /// Fields that identify the annotation of a record.
  fileprivate var recordFields: [(name: String, value: JSONValue)] {
    (title.map { [("annotation", .string($0))] } ?? []) + placeFields
  }

  fileprivate var placeFields: [(name: String, value: JSONValue)] {
    guard CLLocationCoordinate2DIsValid(coordinate) else { return [] }
    return [("latitude", .degrees(coordinate.latitude)), ("longitude", .degrees(coordinate.longitude))]
  }
}

extension MKOverlay {
  /// Fields that identify the overlay of a record.
  fileprivate var overlayFields: [(name: String, value: JSONValue)] {
    (title.map { [("overlay", .string($0))] } ?? []) + placeFields
  }
}

extension MKAnnotationView {
  fileprivate var annotationFields: [(name: String, value: JSONValue)] { annotation?.recordFields ?? [] }
}
