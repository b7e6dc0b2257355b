import Geo
import LuaBridge

/// The colours that are filled and stroked with.
extension CGContext {
  static func declareColors(_ f: LuaForms<CGContext>) {
    for (use, what, paint) in [
      ("Fill", "filled", \CGContext.state.fill), ("Stroke", "stroked", \CGContext.state.stroke),
    ] as [(String, String, ReferenceWritableKeyPath<CGContext, Paint>)] {
      f.member("Set\(use)ColorWithColor", ["color"], "Sets what is \(what) with.") {
        (me: CGContext, color: UIColor) in me[keyPath: paint] = .color(color)
      }
      f.member(
        "SetRGB\(use)Color", ["red", "green", "blue", "alpha"],
        "Sets what is \(what) with, in parts of 0 to 1."
      ) { (me: CGContext, red: Number, green: Number, blue: Number, alpha: Number?) in
        me[keyPath: paint] = .color(
          UIColor(red: red.value, green: green.value, blue: blue.value, alpha: alpha?.value ?? 1))
      }
      f.member(
        "SetGray\(use)Color", ["gray", "alpha"], "Sets what is \(what) with, from 0 black to 1 white."
      ) {
        (me: CGContext, gray: Number, alpha: Number?) in
        me[keyPath: paint] = .color(UIColor(white: gray.value, alpha: alpha?.value ?? 1))
      }
      f.member(
        "SetCMYK\(use)Color", ["cyan", "magenta", "yellow", "black", "alpha"],
        "Sets what is \(what) with, in a printer's inks of 0 to 1."
      ) { (me: CGContext, cyan: Number, magenta: Number, yellow: Number, black: Number, alpha: Number?) in
        me[keyPath: paint] = .color(
          UIColor(
            cyan: cyan.value, magenta: magenta.value, yellow: yellow.value, black: black.value,
            alpha: alpha?.value ?? 1))
      }
      f.member(
        "Set\(use)ColorSpace", ["space"],
        "Sets black: the components of Set\(use)Color tell by their number what they mean."
      ) { (me: CGContext, _: CGColorSpace) in me[keyPath: paint] = .color(.black) }
      f.member(
        "Set\(use)Color", ["components"],
        "Sets what is \(what) with: gray, red green blue, or inks, of 0 to 1, and the alpha, which inks must have."
      ) { (me: CGContext, components: Components) in
        guard let color = CGColorSpace.space(of: components.values.count)?.color(components.values) else {
          throw LuaMismatch("1 to 5 components expected, got \(components.values.count)")
        }
        me[keyPath: paint] = .color(color)
      }
    }
  }
}

/// The parts of colours one after the other: numbers, none of them NaN.
struct Components: LuaValue {
  static var luaType: String { "number[]" }
  let values: [Double]

  static func read(_ stack: LuaStack, _ index: Int32) throws -> Components {
    let values = try [Double].read(stack, index)
    guard let number = values.firstIndex(where: \.isNaN) else { return Components(values: values) }
    throw LuaMismatch("element \(number + 1): number expected, got NaN")
  }

  func push(_ stack: LuaStack) { values.push(stack) }
}
