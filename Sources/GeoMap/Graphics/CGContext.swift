public import GeoCore

/// The pen that scripts, renderers and views draw with: a transform, a path in the making, colors and lines.
///
/// - Units: points that the transform makes points of the canvas; y grows downward.
/// - Source: Apple's CGContext.h.
public final class CGContext {
  public let canvas: any Canvas
  /// What ``saveGState()`` keeps.
  public var state: State
  private var frames: [Frame] = []
  /// What is kept below this is not the drawing's own that runs now.
  private var floor = 0
  /// The path in the making, in points of the canvas: each place is transformed when it is added.
  public var path = CGPath()
  /// Where the base line of the next text begins, in its own coordinates.
  public var textPosition = CGPoint.zero

  /// What a context can be brought back to.
  public struct State {
    public var transform = CGAffineTransform.identity
    public var fill = Paint.color(.black)
    public var stroke = Paint.color(.black)
    /// Its transform is the context's own when it is used.
    public var pen = Pen()
    public var blending = Blending()
    /// Whether images are smoothed where they are scaled.
    public var interpolates = true
    public var font = UIFont.systemFont(ofSize: UIFont.systemFontSize)
    public var textMode = CGTextDrawingMode.fill
    /// What each painting takes more for what it is clipped to, as who counts such work counts it.
    public var clipWork = 0

    public init() {}
  }

  /// What is brought back at the end of a state, or of a layer.
  private struct Frame {
    let state: State
    let isLayer: Bool
  }

  public init(_ canvas: any Canvas) {
    self.canvas = canvas
    state = State()
  }

  /// How many states and layers are kept.
  public var depth: Int { frames.count }
  /// How many states may be kept: each of them costs memory of the canvas.
  public static let greatestDepth = 1000
  /// How many layers may lie in each other: each of them may be as large as the picture.
  public static let mostLayers = 8

  /// Keeps transform, colors, lines and clip until ``restoreGState()``.
  ///
  /// - Errors: ``GeoError`` when too many are kept already.
  public func saveGState() throws(GeoError) {
    guard frames.count < CGContext.greatestDepth else {
      throw GeoError(
        .data,
        "CGContextSaveGState: \(frames.count) states are already saved (is a CGContextRestoreGState missing?)"
      )
    }
    push()
  }

  private func push() {
    frames.append(Frame(state: state, isLayer: false))
    canvas.save()
  }

  /// Brings back what was kept last; without anything kept in this call or layer nothing happens.
  public func restoreGState() {
    guard frames.count > floor, let last = frames.last, !last.isLayer else { return }
    pop()
  }

  private func pop() {
    guard let last = frames.popLast() else { return }
    state = last.state
    canvas.restore()
    if last.isLayer { canvas.endLayer(last.state.blending) }
  }

  /// Runs `body` and brings back everything, whatever it has left behind; it can bring back nothing from before.
  public func saving<Result>(_ body: () throws -> Result) rethrows -> Result {
    try within(push, body)
  }

  /// Runs `body` in what `open` keeps; that ends with it, and so does all that is kept in it.
  private func within<Result>(_ open: () -> Void, _ body: () throws -> Result) rethrows -> Result {
    let before = (frames: frames.count, floor: floor, path: path)
    open()
    floor = frames.count
    path = CGPath()
    defer {
      while frames.count > before.frames { pop() }
      floor = before.floor
      path = before.path
    }
    return try body()
  }

  // MARK: Layers

  /// Gathers what is painted until ``endTransparencyLayer()`` as one picture, for the alpha, the blend mode and the
  /// shadow that hold now; in it they begin as they were at first.
  ///
  /// - Errors: ``GeoError`` when too many lie in each other.
  public func beginTransparencyLayer() throws(GeoError) {
    guard layers < CGContext.mostLayers, frames.count < CGContext.greatestDepth else {
      throw GeoError(
        .data,
        "CGContextBeginTransparencyLayer: \(layers) layers are open already "
          + "(is a CGContextEndTransparencyLayer missing?)")
    }
    openLayer()
  }

  private var layers: Int { frames.count { $0.isLayer } }

  private func openLayer() {
    frames.append(Frame(state: state, isLayer: true))
    canvas.beginLayer()
    canvas.save()
    state.blending = Blending()
  }

  /// Paints what was gathered, and brings back what was kept when that began; without a layer nothing happens.
  public func endTransparencyLayer() {
    guard let layer = frames.lastIndex(where: \.isLayer), layer >= floor else { return }
    while frames.count > layer { pop() }
  }

  /// Paints what `body` paints as one picture, with the alpha, the blend mode and the shadow that hold now.
  public func layer(_ body: () throws -> Void) rethrows {
    try within(openLayer, body)
  }

  // MARK: Coordinates

  /// Does `transform` before everything that it does already.
  public func concatenate(_ transform: CGAffineTransform) {
    state.transform = transform.concatenating(state.transform)
  }

  public func translateBy(x: Double, y: Double) { concatenate(CGAffineTransform(translationX: x, y: y)) }
  public func scaleBy(x: Double, y: Double) { concatenate(CGAffineTransform(scaleX: x, y: y)) }
  public func rotate(by angle: Double) { concatenate(CGAffineTransform(rotationAngle: angle)) }

  /// What makes pixels of its own points.
  public var userSpaceToDeviceSpaceTransform: CGAffineTransform {
    state.transform.concatenating(CGAffineTransform(scaleX: canvas.scale, y: canvas.scale))
  }

  /// Encloses what can still be painted, in its own coordinates.
  public var boundingBoxOfClipPath: CGRect {
    state.transform.inverted.map { canvas.clipBounds.applying($0) } ?? .null
  }
}
