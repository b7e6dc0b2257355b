/// Draws a shape as a path that it fills and strokes; what kind of shape is for subclasses.
///
/// Of ``path``, which is in its own coordinates, only what can be seen reaches the canvas, thinned to what a pixel can
/// show.
///
/// - Units: widths and dashes in screen points, whatever the zoom.
/// - Source: OR-2, OR-6, OR-7, F-14.
open class MKOverlayPathRenderer: MKOverlayRenderer {
  /// Nil fills nothing.
  public var fillColor: UIColor?
  /// Nil strokes nothing.
  public var strokeColor: UIColor?
  /// 0 is as wide as a road at the zoom scale.
  public var lineWidth = 0.0
  public var lineJoin = CGLineJoin.round
  public var lineCap = CGLineCap.round
  /// How far a mitred corner may reach, in line widths.
  public var miterLimit = 10.0
  /// How far into the dashes the line begins.
  public var lineDashPhase = 0.0
  /// The lengths of dashes and gaps by turns; nil for a line without gaps.
  public var lineDashPattern: [Double]?

  private var made: CGPath?
  private var isMade = false
  /// What is stroked where that is not the same as what is filled.
  var edge: CGPath?
  /// Where else around the world the picture shows it, in map points further east than where it is drawn.
  var copies: [Double] = []

  /// What it draws, in its own coordinates; made when it is first asked for.
  public var path: CGPath? {
    get { (try? madePath()) ?? nil }
    set {
      made = newValue
      isMade = true
      edge = nil
    }
  }

  /// Returns ``path``, made if need be.
  public func madePath() throws -> CGPath? {
    if !isMade {
      // What the making asks itself is not made yet.
      isMade = true
      do { try overrides.run(.createPath, of: self) { try createPath() } } catch {
        isMade = false
        throw error
      }
    }
    return made
  }

  /// Sets ``path`` to what the overlay looks like; here it stays as it is. Subclasses override it.
  open func createPath() throws {}

  /// Has the path made anew when it is next drawn.
  public func invalidatePath() {
    made = nil
    isMade = false
    edge = nil
  }

  /// What is stroked of `path`: its ``edge``, else all of it.
  func line(of path: CGPath) -> CGPath { edge ?? path }

  /// Which places are inside of rings that overlap.
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

  /// Gives the context ``fillColor``.
  open func applyFillProperties(to context: CGContext, atZoomScale zoomScale: MKZoomScale) throws {
    if let fillColor { context.state.fill = .color(fillColor) }
  }

  /// Gives the context ``strokeColor`` and the line's width, ends, joins and dashes, in map points.
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

  /// Fills a path of its own coordinates with what the context has.
  open func fillPath(_ path: CGPath, in context: CGContext) throws { context.fillSeen(path, fillRule) }

  /// Strokes a path of its own coordinates with what the context has.
  open func strokePath(_ path: CGPath, in context: CGContext) throws { context.strokeSeen(path) }

  /// A path and its copies as one, so that no seam shows where they meet.
  func aroundWorld(_ path: CGPath) -> CGPath {
    copies.reduce(into: path) { all, shift in
      all.append(path.applying(CGAffineTransform(translationX: shift, y: 0)))
    }
  }

  override func renderWhole(_ scene: MapScene, _ shifts: [Double], in context: CGContext) throws {
    // Copies that overlap would be holes in each other.
    let isApart = overlay.boundingMapRect.width <= MKMapSizeWorld.width * (1 + 1e-9)
    guard shifts.count > 1, isApart else { return try super.renderWhole(scene, shifts, in: context) }
    copies = shifts.dropFirst().map { $0 - shifts[0] }
    defer { copies = [] }
    try super.renderWhole(scene, [shifts[0]], in: context)
  }
}

/// How the pieces of a line meet.
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
