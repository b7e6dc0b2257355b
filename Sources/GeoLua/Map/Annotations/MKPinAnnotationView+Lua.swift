import Geo
import LuaBridge

extension MKPinAnnotationView {
  static func bind(_ c: LuaBinder<MKPinAnnotationView>) {
    c.summary("A pin whose tip is at the coordinate.")
    c.open(overridable: Overridable.annotationViewNames)
    let charging = ViewCharge(c.machine)
    c.initializer(["annotation", "reuseIdentifier"]) { (annotation: AnnotationValue?, identifier: String?) in
      try charging.made(MKPinAnnotationView(annotation: annotation?.object, reuseIdentifier: identifier))
    }
    c.property(
      "pinColor", .one, "The color of the pin's head, an `MKPinAnnotationColor…`.", get: { $0.pinColor },
      set: { $0.pinColor = $1 })
    c.property(
      "pinTintColor", .none, "The color of the pin's head, any `UIColor`.", get: { $0.pinTintColor },
      set: { $0.pinTintColor = $1 })
    c.property(
      "animatesDrop", .none, "Whether the pin drops onto the map when it comes into view.",
      get: { $0.animatesDrop }, set: { $0.animatesDrop = $1 })
    for color in MKPinAnnotationColor.allCases {
      c.classMethod("\(color)PinColor", .none, "Returns the color of a \(color) pin.") { color.color }
    }
  }
}

extension MKUserLocationView {
  static func bind(_ c: LuaBinder<MKUserLocationView>) {
    c.summary("The standard view of the user's location: a dot.")
    let charging = ViewCharge(c.machine)
    c.initializer(["annotation", "reuseIdentifier"]) { (annotation: AnnotationValue?, identifier: String?) in
      try charging.made(MKUserLocationView(annotation: annotation?.object, reuseIdentifier: identifier))
    }
  }
}
