public import GeoCore

/// A surface that pictures are drawn on: of dots, of SVG or of PDF.
///
/// It knows no coordinates but its own, points from its upper left corner: who draws has transformed paths already,
/// and hands the transform over where it changes more than places. Used by one thread at a time.
///
/// ``CGContext`` is the pen that scripts and renderers hold.
public protocol Canvas: AnyObject {
  /// - Units: points.
  var size: CGSize { get }
  /// Pixels to a point.
  var scale: Double { get }
  /// Whether it keeps shapes instead of dots, so that they are to be given as such at any size.
  var isVector: Bool { get }

  /// Keeps the clip until ``restore()``.
  func save()
  func restore()
  /// Paints no more outside of a path.
  func clip(to path: CGPath, rule: CGPathFillRule)
  /// Encloses what can still be painted; empty when nothing can.
  var clipBounds: CGRect { get }

  func fill(_ path: CGPath, rule: CGPathFillRule, with paint: Paint, _ blend: Blending)
  func stroke(_ path: CGPath, with pen: Pen, paint: Paint, _ blend: Blending)
  /// Paints all that is not clipped away.
  func fill(with paint: Paint, _ blend: Blending)
  /// Paints an image into a rect of the transform's coordinates.
  ///
  /// - Errors: ``GeoError`` for an image that cannot be read.
  func draw(
    _ image: UIImage, in rect: CGRect, transform: CGAffineTransform, smooth: Bool, _ blend: Blending
  ) throws(GeoError)
  /// Writes a text with its upper left corner at the origin of the transform's coordinates.
  func draw(_ text: TextBlock, transform: CGAffineTransform, paint: Paint, _ blend: Blending)
  /// Returns how much room a text takes.
  func measure(_ text: TextBlock) -> CGSize

  /// Gathers what is painted until ``endLayer(_:)`` as one picture.
  func beginLayer()
  func endLayer(_ blend: Blending)
}

extension Canvas {
  public var isVector: Bool { false }
}

/// What gives pictures their canvases; the host has one.
public protocol CanvasFactory: AnyObject {
  /// Makes a canvas of dots, clear at first.
  ///
  /// - Errors: ``GeoError`` for a size that is too large or nothing, naming the limit, and where drawing is not installed.
  func makeCanvas(size: CGSize, scale: Double) throws(GeoError) -> any Canvas
  /// Returns what was drawn on a canvas of this maker, as an image.
  func image(of canvas: any Canvas) throws(GeoError) -> UIImage
  /// Returns the bytes of a PNG.
  func png(of image: UIImage) throws(GeoError) -> [UInt8]
}

/// Which places a path that crosses itself encloses.
public enum CGPathFillRule: Sendable {
  case winding, evenOdd
}

/// What a place gets when it is painted.
public enum Paint {
  case color(UIColor)
  /// A gradient, with whether it goes on beyond its ends and the transform of the coordinates that its places are in.
  case gradient(CGGradient, GradientShape, CGGradientDrawingOptions, CGAffineTransform)
}

/// How a gradient lies.
public enum GradientShape: Hashable, Sendable {
  case linear(from: CGPoint, to: CGPoint)
  case radial(from: CGPoint, startRadius: Double, to: CGPoint, endRadius: Double)
}

/// What a line is drawn with.
public struct Pen: Hashable, Sendable {
  public var width = 1.0
  public var cap = CGLineCap.butt
  public var join = CGLineJoin.miter
  public var miterLimit = 10.0
  public var dashPhase = 0.0
  /// The lengths of dashes and gaps by turns; none for a line without gaps.
  public var dashes: [Double] = []
  /// The coordinates that all of this is in.
  public var transform = CGAffineTransform.identity

  public init(width: Double = 1) { self.width = width }
}

/// How what is painted joins what is there.
public struct Blending: Equatable {
  public var alpha = 1.0
  public var mode = CGBlendMode.normal
  public var shadow: Shadow?

  public init(alpha: Double = 1) { self.alpha = alpha }
}

/// What falls behind everything that is painted.
///
/// - Units: points of the canvas, whatever the transform.
public struct Shadow: Hashable, Sendable {
  public var offset: CGSize
  /// About how far its edge is soft.
  public var blur: Double
  public var color: UIColor

  public init(offset: CGSize, blur: Double, color: UIColor = UIColor(white: 0, alpha: 1.0 / 3)) {
    self.offset = offset
    self.blur = blur
    self.color = color
  }
}

/// A text as it is set: one or several lines.
public struct TextBlock: Equatable, Sendable {
  public var text: String
  public var font: UIFont
  /// Lines are broken at this many points; nil breaks none.
  public var width: Double?
  public var alignment = NSTextAlignment.natural
  /// The most lines; the last one ends with … where the text does not. 0 for as many as it takes.
  public var lines = 0
  /// Painted around the letters first, so that they can be read over anything.
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
