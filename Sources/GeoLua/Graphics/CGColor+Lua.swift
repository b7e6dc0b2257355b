import Geo
import LuaBridge

/// Core Graphics functions for colors.
enum ColorFunctions {
  static func declare(_ g: LuaScope) {
    g.function("CGColorCreate", ["space", "components"], .none, "Returns a color in a color space.") {
      (space: CGColorSpace, components: Components) in
      guard let color = space.color(components.values) else {
        throw LuaMessage(
          "CGColorCreate: \(space.numberOfComponents) components and the alpha expected, "
            + "got \(components.values.count)")
      }
      return color
    }
    g.function(
      "CGColorCreateGenericRGB", ["red", "green", "blue", "alpha"], .none,
      "Returns a color from RGB components, each 0 to 1."
    ) { (red: Number, green: Number, blue: Number, alpha: Number) in
      UIColor(red: red.value, green: green.value, blue: blue.value, alpha: alpha.value)
    }
    g.function(
      "CGColorCreateGenericGray", ["gray", "alpha"], .none, "Returns a gray, from 0 (black) to 1 (white)."
    ) {
      (gray: Number, alpha: Number) in UIColor(white: gray.value, alpha: alpha.value)
    }
    g.function(
      "CGColorCreateGenericCMYK", ["cyan", "magenta", "yellow", "black", "alpha"], .none,
      "Returns a color from CMYK components, each 0 to 1."
    ) { (cyan: Number, magenta: Number, yellow: Number, black: Number, alpha: Number) in
      UIColor(
        cyan: cyan.value, magenta: magenta.value, yellow: yellow.value, black: black.value, alpha: alpha.value
      )
    }
    g.function(
      "CGColorCreateCopyWithAlpha", ["color", "alpha"], .none, "Returns the color with another alpha."
    ) {
      (color: UIColor, alpha: Number) in color.withAlphaComponent(alpha.value)
    }
    g.function("CGColorGetAlpha", ["color"], .one, "Returns the alpha, from 0 (transparent) to 1 (opaque).") {
      (color: UIColor) in color.alpha
    }
    g.function("CGColorGetComponents", ["color"], .one, "Returns red, green, blue and alpha, each 0 to 1.") {
      (color: UIColor) in [color.red, color.green, color.blue, color.alpha]
    }
    g.function("CGColorGetNumberOfComponents", ["color"], .one, "Returns 4.") { (_: UIColor) in 4 }
    g.function("CGColorEqualToColor", ["a", "b"], .none, "Returns whether two colors are the same.") {
      (a: UIColor, b: UIColor) in a == b
    }
    g.function("CGColorRetain", ["color"], .none, "Returns the color; memory is managed automatically.") {
      (color: UIColor) in color
    }
    g.function("CGColorRelease", ["color"], "Does nothing: memory is managed automatically.") {
      (_: UIColor) in
    }
  }
}
