import Geo
import LuaBridge

/// The classes of annotations and of their views, with their constants.
enum MapAnnotations {
  static func declareClasses(_ machine: LuaMachine) {
    machine.add(
      LuaCatalog.ProtocolType(
        name: "MKAnnotation", summary: "A marker on a map.",
        fields: [
          .init(
            "coordinate", type: "CLLocationCoordinate2D", isReadOnly: false,
            summary: "The position on the map."),
          .init("title", type: "string?", isReadOnly: false, summary: "The callout's first line."),
          .init("subtitle", type: "string?", isReadOnly: false, summary: "The callout's second line."),
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
    machine.add(MKMarkerAnnotationView.self, name: "MKMarkerAnnotationView", base: MKAnnotationView.self) {
      MKMarkerAnnotationView.bind($0)
    }
    machine.add(MKUserLocationView.self, name: "MKUserLocationView", base: MKAnnotationView.self) {
      MKUserLocationView.bind($0)
    }
  }

  static func declareConstants(_ g: LuaScope) {
    g.constants(MKAnnotationViewDragState.self, "The state of dragging an annotation view.")
    g.constants(MKAnnotationViewCollisionMode.self, "The shape used for detecting overlapping views.")
    g.constants(MKPinAnnotationColor.self, "The colors of classic pins.")
    g.constants(MKFeatureVisibility.self, "When a map shows a part of a feature.")
    let priorities = [
      ("Required", MKFeatureDisplayPriorityRequired), ("DefaultHigh", MKFeatureDisplayPriorityDefaultHigh),
      ("DefaultLow", MKFeatureDisplayPriorityDefaultLow),
    ]
    for (name, value) in priorities {
      g.constant(
        "MKFeatureDisplayPriority\(name)", value, .one, "The priority of a view among overlapping views.")
    }
    g.constant(
      "MKMapViewDefaultAnnotationViewReuseIdentifier", MKMapViewDefaultAnnotationViewReuseIdentifier,
      "The identifier of the view class for annotations without a view from the delegate.")
    g.constant(
      "MKMapViewDefaultClusterAnnotationViewReuseIdentifier",
      MKMapViewDefaultClusterAnnotationViewReuseIdentifier,
      "The identifier of the view class for clusters without a view from the delegate.")
  }
}
