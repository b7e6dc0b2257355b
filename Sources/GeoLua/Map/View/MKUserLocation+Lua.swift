public import Geo
public import LuaBridge

extension MKUserLocation: LuaObject {
  static func bind(_ c: LuaBinder<MKUserLocation>) {
    c.summary("Where the user is, as an annotation of a map that shows it.")
    c.property("coordinate", .none, "Where the user is; invalid before the first fix.") { $0.coordinate }
    c.property("location", .none, "The last fix, nil before the first.") { $0.location }
    c.property("heading", .none, "Where the device points; nil unless the map turns with it.") { $0.heading }
    c.property("updating", .none, "Whether the map looks for the user and may do so.") { $0.isUpdating }
    c.property("title", .none, "The first line of its callout.") {
      $0.title
    } set: { (me: MKUserLocation, title: String?) in
      me.title = title
    }
    c.property("subtitle", .none, "The second line of its callout.") {
      $0.subtitle
    } set: { (me: MKUserLocation, subtitle: String?) in
      me.subtitle = subtitle
    }
  }
}
