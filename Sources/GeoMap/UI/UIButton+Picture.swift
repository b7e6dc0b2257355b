/// The drawing of a button: its image and title side by side, or the picture of its type.
extension UIButton {
  /// The tint of enabled buttons.
  ///
  /// - Source: iOS 7's tint.
  static let tint = UIColor(red: 0, green: 0.478, blue: 1)
  private static let dark = UIColor(white: 0.27)

  func drawFace(in context: CGContext) throws {
    guard enabled, !highlighted else {
      // Paler when disabled, and while pressed.
      context.state.blending.alpha *= enabled ? 0.55 : 0.35
      return try context.layer { try drawPressable(in: context) }
    }
    try drawPressable(in: context)
  }

  private func drawPressable(in context: CGContext) throws {
    guard currentTitle != nil || currentImage != nil else { return drawSymbol(in: context) }
    let image = currentImage
    let title = currentTitle ?? ""
    let titleSize = UIButton.titleFont.measure(title).inWholePoints
    let imageSize = image?.size ?? .zero
    let gap = image == nil || title.isEmpty ? 0 : UIButton.gap
    let titleWidth = min(titleSize.width, max(0, bounds.width - imageSize.width - gap))
    let left = bounds.midX - (imageSize.width + gap + titleWidth) / 2
    if let image {
      let origin = CGPoint(x: left, y: bounds.midY - imageSize.height / 2)
      try context.draw(image, in: CGRect(origin: origin, size: imageSize))
    }
    context.state.fill = .color(UIButton.tint)
    let rect = CGRect(
      x: left + imageSize.width + gap, y: bounds.minY, width: titleWidth, height: bounds.height)
    if !title.isEmpty {
      context.draw(title, font: UIButton.titleFont, in: rect, alignment: .left, lines: 1)
    }
  }

  private func drawSymbol(in context: CGContext) {
    guard buttonType != .custom, buttonType != .system else { return }
    // Designed for 22 by 22 points around the center.
    let scale = min(bounds.width, bounds.height) / 22
    guard scale > 0, scale.isFinite else { return }
    context.translateBy(x: bounds.midX, y: bounds.midY)
    context.scaleBy(x: scale, y: scale)
    switch buttonType {
    case .custom, .system: break
    case .detailDisclosure: drawDisclosure(in: context)
    case .infoLight: drawInfo(UIButton.tint, in: context)
    case .infoDark: drawInfo(UIButton.dark, in: context)
    case .contactAdd: drawPlus(in: context)
    }
  }

  /// A filled disc with the sign for «there is more».
  private func drawDisclosure(in context: CGContext) {
    context.state.fill = .color(UIButton.tint)
    context.fill(CGPath(circle: .zero, radius: 10.5))
    var chevron = CGPath()
    chevron.move(to: CGPoint(x: -2, y: -4.75))
    chevron.addLine(to: CGPoint(x: 2.75, y: 0))
    chevron.addLine(to: CGPoint(x: -2, y: 4.75))
    drawLines(chevron, .white, width: 2, in: context)
  }

  private func drawInfo(_ color: UIColor, in context: CGContext) {
    drawLines(CGPath(circle: .zero, radius: 10), color, width: 1.25, in: context)
    context.state.fill = .color(color)
    context.fill(CGPath(circle: CGPoint(x: 0, y: -4.75), radius: 1.35))
    var letter = CGPath()
    letter.move(to: CGPoint(x: -1.75, y: -1.25))
    letter.addLine(to: CGPoint(x: 0.25, y: -1.25))
    letter.addLine(to: CGPoint(x: 0.25, y: 5.5))
    letter.move(to: CGPoint(x: -2, y: 5.5))
    letter.addLine(to: CGPoint(x: 2.25, y: 5.5))
    drawLines(letter, color, width: 1.5, in: context)
  }

  private func drawPlus(in context: CGContext) {
    drawLines(CGPath(circle: .zero, radius: 10), UIButton.tint, width: 1.25, in: context)
    var plus = CGPath()
    plus.move(to: CGPoint(x: -5, y: 0))
    plus.addLine(to: CGPoint(x: 5, y: 0))
    plus.move(to: CGPoint(x: 0, y: -5))
    plus.addLine(to: CGPoint(x: 0, y: 5))
    drawLines(plus, UIButton.tint, width: 1.5, in: context)
  }

  private func drawLines(_ path: CGPath, _ color: UIColor, width: Double, in context: CGContext) {
    context.state.stroke = .color(color)
    context.state.pen = Pen(width: width)
    context.state.pen.cap = .round
    context.state.pen.join = .round
    context.stroke(path)
  }
}
