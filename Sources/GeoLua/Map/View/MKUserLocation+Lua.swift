public import Geo
public import LuaBridge

extension MKUserLocation: LuaObject {
  static func bind(_ c: LuaBinder<MKUserLocation>) {
    c.summary("The annotation of the user's location on a map.")
    c.property("coordinate", .none, "The user's coordinate; invalid before the first fix.") { $0.coordinate }
    c.property("location", .none, "The latest fix; nil before the first.") { $0.location }
    c.property("heading", .none, "The device's heading; nil unless the map turns with it.") { $0.heading }
    c.property("updating", .none, "Whether the map is locating the user and has permission to.") {
      $0.isUpdating
    }
    c.property("title", .none, "The callout's first line.") {
      $0.title
    } set: { (me: MKUserLocation, title: String?) in
      me.title = title
    }
    c.property("subtitle", .none, "The callout's second line.") {
      $0.subtitle
    } set: { (me: MKUserLocation, subtitle: String?) in
      me.subtitle = subtitle
    }
  }
}
