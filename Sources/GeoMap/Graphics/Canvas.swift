public import GeoCore

/// A drawing surface for pixels, SVG or PDF.
///
/// Its only coordinates are its own: points from its upper left corner. Callers transform paths beforehand,
/// and pass the transform if it changes more than positions. Used by one thread at a time.
///
/// ``CGContext`` is the drawing context for scripts and renderers.
public protocol Canvas: AnyObject {
  /// - Units: points.
  var size: CGSize { get }
  /// Pixels per point.
  var scale: Double { get }
  /// Whether it stores shapes instead of pixels, so that they must be passed as shapes at any size.
  var isVector: Bool { get }

  /// Saves the clip until ``restore()``.
  func save()
  func restore()
  /// Restricts painting to a path.
  func clip(to path: CGPath, rule: CGPathFillRule)
  /// The bounds of the paintable area; empty if nothing can be painted.
  var clipBounds: CGRect { get }

  func fill(_ path: CGPath, rule: CGPathFillRule, with paint: Paint, _ blend: Blending)
  func stroke(_ path: CGPath, with pen: Pen, paint: Paint, _ blend: Blending)
  /// Paints the whole clip.
  func fill(with paint: Paint, _ blend: Blending)
  /// Paints an image into a rect of the transform's coordinates.
  ///
  /// - Errors: ``GeoError`` for an image that cannot be read.
  func draw(
    _ image: UIImage, in rect: CGRect, transform: CGAffineTransform, smooth: Bool, _ blend: Blending
  ) throws(GeoError)
  /// Draws a text with its upper left corner at the origin of the transform's coordinates.
  func draw(_ text: TextBlock, transform: CGAffineTransform, paint: Paint, _ blend: Blending)
  /// Returns the size of a text.
  func measure(_ text: TextBlock) -> CGSize

  /// Collects everything painted until ``endLayer(_:)`` as one picture.
  func beginLayer()
  func endLayer(_ blend: Blending)
}

extension Canvas {
  public var isVector: Bool { false }
}

/// Creates canvases for pictures; the host has one factory.
public protocol CanvasFactory: AnyObject {
  /// Creates a canvas of pixels, initially transparent.
  ///
  /// - Errors: ``GeoError`` for a size that is too large or empty, naming the limit, and if drawing is not
  ///   installed.
  func makeCanvas(size: CGSize, scale: Double) throws(GeoError) -> any Canvas
  /// Returns the drawing on a canvas of this factory, as an image.
  func image(of canvas: any Canvas) throws(GeoError) -> UIImage
  /// Returns the bytes of a PNG.
  func png(of image: UIImage) throws(GeoError) -> [UInt8]
}

/// Which places a self-intersecting path encloses.
public enum CGPathFillRule: Sendable {
  case winding, evenOdd
}

/// What fills a painted place.
public enum Paint {
  case color(UIColor)
  /// A gradient, with whether it continues beyond its ends, and the transform of its coordinates.
  case gradient(CGGradient, GradientShape, CGGradientDrawingOptions, CGAffineTransform)
}

/// The geometry of a gradient.
public enum GradientShape: Hashable, Sendable {
  case linear(from: CGPoint, to: CGPoint)
  case radial(from: CGPoint, startRadius: Double, to: CGPoint, endRadius: Double)
}

/// The style of a line.
public struct Pen: Hashable, Sendable {
  public var width = 1.0
  public var cap = CGLineCap.butt
  public var join = CGLineJoin.miter
  public var miterLimit = 10.0
  public var dashPhase = 0.0
  /// The lengths of alternating dashes and gaps; empty for a solid line.
  public var dashes: [Double] = []
  /// The coordinates of all of these values.
  public var transform = CGAffineTransform.identity

  public init(width: Double = 1) { self.width = width }
}

/// How new paint combines with the existing picture.
public struct Blending: Equatable {
  public var alpha = 1.0
  public var mode = CGBlendMode.normal
  public var shadow: Shadow?

  public init(alpha: Double = 1) { self.alpha = alpha }
}

/// The shadow behind everything painted.
///
/// - Units: points of the canvas, independent of the transform.
public struct Shadow: Hashable, Sendable {
  public var offset: CGSize
  /// The approximate softness of its edge.
  public var blur: Double
  public var color: UIColor

  public init(offset: CGSize, blur: Double, color: UIColor = UIColor(white: 0, alpha: 1.0 / 3)) {
    self.offset = offset
    self.blur = blur
    self.color = color
  }
}

/// A text block of one or several lines.
public struct TextBlock: Equatable, Sendable {
  public var text: String
  public var font: UIFont
  /// The width in points at which lines break; nil for no breaks.
  public var width: Double?
  public var alignment = NSTextAlignment.natural
  /// The maximum number of lines; a text that is cut off ends with …. 0 for no limit.
  public var lines = 0
  /// Painted around the letters first, so that they are readable over anything.
  public var halo: Halo?

  public struct Halo: Hashable, Sendable {
    public var color: UIColor
    public var width: Double

    public init(color: UIColor, width: Double) {
      self.color = color
      self.width = width
    }
  }

  public init(_ text: String, font: UIFont) {
    self.text = text
    self.font = font
  }
}
