public import Geo
public import LuaBridge

extension MKShape: LuaObject {
  static func bind(_ c: LuaBinder<MKShape>) {
    c.summary(
      "Base class of the host's annotations and overlays: a title and a subtitle for the callout.")
    c.open()
    c.initializer { MKShape() }
    c.scriptedInitializer { ScriptedShape() }
    c.text(
      "title", "The callout's title; without a title there is no callout.", get: { $0.title },
      set: { $0.title = $1 }, paidBy: \.memory)
    c.text(
      "subtitle", "The callout's second line.", get: { $0.subtitle }, set: { $0.subtitle = $1 },
      paidBy: \.memory)
    c.property(
      "coordinate", .none, "The coordinate; can be set for points and for your own shapes."
    ) {
      $0.coordinate
    } set: { (me: MKShape, coordinate: CLLocationCoordinate2D) in
      switch me {
      case let point as MKPointAnnotation: point.coordinate = coordinate
      case let shape as ScriptedShape: shape.setCoordinate(coordinate)
      default:
        throw LuaMessage("the coordinate of this \(type(of: me)) follows from its shape and cannot be set")
      }
    }
  }
}

/// An instance of a script's subclass of `MKShape`: the script provides its coordinate.
final class ScriptedShape: MKShape, MovableAnnotation, LuaScripted {
  let script = LuaScript()
  private var place = kCLLocationCoordinate2DInvalid

  override var coordinate: CLLocationCoordinate2D { place }

  func setCoordinate(_ coordinate: CLLocationCoordinate2D) {
    place = coordinate
    observers.changed(self, .coordinate)
  }
}

extension MKPointAnnotation {
  static func bind(_ c: LuaBinder<MKPointAnnotation>) {
    c.summary("An annotation at a point. Its coordinate, title and subtitle can be set.")
    c.open(overridable: ["setCoordinate"])
    let charge = ShapeCharge(c.machine)
    c.initializer(["coordinate", "title", "subtitle"]) {
      (coordinate: CLLocationCoordinate2D?, title: String?, subtitle: String?) in
      try charge.titled(
        MKPointAnnotation(
          coordinate: coordinate ?? kCLLocationCoordinate2DInvalid, title: title, subtitle: subtitle))
    }
    c.scriptedInitializer(["coordinate", "title", "subtitle"]) {
      (coordinate: CLLocationCoordinate2D?, title: String?, subtitle: String?) in
      try charge.titled(
        ScriptedPointAnnotation(
          coordinate: coordinate ?? kCLLocationCoordinate2DInvalid, title: title, subtitle: subtitle))
    }
    c.method("setCoordinate", ["coordinate"], "Moves the annotation; called by a drag.") {
      (me: MKPointAnnotation, coordinate: CLLocationCoordinate2D) in
      try LuaScript.callingBase(of: me, 0) { try $0.setCoordinate(coordinate) }
    }
  }
}

/// An instance of a script's subclass of `MKPointAnnotation`.
final class ScriptedPointAnnotation: MKPointAnnotation, LuaScripted {
  let script = LuaScript()

  override func setCoordinate(_ coordinate: CLLocationCoordinate2D) throws {
    let isDone: Void? = try script.override(0, of: self) { stack in
      coordinate.push(stack)
      return 1
    } result: { _, _ in
    }
    if isDone == nil { try super.setCoordinate(coordinate) }
  }
}
