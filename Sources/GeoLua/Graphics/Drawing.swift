import Geo
import LuaBridge

/// What scripts draw with.
enum Drawing {
  static func declareClasses(_ machine: LuaMachine) {
    machine.add(CGContext.self, name: "CGContext", swiftBytes: 400, CGContext.bind)
  }

  static func declareFunctions(_ g: LuaScope) {
    declareUIKit(g)
    CGContext.declareFunctions(g)
  }

  /// The current context.
  private static func declareUIKit(_ g: LuaScope) {
    g.function(
      "UIGraphicsGetCurrentContext", .none,
      "Returns where UIKit draws: the context of drawRect, or what was pushed or begun since; nil elsewhere."
    ) { [unowned machine = g.machine] in try CurrentContext.get(machine) }
    g.function("UIGraphicsPushContext", ["context"], "Has UIKit draw into a context until UIGraphicsPopContext.") {
      [unowned machine = g.machine] (context: CGContext) in
      try RunningScript.current(machine).device.graphics.push(context)
    }
    g.function("UIGraphicsPopContext", "Takes away the context that was pushed last.") {
      [unowned machine = g.machine] in try RunningScript.current(machine).device.graphics.pop()
    }
  }
}
