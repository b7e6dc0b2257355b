public import GeoCore

/// A balloon with a glyph, whose tip is at the coordinate, and the annotation's title beneath it.
///
/// - Source: Apple's MKMarkerAnnotationView.h, iOS 11; its size, and which titles yield, are ours: AV-32, AV-33.
open class MKMarkerAnnotationView: MKAnnotationView {
  /// When the title beneath it is drawn.
  public var titleVisibility = MKFeatureVisibility.adaptive { didSet { setNeedsDisplay() } }
  public var subtitleVisibility = MKFeatureVisibility.adaptive { didSet { setNeedsDisplay() } }
  /// The color of the balloon; nil for the standard red.
  public var markerTintColor: UIColor? { didSet { setNeedsDisplay() } }
  /// The color of the glyph; nil for white.
  public var glyphTintColor: UIColor? { didSet { setNeedsDisplay() } }
  /// The text in the balloon: two or three characters.
  public var glyphText: String? { didSet { setNeedsDisplay() } }
  /// The image in the balloon, of which only the shape counts; it comes before ``glyphText``.
  public var glyphImage: UIImage? { didSet { setNeedsDisplay() } }
  /// The image while the marker is selected; nil for ``glyphImage``.
  public var selectedGlyphImage: UIImage? { didSet { setNeedsDisplay() } }
  /// Whether it grows out of the map when it comes into sight.
  public var animatesWhenAdded = false

  public override init(annotation: (any MKAnnotation)?, reuseIdentifier: String?) {
    super.init(annotation: annotation, reuseIdentifier: reuseIdentifier)
    frame = CGRect(x: 0, y: 0, width: 28, height: 36)
    centerOffset = CGPoint(x: 0, y: -18)
    opaque = false
  }

  /// The color in use.
  var balloonColor: UIColor { markerTintColor ?? MKPinAnnotationColor.red.color }

  /// Draws the balloon, its tip in the middle of the lower edge; an image replaces it.
  open override func draw(_ rect: CGRect, in context: CGContext) throws {
    guard image == nil else { return try super.draw(rect, in: context) }
    let glyph = (selected ? selectedGlyphImage : nil) ?? glyphImage
    let text = glyphText ?? ""
    var balloon = MarkerPicture(color: balloonColor)
    balloon.isHighlighted = highlighted
    balloon.isLarge = selected || dragState == .starting || dragState == .dragging
    balloon.dot = glyph == nil && text.isEmpty ? glyphTintColor ?? .white : nil
    context.translateBy(x: bounds.midX, y: bounds.maxY)
    if let map {
      try map.sprites.draw(.marker(balloon), in: context, map.device?.screen.canvasFactory)
    } else {
      balloon.draw(in: context)
    }
    if let glyph {
      try draw(glyph, in: balloon.glyphFrame, context)
    } else if !text.isEmpty {
      draw(text, in: balloon.glyphFrame, context)
    }
  }

  /// Draws the shape of an image in the glyph's color.
  private func draw(_ glyph: UIImage, in frame: CGRect, _ context: CGContext) throws {
    let (width, height) = (glyph.size.width, glyph.size.height)
    guard width > 0, height > 0 else { return }
    let scale = min(frame.width / width, frame.height / height)
    let place = CGRect(
      x: frame.midX - width * scale / 2, y: frame.midY - height * scale / 2, width: width * scale,
      height: height * scale)
    try context.layer {
      try context.draw(glyph, in: place)
      context.state.blending.mode = .sourceAtop
      context.state.fill = .color(glyphTintColor ?? .white)
      context.fill(CGPath(place))
    }
  }

  /// Draws the glyph's text as large as fits.
  private func draw(_ text: String, in frame: CGRect, _ context: CGContext) {
    let largest = UIFont.boldSystemFont(ofSize: frame.height * 0.8)
    let width = largest.measure(text).width
    let size = largest.pointSize * min(1, frame.width / max(width, 1))
    context.state.fill = .color(glyphTintColor ?? .white)
    context.draw(
      text, font: .boldSystemFont(ofSize: max(size, MKMarkerAnnotationView.smallestGlyph)), in: frame,
      alignment: .center, lines: 1)
  }

  /// - Units: points.
  private static let smallestGlyph = 6.0
}

/// When a map shows a part of a feature.
///
/// - Source: Apple's MKTypes.h, iOS 11.
public enum MKFeatureVisibility: Int, ConstantGroup {
  /// The map decides, see AV-33.
  case adaptive = 0
  case hidden, visible

  public static let constantPrefix = "MKFeatureVisibility"
}
