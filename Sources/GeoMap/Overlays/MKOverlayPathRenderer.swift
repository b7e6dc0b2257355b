public import GeoCore

/// Draws a shape as a filled and stroked path; subclasses define the shape.
///
/// Only the visible part of ``path``, which is in its own coordinates, reaches the canvas, thinned to the
/// precision of a pixel.
///
/// - Units: widths and dashes in screen points, whatever the zoom.
/// - Source: OR-2, OR-6, OR-7, F-14.
open class MKOverlayPathRenderer: MKOverlayRenderer {
  /// Nil for no fill.
  public var fillColor: UIColor?
  /// Nil for no stroke.
  public var strokeColor: UIColor?
  /// 0 for the width of a road at the zoom scale.
  public var lineWidth = 0.0
  public var lineJoin = CGLineJoin.round
  public var lineCap = CGLineCap.round
  /// The maximum length of a mitered corner, in line widths.
  public var miterLimit = 10.0
  /// The position in the dash pattern where the line begins.
  public var lineDashPhase = 0.0
  /// The lengths of alternating dashes and gaps; nil for a solid line.
  public var lineDashPattern: [Double]?

  private var made: CGPath?
  private var isMade = false
  /// The path to stroke, if different from the filled one.
  var edge: CGPath?
  /// The other copies around the world in the picture, in map points east of its own place.
  var copies: [Double] = []

  /// The path to draw, in its own coordinates; created on first use.
  public var path: CGPath? {
    get { (try? madePath()) ?? nil }
    set {
      made = newValue
      isMade = true
      edge = nil
    }
  }

  /// Returns ``path``, creating it if needed.
  public func madePath() throws -> CGPath? {
    if !isMade {
      // Set first, so that the creation itself reads the path as it is.
      isMade = true
      do { try overrides.run(.createPath, of: self) { try createPath() } } catch {
        isMade = false
        throw error
      }
    }
    return made
  }

  /// Creates ``path`` for the overlay; the base leaves it unchanged. Subclasses override it.
  open func createPath() throws {}

  /// Recreates the path when it is drawn next.
  public func invalidatePath() {
    made = nil
    isMade = false
    edge = nil
  }

  /// The stroked part of `path`: its ``edge``, or else all of it.
  func line(of path: CGPath) -> CGPath { edge ?? path }

  /// The greatest opacity of the stroke; 0 for no stroke.
  var strokeOpacity: Double { strokeColor?.alpha ?? 0 }

  /// Which places are inside overlapping rings.
  var fillRule: CGPathFillRule { .evenOdd }

  open override var drawsInTiles: Bool { false }

  /// Fills, then strokes.
  open override func draw(_ mapRect: MKMapRect, zoomScale: MKZoomScale, in context: CGContext) throws {
    guard let path = try madePath(), !path.isEmpty else { return }
    if fillColor != nil {
      try applyFill(to: context, atZoomScale: zoomScale)
      try fill(aroundWorld(path), in: context)
    }
    if strokeColor != nil {
      try applyStroke(to: context, atZoomScale: zoomScale)
      try stroke(aroundWorld(line(of: path)), in: context)
    }
  }

  /// Sets ``fillColor`` in the context.
  open func applyFillProperties(to context: CGContext, atZoomScale zoomScale: MKZoomScale) throws {
    if let fillColor { context.state.fill = .color(fillColor) }
  }

  /// Sets ``strokeColor`` and the line's width, ends, joins and dashes in the context, in map points.
  ///
  /// - Source: F-14, MG-24.
  open func applyStrokeProperties(to context: CGContext, atZoomScale zoomScale: MKZoomScale) throws {
    if let strokeColor { context.state.stroke = .color(strokeColor) }
    let width = lineWidth > 0 ? lineWidth / zoomScale : MKRoadWidthAtZoomScale(zoomScale)
    var pen = Pen(width: width)
    pen.cap = lineCap
    pen.join = lineJoin
    pen.miterLimit = miterLimit
    pen.dashPhase = lineDashPhase / zoomScale
    pen.dashes = (lineDashPattern ?? []).map { $0 / zoomScale }
    context.state.pen = pen
  }

  /// Fills a path in its own coordinates with the context's settings.
  open func fillPath(_ path: CGPath, in context: CGContext) throws { context.fillSeen(path, fillRule) }

  /// Strokes a path in its own coordinates with the context's settings.
  open func strokePath(_ path: CGPath, in context: CGContext) throws { context.strokeSeen(path) }

  /// A path and its copies as one, so that no seam shows between them.
  func aroundWorld(_ path: CGPath) -> CGPath {
    copies.reduce(into: path) { all, shift in
      all.append(path.applying(CGAffineTransform(translationX: shift, y: 0)))
    }
  }

  override func renderWhole(_ scene: MapScene, _ shifts: [Double], in context: CGContext) throws {
    // Overlapping copies would be holes in each other.
    let isApart = overlay.boundingMapRect.width <= MKMapSizeWorld.width * (1 + 1e-9)
    guard shifts.count > 1, isApart else { return try super.renderWhole(scene, shifts, in: context) }
    copies = shifts.dropFirst().map { $0 - shifts[0] }
    defer { copies = [] }
    try super.renderWhole(scene, [shifts[0]], in: context)
  }
}

/// How the segments of a line join.
public enum CGLineJoin: Int, ConstantGroup {
  case miter = 0
  case round, bevel

  public static let constantPrefix = "kCGLineJoin"
}

/// How a line ends.
public enum CGLineCap: Int, ConstantGroup {
  case butt = 0
  case round, square

  public static let constantPrefix = "kCGLineCap"
}
