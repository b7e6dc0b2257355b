public import Geo
public import LuaBridge

extension UIResponder: LuaObject {
  static func bind(_ c: LuaBinder<UIResponder>) {
    c.summary("An object that can respond to touches, or pass them along the responder chain.")
    c.property("nextResponder", .none, "The next responder: a view's controller or superview.") {
      $0.nextResponder
    }
    typealias Touching = (UIResponder) -> ([UITouch], UIEvent?) throws -> Void
    let methods: [(Overridable, String, Touching)] = [
      (.touchesBegan, "Called when fingers touch it.", { $0.touchesBegan }),
      (.touchesMoved, "Called when fingers that started on it move.", { $0.touchesMoved }),
      (.touchesEnded, "Called when fingers that started on it are lifted.", { $0.touchesEnded }),
      (
        .touchesCancelled, "Called when something interrupts the touches, such as a phone call.",
        { $0.touchesCancelled }
      ),
    ]
    for (method, summary, touching) in methods {
      c.method("\(method)", ["touches", "event"], summary + " The base class passes it on.") {
        (me: UIResponder, touches: [UITouch], event: UIEvent?) in
        try touching(me)(touches, event)
      }
      c.alias("\(method)_withEvent", of: "\(method)")
    }
  }
}
