import Geo
import LuaBridge

extension UIViewController {
  static func bind(_ c: LuaBinder<UIViewController>) {
    c.summary("Manages a view: creates it at first use, then prepares it.")
    c.open(overridable: Overridable.controllerNames)
    let charging = ViewCharge(c.machine)
    c.initializer { [unowned machine = c.machine] in
      let controller = UIViewController()
      controller.screenSize = try RunningScript.current(machine).device.screen.size
      return try charging.made(controller)
    }
    c.property("view", .none, "The view, created when first read.") {
      try $0.loadedView()
    } set: { (me: UIViewController, view: UIView?) in
      me.setView(view)
    }
    c.text("title", "The title; nil for none.", get: { $0.title }, set: { $0.title = $1 }, paidBy: \.memory)
    c.property("isViewLoaded", .none, "Whether the view was created.") { $0.isViewLoaded }
    c.method(
      "loadView",
      "Called to create the view, which it assigns to `view`; the base class creates an empty one."
    ) {
      $0.loadView()
    }
    c.method("viewDidLoad", "Called once the view was created; the base class does nothing.") {
      try $0.viewDidLoad()
    }
  }
}
