import Geo
import LuaBridge

/// Charges a script instance for the views that it makes, as long as they live: views hold each other without Lua.
struct ViewCharge {
  private unowned let machine: LuaMachine

  init(_ machine: LuaMachine) { self.machine = machine }

  /// About what a view takes with its subviews' list.
  private static let bytes = 500

  /// - Errors: ``LuaMessage`` when the copy is over its memory already.
  func made<View: UIResponder>(_ view: View) throws -> View {
    view.memory = try RunningScript.current(machine).chargeHost(ViewCharge.bytes)
    if let view = view as? MKAnnotationView {
      try machine.charge(view.reuseIdentifier, as: "reuseIdentifier", to: &view.memory)
    }
    return view
  }
}
