import Geo
import LuaBridge

/// Charges a script instance for its views as long as they live, because views keep each other without Lua.
struct ViewCharge {
  private unowned let machine: LuaMachine

  init(_ machine: LuaMachine) { self.machine = machine }

  /// Approximate bytes of a view with its list of subviews.
  private static let bytes = 500

  /// - Errors: ``LuaMessage`` when the script is already over its memory limit.
  func made<View: UIResponder>(_ view: View) throws -> View {
    view.memory = try RunningScript.current(machine).chargeHost(ViewCharge.bytes)
    if let view = view as? MKAnnotationView {
      try machine.charge(view.reuseIdentifier, as: "reuseIdentifier", to: &view.memory)
    }
    return view
  }
}
