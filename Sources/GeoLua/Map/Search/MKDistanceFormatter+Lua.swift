public import Geo
public import LuaBridge

extension MKDistanceFormatter: LuaObject {
  static func bind(_ c: LuaBinder<MKDistanceFormatter>) {
    c.summary("Writes distances as people say them: `1.2 km`.")
    c.initializer { MKDistanceFormatter() }
    c.property(
      "units", .one, "Which units a distance has, an `MKDistanceFormatterUnits…`.", get: { $0.units },
      set: { $0.units = $1 })
    c.property(
      "unitStyle", .one, "How units are written, an `MKDistanceFormatterUnitStyle…`.",
      get: { $0.unitStyle }, set: { $0.unitStyle = $1 })
    c.method("stringFromDistance", ["distance"], .none, "Returns a distance in meters as text.") {
      (me: MKDistanceFormatter, distance: Number) in me.string(fromDistance: distance.value)
    }
    c.method(
      "distanceFromString", ["text"], .meters,
      "Returns the meters of a text; −1 if the text is not a distance."
    ) { (me: MKDistanceFormatter, text: String) in me.distance(from: text) }
  }
}
