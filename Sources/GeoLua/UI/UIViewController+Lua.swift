import Geo
import LuaBridge

extension UIViewController {
  static func bind(_ c: LuaBinder<UIViewController>) {
    c.summary("Manages a view: creates it at first use, then prepares it.")
    c.open(overridable: Overridable.controllerNames)
    let charging = ViewCharge(c.machine)
    c.initializer { try charging.made(UIViewController()) }
    c.property("view", .none, "The view, created when first read.") {
      try $0.loadedView()
    } set: { (me: UIViewController, view: UIView?) in
      me.setView(view)
    }
    c.text("title", "The title; nil for none.", get: { $0.title }, set: { $0.title = $1 }, paidBy: \.memory)
    c.property("isViewLoaded", .none, "Whether the view was created.") { $0.isViewLoaded }
    c.method("viewDidLoad", "Called once the view was created; the base class does nothing.") {
      try $0.viewDidLoad()
    }
  }
}
