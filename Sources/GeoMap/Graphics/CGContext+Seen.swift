/// Paths of any size, reduced to their visible part for the canvas.
///
/// A shape on the map may be a billion points wide and have a million corners. The numbers of canvases end at
/// some millions, and each corner takes time.
extension CGContext {
  /// The maximum deviation of the drawing.
  ///
  /// - Units: pixels.
  static let thinning = 0.12

  /// Fills the visible part of a path in user coordinates.
  func fillSeen(_ path: CGPath, _ rule: CGPathFillRule) {
    let lines = PathLines(transform: state.transform, window: seen(margin: 0), tolerance: tolerance)
    let clip = LineClip(window: lines.window)
    var area = CGPath()
    lines.forEachPiece(of: path) { points, _ in
      let ring = clip.area(of: points)
      guard ring.count > 2 else { return }
      area.addLines(ring)
      area.close()
    }
    guard !area.isEmpty else { return }
    canvas.fill(area, rule: rule, with: state.fill, state.blending)
  }

  /// Strokes the visible part of a path in user coordinates.
  func strokeSeen(_ path: CGPath) {
    let lines = PathLines(
      transform: state.transform, window: seen(margin: pen.reach), tolerance: tolerance)
    let clip = LineClip(window: lines.window)
    var dashes = LineDashes(state.pen.dashes, phase: state.pen.dashPhase, scale: state.transform.scale)
    var parts: [LineClip.Part] = []
    lines.forEachPiece(of: path) { points, isClosed in
      for part in clip.parts(of: points, isClosed: isClosed, measures: dashes != nil) {
        parts += dashes?.dashes(of: part) ?? [part]
      }
    }
    var line = CGPath()
    let news = newParts(of: parts, lines.window)
    // Reserved once: reserving for each part would reallocate every time.
    line.reserve(news.reduce(0) { $0 + $1.points.count + 2 })
    for part in news { line.addLine(part) }
    guard !line.isEmpty else { return }
    var pen = pen
    pen.dashes = []
    canvas.stroke(line, with: pen, paint: state.stroke, state.blending)
  }

  /// The parts of a line that paint new pixels, if the line is long enough for the check to pay.
  private func newParts(of parts: [LineClip.Part], _ window: CGRect) -> [LineClip.Part] {
    let count = parts.reduce(0) { $0 + $1.points.count }
    // The order of places is irrelevant only if the pen is a disc, including its ends.
    guard count > CGContext.manyPoints, pen.join == .round, pen.cap == .round, pen.isDisc,
      var cover = StrokeCover(
        window: window, width: pen.width * pen.transform.scale, scale: max(canvas.scale, 0.01)),
      cover.places(of: parts) <= CGContext.mostPlaces
    else { return parts }
    return parts.flatMap { cover.news(of: $0) }
  }

  private static let manyPoints = 10_000
  /// Lines of long pieces seldom overlap.
  private static let mostPlaces = 4_000_000.0

  /// - Units: points of the canvas.
  var tolerance: Double { CGContext.thinning / max(canvas.scale, 0.01) }

  /// The paintable area, with enough margin that ends and edges there are invisible.
  func seen(margin: Double) -> CGRect {
    let clip = canvas.clipBounds
    guard !clip.isNull, margin.isFinite else { return .zero }
    return clip.insetBy(dx: -margin - 2, dy: -margin - 2)
  }
}

extension Pen {
  /// Whether its transform preserves circles.
  fileprivate var isDisc: Bool {
    let t = transform
    let (x, y) = (t.a * t.a + t.b * t.b, t.c * t.c + t.d * t.d)
    return abs(x - y) <= 1e-9 * x && abs(t.a * t.c + t.b * t.d) <= 1e-9 * x
  }

  /// The maximum distance of its stroke from the line.
  ///
  /// - Units: points of the canvas.
  var reach: Double {
    let spikes = join == .miter ? max(miterLimit, 1) : 1
    let stretch = max(
      (transform.a * transform.a + transform.b * transform.b).squareRoot(),
      (transform.c * transform.c + transform.d * transform.d).squareRoot())
    // The corner of a square end is √2 half widths away.
    return width / 2 * max(spikes, 1.5) * stretch
  }
}

extension CGPath {
  /// Adds a part of a line; a single point becomes a dot.
  mutating func addLine(_ part: LineClip.Part) {
    addLines(part.points)
    if part.points.count == 1 { addLine(to: part.points[0]) }
    if part.isClosed { close() }
  }
}
