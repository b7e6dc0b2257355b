import Geo
import LuaBridge

/// Declares the drawing classes and functions.
enum Drawing {
  static func declareStructs(_ machine: LuaMachine) { machine.add(CGAffineTransform.self) }

  static func declareClasses(_ machine: LuaMachine) {
    machine.add(CGContext.self, name: "CGContext", swiftBytes: 400, CGContext.bind)
    machine.add(PathObject.self, name: "CGPath", aliases: ["CGMutablePath"], swiftBytes: 160, PathObject.bind)
    machine.add(UIBezierPath.self, name: "UIBezierPath", aliases: ["NSBezierPath"], swiftBytes: 300) {
      UIBezierPath.bind($0)
    }
    machine.add(CGColorSpace.self, name: "CGColorSpace", swiftBytes: 32) { CGColorSpace.bind($0) }
    machine.add(CGGradient.self, name: "CGGradient", swiftBytes: 64) { CGGradient.bind($0) }
    machine.add(StringDrawing.self, name: "NSString", StringDrawing.bind)
  }

  static func declareFunctions(_ g: LuaScope) {
    UIKitDrawing.declare(g)
    CGContext.declareFunctions(g)
    CGColorSpace.declareFunctions(g)
    CGGradient.declareFunctions(g)
    ColorFunctions.declare(g)
    CGAffineTransform.declareFunctions(g)
    PathObject.declareFunctions(g)
    g.constants(NSLineBreakMode.self, "The way lines that are too long are broken.")
  }
}
