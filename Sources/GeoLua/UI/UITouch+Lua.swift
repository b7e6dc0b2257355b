public import Geo
public import LuaBridge

extension UITouch: LuaObject {
  static func bind(_ c: LuaBinder<UITouch>) {
    c.summary("A finger on the screen, from touching down to lifting.")
    c.property("phase", .one, "The phase, a `UITouchPhase…`.") { $0.phase.rawValue }
    c.property("view", .none, "The view that it started on; nil on the bare map.") { $0.view }
    c.property("timestamp", .seconds, "The device time of its last change, since 1970.") {
      $0.timestamp
    }
    c.property("tapCount", .one, "The number of consecutive taps.") { $0.tapCount }
    c.method(
      "locationInView", ["view"], .none, "Returns its position in a view's coordinates; nil for the map's."
    ) {
      (me: UITouch, view: UIView?) in me.location(in: view)
    }
    c.method(
      "previousLocationInView", ["view"], .none, "Returns its previous position."
    ) { (me: UITouch, view: UIView?) in me.previousLocation(in: view) }
  }
}

extension UIEvent: LuaObject {
  static func bind(_ c: LuaBinder<UIEvent>) {
    c.summary("The touches on the screen at one moment.")
    c.property("allTouches", .none, "All touches on the screen.") { $0.allTouches }
    c.property("timestamp", .seconds, "The device time of the event, since 1970.") { $0.timestamp }
  }
}
