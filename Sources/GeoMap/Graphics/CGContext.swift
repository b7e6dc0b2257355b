public import GeoCore

/// The drawing context of scripts, renderers and views: a transform, a current path, colors and lines.
///
/// - Units: points, which the transform converts to points of the canvas; y grows downward.
/// - Source: Apple's CGContext.h.
public final class CGContext {
  public let canvas: any Canvas
  /// The state that ``saveGState()`` saves.
  public var state: State
  private var frames: [Frame] = []
  /// Frames below this do not belong to the running drawing code.
  private var floor = 0
  /// The current path, in points of the canvas: each point is transformed when it is added.
  public var path = CGPath()
  /// The start of the next text's baseline, in user coordinates.
  public var textPosition = CGPoint.zero

  /// The saved and restored part of a context.
  public struct State {
    public var transform = CGAffineTransform.identity
    public var fill = Paint.color(.black)
    public var stroke = Paint.color(.black)
    /// On use, its transform is that of the context.
    public var pen = Pen()
    public var blending = Blending()
    /// Whether images are smoothed when scaled.
    public var interpolates = true
    public var font = UIFont.systemFont(ofSize: UIFont.systemFontSize)
    public var textMode = CGTextDrawingMode.fill
    /// The additional work of each painting call for the clip, in the units of the caller that counts it.
    public var clipWork = 0

    public init() {}
  }

  /// What is restored at the end of a saved state or a layer.
  private struct Frame {
    let state: State
    let isLayer: Bool
  }

  public init(_ canvas: any Canvas) {
    self.canvas = canvas
    state = State()
  }

  /// The number of saved states and layers.
  public var depth: Int { frames.count }
  /// The maximum number of saved states: each takes memory of the canvas.
  public static let greatestDepth = 1000
  /// The maximum nesting of layers: each may be as large as the picture.
  public static let mostLayers = 8

  /// Saves transform, colors, lines and clip until ``restoreGState()``.
  ///
  /// - Errors: ``GeoError`` if too many states are saved already.
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

  /// Restores the last saved state; does nothing if this call or layer has saved none.
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

  /// Runs `body` and restores the state, whatever it has left behind; it cannot restore earlier states.
  public func saving<Result>(_ body: () throws -> Result) rethrows -> Result {
    try within(push, body)
  }

  /// Runs `body` within the frame that `open` adds; afterwards that frame and all frames in it are removed.
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

  /// Collects everything painted until ``endTransparencyLayer()`` as one picture, for the current alpha,
  /// blend mode and shadow; inside, these have their defaults.
  ///
  /// - Errors: ``GeoError`` if layers are nested too deep.
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

  /// Paints the collected picture and restores the state of the layer's beginning; without a layer nothing
  /// happens.
  public func endTransparencyLayer() {
    guard let layer = frames.lastIndex(where: \.isLayer), layer >= floor else { return }
    while frames.count > layer { pop() }
  }

  /// Paints the output of `body` as one picture, with the current alpha, blend mode and shadow.
  public func layer(_ body: () throws -> Void) rethrows {
    try within(openLayer, body)
  }

  // MARK: Coordinates

  /// Applies `transform` before the current transform.
  public func concatenate(_ transform: CGAffineTransform) {
    state.transform = transform.concatenating(state.transform)
  }

  public func translateBy(x: Double, y: Double) { concatenate(CGAffineTransform(translationX: x, y: y)) }
  public func scaleBy(x: Double, y: Double) { concatenate(CGAffineTransform(scaleX: x, y: y)) }
  public func rotate(by angle: Double) { concatenate(CGAffineTransform(rotationAngle: angle)) }

  /// The transform from user coordinates to pixels.
  public var userSpaceToDeviceSpaceTransform: CGAffineTransform {
    state.transform.concatenating(CGAffineTransform(scaleX: canvas.scale, y: canvas.scale))
  }

  /// The bounds of the clip, in user coordinates.
  public var boundingBoxOfClipPath: CGRect {
    state.transform.inverted.map { canvas.clipBounds.applying($0) } ?? .null
  }
}
