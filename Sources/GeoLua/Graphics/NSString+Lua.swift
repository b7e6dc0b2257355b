import Geo
import LuaBridge

/// The name under which texts are drawn: texts themselves are Lua's strings.
final class StringDrawing: LuaObject {
  static var luaType: String { "NSString" }

  static func bind(_ c: LuaBinder<StringDrawing>) {
    c.summary(
      "Draws and measures texts, which are strings of Lua's: `NSString.drawAtPoint(\"north\", point, font)`.")
    bindDrawing(c)
    bindMeasuring(c)
  }

  private static func bindDrawing(_ c: LuaBinder<StringDrawing>) {
    let work = DrawingWork(c.machine)
    c.classMethod(
      "drawAtPoint", ["text", "point", "font"], .none,
      "Writes a text into the current context, its upper left corner at a point; returns how large it is."
    ) { [unowned machine = c.machine] (text: String, point: FinitePoint, font: UIFont) in
      let context = try CurrentContext.required(machine)
      try work.spend(text: text)
      context.draw(TextBlock(text, font: font), at: point.value)
      return font.measure(text)
    }
    c.alias("drawAtPoint_withFont", of: "drawAtPoint")
    c.classMethod(
      "drawInRect", ["text", "rect", "font", "lineBreakMode", "alignment"], .none,
      "Writes a text into a rect, broken between words, as many lines as there is room for; "
        + "an `NSLineBreakBy…` and an `NSTextAlignment…`. Returns how large it is."
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
      "Returns the size of a text, in one line or within the width of a size."
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
  /// Writes a text into a rect.
  ///
  /// - Returns: how large it is.
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
