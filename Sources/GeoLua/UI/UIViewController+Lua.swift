import Geo
import LuaBridge

extension UIViewController {
  static func bind(_ c: LuaBinder<UIViewController>) {
    c.summary("What looks after a view: makes it when first asked for, then prepares it.")
    c.open(overridable: ViewMethod.responderNames + ["viewDidLoad"])
    let charging = ViewCharge(c.machine)
    c.initializer { try charging.made(UIViewController()) }
    c.scriptedInitializer { try charging.made(ScriptedViewController()) }
    c.property("view", .none, "Its view, made at the first reading.") {
      try $0.loadedView()
    } set: { (me: UIViewController, view: UIView?) in
      me.setView(view)
    }
    c.property("title", .none, "Its title; nil for none.") {
      $0.title
    } set: { [unowned machine = c.machine] (me: UIViewController, title: String?) in
      try machine.charge(title, as: "title", to: &me.memory)
      me.title = title
    }
    c.property("isViewLoaded", .none, "Whether its view has been made.") { $0.isViewLoaded }
    c.method("viewDidLoad", "Called once its view has been made; the base does nothing.") {
      try LuaScript.callingBase(of: $0, ScriptedViewController.viewDidLoadSlot) { try $0.viewDidLoad() }
    }
  }
}

/// What an instance of a script's subclass of `UIViewController` is.
final class ScriptedViewController: UIViewController, LuaScripted {
  static let viewDidLoadSlot = Int32(ViewMethod.responderNames.count)
  let script = LuaScript()

  override func viewDidLoad() throws {
    let isDone: Void? = try script.override(ScriptedViewController.viewDidLoadSlot, of: self) { _ in
      0
    } result: { _, _ in
    }
    if isDone == nil { try super.viewDidLoad() }
  }

  override func touchesBegan(_ touches: [UITouch], with event: UIEvent?) throws {
    try script.call(.touchesBegan, of: self, touches, event) { try super.touchesBegan(touches, with: event) }
  }

  override func touchesMoved(_ touches: [UITouch], with event: UIEvent?) throws {
    try script.call(.touchesMoved, of: self, touches, event) { try super.touchesMoved(touches, with: event) }
  }

  override func touchesEnded(_ touches: [UITouch], with event: UIEvent?) throws {
    try script.call(.touchesEnded, of: self, touches, event) { try super.touchesEnded(touches, with: event) }
  }

  override func touchesCancelled(_ touches: [UITouch], with event: UIEvent?) throws {
    try script.call(.touchesCancelled, of: self, touches, event) {
      try super.touchesCancelled(touches, with: event)
    }
  }
}
