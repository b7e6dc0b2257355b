import Geo
import LuaBridge

extension UIViewController {
  static func bind(_ c: LuaBinder<UIViewController>) {
    c.summary("What looks after a view: makes it when first asked for, then prepares it.")
    c.open(overridable: Overridable.controllerNames)
    let charging = ViewCharge(c.machine)
    c.initializer { try charging.made(UIViewController()) }
    c.property("view", .none, "Its view, made at the first reading.") {
      try $0.loadedView()
    } set: { (me: UIViewController, view: UIView?) in
      me.setView(view)
    }
    c.text("title", "Its title; nil for none.", \.title, paidBy: \.memory)
    c.property("isViewLoaded", .none, "Whether its view has been made.") { $0.isViewLoaded }
    c.method("viewDidLoad", "Called once its view has been made; the base does nothing.") {
      try $0.viewDidLoad()
    }
  }
}
