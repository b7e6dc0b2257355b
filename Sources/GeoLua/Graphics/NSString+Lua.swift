import Geo
import LuaBridge

/// Namespace of the functions that draw text; texts are Lua strings.
final class StringDrawing: LuaObject {
  static var luaType: String { "NSString" }

  static func bind(_ c: LuaBinder<StringDrawing>) {
    c.summary(
      "Functions that draw and measure Lua strings: `NSString.drawAtPoint(\"north\", point, font)`.")
    bindDrawing(c)
    bindMeasuring(c)
  }

  private static func bindDrawing(_ c: LuaBinder<StringDrawing>) {
    let work = DrawingWork(c.machine)
    c.classMethod(
      "drawAtPoint", ["text", "point", "font"], .none,
      "Draws a text in the current context with its upper-left corner at a point; returns its size."
    ) { [unowned machine = c.machine] (text: String, point: FinitePoint, font: UIFont) in
      let context = try CurrentContext.required(machine)
      try work.spend(text: text)
      context.draw(TextBlock(text, font: font), at: point.value)
      return font.measure(text)
    }
    c.alias("drawAtPoint_withFont", of: "drawAtPoint")
    c.classMethod(
      "drawInRect", ["text", "rect", "font", "lineBreakMode", "alignment"], .none,
      "Draws a text into a rect, wrapped at words, with as many lines as fit. Takes an `NSLineBreakBy…` and "
        + "an `NSTextAlignment…`; returns the size."
    ) {
      [unowned machine = c.machine]
      (
        text: String, rect: FiniteRect, font: UIFont, mode: Constant<NSLineBreakMode>?,
        alignment: Constant<NSTextAlignment>?
      ) in
      let context = try CurrentContext.required(machine)
      try work.spend(text: text)
      return context.draw(
        text, in: rect.value, font: font, mode?.value ?? .byWordWrapping, alignment?.value ?? .left)
    }
    c.alias("drawInRect_withFont", of: "drawInRect")
    c.alias("drawInRect_withFont_lineBreakMode", of: "drawInRect")
    c.alias("drawInRect_withFont_lineBreakMode_alignment", of: "drawInRect")
  }

  private static func bindMeasuring(_ c: LuaBinder<StringDrawing>) {
    let work = DrawingWork(c.machine)
    c.classMethod(
      "sizeWithFont", ["text", "font", "size"], .none,
      "Returns the size of a text, on one line or wrapped within a size's width."
    ) { (text: String, font: UIFont, size: CGSize?) in
      try work.spend(text: text)
      guard let size else { return font.measure(text) }
      let all = font.measure(text, width: size.width)
      return CGSize(width: all.width, height: min(all.height, size.height))
    }
    c.alias("sizeWithFont_constrainedToSize", of: "sizeWithFont")
  }
}

extension CGContext {
  /// Draws a text into a rect.
  ///
  /// - Returns: the size of the text.
  fileprivate func draw(
    _ text: String, in rect: CGRect, font: UIFont, _ mode: NSLineBreakMode, _ alignment: NSTextAlignment
  ) -> CGSize {
    var block = TextBlock(text, font: font)
    block.width = rect.width
    block.alignment = alignment
    let room = max(1, Int(min(rect.height / font.lineHeight, 10_000)))
    if mode == .byClipping {
      saving {
        clip(to: CGPath(rect))
        draw(block, at: CGPoint(x: rect.minX, y: rect.minY))
      }
    } else {
      block.lines = room
      draw(block, at: CGPoint(x: rect.minX, y: rect.minY))
    }
    return font.measure(text, width: rect.width, lines: room)
  }
}
