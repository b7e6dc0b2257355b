import Geo
import LuaBridge

/// The map view with what it hands out.
enum MapViews {
  static func declareStructs(_ machine: LuaMachine) {
    machine.add(UIEdgeInsets.self)
  }

  static func declareClasses(_ machine: LuaMachine) {
    machine.add(MKMapCamera.self, name: "MKMapCamera", swiftBytes: 64, MKMapCamera.bind)
    machine.add(MKMapView.self, name: "MKMapView", base: UIView.self, swiftBytes: 1200) { MKMapView.bind($0) }
  }

  static func declareFunctions(_ g: LuaScope) {
    g.constants(MKMapType.self, "What kind of map is shown.")
    g.function(
      "UIEdgeInsetsMake", ["top", "left", "bottom", "right"], .none,
      "Returns the insets, counterclockwise from the top."
    ) { (top: Number, left: Number, bottom: Number, right: Number) in
      UIEdgeInsetsMake(top.value, left.value, bottom.value, right.value)
    }
    g.constant("UIEdgeInsetsZero", UIEdgeInsets.zero, "No insets.")
  }
}
