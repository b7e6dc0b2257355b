/// The drawing of a label's text: centered vertically, cut with … if it does not fit.
extension UILabel {
  func drawText(in context: CGContext) {
    guard let text, !text.isEmpty, font.pointSize > 0 else { return }
    context.state.fill = .color(textColor)
    context.draw(text, font: font, in: bounds, alignment: textAlignment, lines: numberOfLines)
  }
}

extension CGContext {
  /// Draws a text into a rect, centered vertically, in the fill color.
  ///
  /// - Parameter lines: the maximum; 0 for as many as the height allows.
  func draw(_ text: String, font: UIFont, in rect: CGRect, alignment: NSTextAlignment, lines: Int) {
    let fitting = Int(max(1, min((rect.height / font.lineHeight + 0.1).rounded(.down), 1000)))
    var block = TextBlock(text, font: font)
    block.lines = lines > 0 ? min(lines, fitting) : fitting
    block.alignment = alignment
    var size = canvas.measure(block)
    // A label with the computed width of its text must hold it, although kerning may make it a little wider.
    if size.width > rect.width + font.pointSize * 0.25 {
      block.width = rect.width
      size = canvas.measure(block)
    } else if alignment != .left {
      block.width = max(rect.width, size.width)
    }
    draw(block, at: CGPoint(x: rect.minX, y: rect.midY - size.height / 2))
  }
}
