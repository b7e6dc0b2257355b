public import Geo
public import LuaBridge

extension UITouch: LuaObject {
  static func bind(_ c: LuaBinder<UITouch>) {
    c.summary("A finger on the screen, from when it comes down to when it leaves.")
    c.property("phase", .one, "Its phase, a `UITouchPhase…`.") { $0.phase.rawValue }
    c.property("view", .none, "The view that it began on, nil on the bare map.") { $0.view }
    c.property("timestamp", .seconds, "When it last changed, since 1970 on the device's clock.") {
      $0.timestamp
    }
    c.property("tapCount", .one, "How many times in a row it was tapped.") { $0.tapCount }
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
    c.summary("What happened to the fingers on the screen at one moment.")
    c.property("allTouches", .none, "The fingers on the screen.") { $0.allTouches }
    c.property("timestamp", .seconds, "When it happened, since 1970 on the device's clock.") { $0.timestamp }
  }
}
