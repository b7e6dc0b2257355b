import Geo

/// The beginning of a track, a ring, or its end, a dot.
final class DotView: MKAnnotationView {
  private let color: UIColor
  private let isRing: Bool
  static let side = 16.0

  /// - Parameter side: of its view, in points.
  init(_ annotation: any MKAnnotation, color: UIColor, isRing: Bool, side: Double = DotView.side) {
    self.color = color
    self.isRing = isRing
    super.init(annotation: annotation, reuseIdentifier: nil)
    opaque = false
    frame = CGRect(x: 0, y: 0, width: side, height: side)
  }

  override func draw(_ rect: CGRect, in context: CGContext) throws {
    context.saving {
      context.state.blending.shadow = Shadow(
        offset: CGSize(width: 0, height: 1), blur: 2, color: UIColor(white: 0, alpha: 0.3))
      context.state.fill = .color(UIColor.white)
      context.fill(CGPath(ellipseIn: bounds.insetBy(dx: 2, dy: 2)))
    }
    if isRing {
      context.state.stroke = .color(color)
      context.state.pen.width = 3
      context.stroke(CGPath(ellipseIn: bounds.insetBy(dx: 4, dy: 4)))
    } else {
      context.state.fill = .color(color)
      context.fill(CGPath(ellipseIn: bounds.insetBy(dx: 4, dy: 4)))
    }
  }
}

/// A pin with numbers in its head, wider for several numbers.
final class NumberPinView: MKAnnotationView {
  private let text: TextBlock
  private let textSize: CGSize
  private let color: UIColor
  static let font = UIFont.boldSystemFont(ofSize: 11)
  private static let head = 22.0
  private static let tip = 7.0
  /// The space for the shadow.
  static let edge = 4.0

  /// The size of a pin for a text of that size.
  static func size(of text: CGSize) -> CGSize {
    CGSize(width: max(head, text.width + 12) + 2 * edge, height: head + tip + 2 * edge)
  }

  init(_ annotation: any MKAnnotation, _ text: TextBlock, size textSize: CGSize, color: UIColor) {
    self.text = text
    self.textSize = textSize
    self.color = color
    super.init(annotation: annotation, reuseIdentifier: nil)
    opaque = false
    let size = NumberPinView.size(of: textSize)
    frame = CGRect(origin: .zero, size: size)
    centerOffset = CGPoint(x: 0, y: NumberPinView.edge - size.height / 2)
  }

  override func draw(_ rect: CGRect, in context: CGContext) throws {
    let (edge, tip) = (NumberPinView.edge, NumberPinView.tip)
    let head = CGRect(
      x: edge, y: edge, width: bounds.width - 2 * edge, height: NumberPinView.head)
    var shape = CGPath()
    shape.addRoundedRect(head, radius: NumberPinView.head / 2)
    shape.move(to: CGPoint(x: head.midX + 7, y: head.maxY - 4))
    shape.addLine(to: CGPoint(x: head.midX, y: head.maxY + tip))
    shape.addLine(to: CGPoint(x: head.midX - 7, y: head.maxY - 4))
    shape.close()
    context.saving {
      context.state.blending.shadow = Shadow(
        offset: CGSize(width: 0, height: 1), blur: 3, color: UIColor(white: 0, alpha: 0.4))
      context.state.fill = .color(UIColor.white)
      context.fill(shape)
    }
    var inner = CGPath()
    inner.addRoundedRect(head.insetBy(dx: 2, dy: 2), radius: NumberPinView.head / 2 - 2)
    context.state.fill = .color(color)
    context.fill(inner)
    context.state.fill = .color(UIColor.white)
    context.draw(
      text, at: CGPoint(x: head.midX - textSize.width / 2, y: head.midY - textSize.height / 2))
  }
}

/// A name written on the map.
final class NameView: MKAnnotationView {
  private let text: TextBlock
  private let color: UIColor

  /// - Parameter size: of the text, whose middle is at the coordinate.
  init(_ annotation: any MKAnnotation, _ text: TextBlock, size: CGSize, color: UIColor) {
    self.text = text
    self.color = color
    super.init(annotation: annotation, reuseIdentifier: nil)
    opaque = false
    frame = CGRect(origin: .zero, size: size)
  }

  override func draw(_ rect: CGRect, in context: CGContext) throws {
    context.state.fill = .color(color)
    context.draw(text, at: .zero)
  }
}

/// One of very many points.
final class SpotView: MKAnnotationView {
  private let color: UIColor
  static let size = CGSize(width: 8, height: 8)

  init(_ annotation: any MKAnnotation, color: UIColor) {
    self.color = color
    super.init(annotation: annotation, reuseIdentifier: nil)
    opaque = false
    frame = CGRect(origin: .zero, size: SpotView.size)
  }

  override func draw(_ rect: CGRect, in context: CGContext) throws {
    context.state.fill = .color(UIColor.white)
    context.fill(CGPath(ellipseIn: bounds))
    context.state.fill = .color(color)
    context.fill(CGPath(ellipseIn: bounds.insetBy(dx: 1.25, dy: 1.25)))
  }
}
