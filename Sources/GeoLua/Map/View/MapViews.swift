import Geo
import LuaBridge

/// The map view and its related classes.
enum MapViews {
  static func declareStructs(_ machine: LuaMachine) {
    machine.add(UIEdgeInsets.self)
  }

  static func declareClasses(_ machine: LuaMachine) {
    machine.add(MKMapConfiguration.self, name: "MKMapConfiguration", swiftBytes: 32) {
      MKMapConfiguration.bind($0)
    }
    machine.add(
      MKStandardMapConfiguration.self, name: "MKStandardMapConfiguration", base: MKMapConfiguration.self,
      swiftBytes: 32
    ) { MKStandardMapConfiguration.bind($0) }
    machine.add(
      MKImageryMapConfiguration.self, name: "MKImageryMapConfiguration", base: MKMapConfiguration.self,
      swiftBytes: 32
    ) { MKImageryMapConfiguration.bind($0) }
    machine.add(
      MKHybridMapConfiguration.self, name: "MKHybridMapConfiguration", base: MKMapConfiguration.self,
      swiftBytes: 32
    ) { MKHybridMapConfiguration.bind($0) }
    machine.add(
      MKMapCameraZoomRange.self, name: "MKMapCameraZoomRange", swiftBytes: 32, MKMapCameraZoomRange.bind)
    machine.add(
      MKMapCameraBoundary.self, name: "MKMapCameraBoundary", swiftBytes: 80, MKMapCameraBoundary.bind)
    machine.add(MKMapCamera.self, name: "MKMapCamera", swiftBytes: 64, MKMapCamera.bind)
    machine.add(MKMapView.self, name: "MKMapView", base: UIView.self, swiftBytes: 1216) { MKMapView.bind($0) }
    machine.add(MKUserLocation.self, name: "MKUserLocation", swiftBytes: 160, MKUserLocation.bind)
    machine.add(ScriptedMapDelegate.catalogRecord)
    machine.add(
      MKMapSnapshotOptions.self, name: "MKMapSnapshotOptions", swiftBytes: 240, MKMapSnapshotOptions.bind)
    machine.add(MKMapSnapshotter.self, name: "MKMapSnapshotter", swiftBytes: 400, MKMapSnapshotter.bind)
    machine.add(MKMapSnapshot.self, name: "MKMapSnapshot", swiftBytes: 160, MKMapSnapshot.bind)
  }

  static func declareFunctions(_ g: LuaScope) {
    g.constants(MKMapType.self, "The kind of map.")
    g.constants(MKMapElevationStyle.self, "Whether a map shows heights.")
    g.constants(MKStandardMapEmphasisStyle.self, "How strong the colors of a map are.")
    g.constant(
      "MKMapCameraZoomDefault", MKMapCameraZoomDefault, .meters, "The distance of a bound that is not set.")
    g.constants(MKUserTrackingMode.self, "The way a map follows the user.")
    g.constant("MKErrorDomain", MKErrorDomain, "The domain of Map Kit's errors.")
    for error in MKErrorCode.allCases {
      g.constant(error.constantName, Double(error.rawValue), .one, error.sentence)
    }
    g.function(
      "UIEdgeInsetsMake", ["top", "left", "bottom", "right"], .none,
      "Returns the insets; arguments run counterclockwise from the top."
    ) { (top: Number, left: Number, bottom: Number, right: Number) in
      UIEdgeInsetsMake(top.value, left.value, bottom.value, right.value)
    }
    g.constant("UIEdgeInsetsZero", UIEdgeInsets.zero, "No insets.")
  }
}
