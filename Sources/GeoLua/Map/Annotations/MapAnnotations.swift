import Geo
import LuaBridge

/// The classes of annotations and of their views, with their constants.
enum MapAnnotations {
  static func declareClasses(_ machine: LuaMachine) {
    machine.add(
      LuaCatalog.ProtocolType(
        name: "MKAnnotation", summary: "A marker on a map.",
        fields: [
          .init("coordinate", type: "CLLocationCoordinate2D", isReadOnly: false, summary: "Its coordinate."),
          .init("title", type: "string?", isReadOnly: false, summary: "The first line of its callout."),
          .init("subtitle", type: "string?", isReadOnly: false, summary: "The second line of its callout."),
        ]))
    machine.add(MKShape.self, name: "MKShape", swiftBytes: 112) { MKShape.bind($0) }
    machine.add(MKPointAnnotation.self, name: "MKPointAnnotation", base: MKShape.self, swiftBytes: 128) {
      MKPointAnnotation.bind($0)
    }
    machine.add(MKPlacemark.self, name: "MKPlacemark", base: CLPlacemark.self, swiftBytes: 600) {
      MKPlacemark.bind($0)
    }
    machine.add(
      MKClusterAnnotation.self, name: "MKClusterAnnotation", swiftBytes: 112, MKClusterAnnotation.bind)
    machine.add(MKAnnotationView.self, name: "MKAnnotationView", base: UIView.self) {
      MKAnnotationView.bind($0)
    }
    machine.add(MKPinAnnotationView.self, name: "MKPinAnnotationView", base: MKAnnotationView.self) {
      MKPinAnnotationView.bind($0)
    }
    machine.add(MKUserLocationView.self, name: "MKUserLocationView", base: MKAnnotationView.self) {
      MKUserLocationView.bind($0)
    }
  }

  static func declareConstants(_ g: LuaScope) {
    g.constants(MKAnnotationViewDragState.self, "The states of a view's drag.")
    g.constants(MKAnnotationViewCollisionMode.self, "What part of its frame a view wants for itself.")
    g.constants(MKPinAnnotationColor.self, "The colours of old pins.")
    let priorities = [
      ("Required", MKFeatureDisplayPriorityRequired), ("DefaultHigh", MKFeatureDisplayPriorityDefaultHigh),
      ("DefaultLow", MKFeatureDisplayPriorityDefaultLow),
    ]
    for (name, value) in priorities {
      g.constant(
        "MKFeatureDisplayPriority\(name)", value, .one, "Which view is hidden where views would overlap.")
    }
    g.constant(
      "MKMapViewDefaultAnnotationViewReuseIdentifier", MKMapViewDefaultAnnotationViewReuseIdentifier,
      "The identifier whose class serves annotations that the delegate has no view for.")
    g.constant(
      "MKMapViewDefaultClusterAnnotationViewReuseIdentifier",
      MKMapViewDefaultClusterAnnotationViewReuseIdentifier, "The same for clusters.")
  }
}
