public import Geo
public import LuaBridge

extension UIResponder: LuaObject {
  static func bind(_ c: LuaBinder<UIResponder>) {
    c.summary("What can answer to a touch, or leave it to the next in the chain.")
    c.property("nextResponder", .none, "The next responder: a view's controller or superview.") {
      $0.nextResponder
    }
    typealias Touching = (UIResponder) -> ([UITouch], UIEvent?) throws -> Void
    let methods: [(Overridable, String, Touching)] = [
      (.touchesBegan, "Fingers came down on it.", { $0.touchesBegan }),
      (.touchesMoved, "Fingers that began on it have moved.", { $0.touchesMoved }),
      (.touchesEnded, "Fingers that began on it were lifted.", { $0.touchesEnded }),
      (.touchesCancelled, "Something took the fingers away, such as a call.", { $0.touchesCancelled }),
    ]
    for (method, summary, touching) in methods {
      c.method("\(method)", ["touches", "event"], summary + " The base passes it on.") {
        (me: UIResponder, touches: [UITouch], event: UIEvent?) in
        try touching(me)(touches, event)
      }
      c.alias("\(method)_withEvent", of: "\(method)")
    }
  }
}
