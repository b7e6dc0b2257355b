public import Geo

/// A canvas that paints nothing and writes down what it was asked for, one line a call, so that tests can say exactly
/// what is drawn.
///
/// ```
/// fill M 0 0 L 10 0 L 10 5 L 0 5 Z #ff0000
/// stroke M 0 0 L 10 0 width 2 #000000 alpha 0.5
/// ```
public final class RecordingCanvas: Canvas {
  public let size: CGSize
  public let scale: Double
  public private(set) var calls: [String] = []
  /// How many states and layers are open.
  public private(set) var depth = 0

  public init(size: CGSize = CGSize(width: 100, height: 100), scale: Double = 1) {
    self.size = size
    self.scale = scale
  }

  /// What was asked for since the last reading, without the keeping of states.
  public func painted() -> [String] {
    defer { calls = [] }
    return calls.filter { $0 != "save" && $0 != "restore" }
  }

  public func save() {
    depth += 1
    calls.append("save")
  }

  public func restore() {
    depth -= 1
    calls.append("restore")
  }

  public func clip(to path: CGPath, rule: CGPathFillRule) { note("clip", path.record, rule.record) }

  /// All of it: clips are only noted.
  public var clipBounds: CGRect { CGRect(origin: .zero, size: size) }

  public func fill(_ path: CGPath, rule: CGPathFillRule, with paint: Paint, _ blend: Blending) {
    note("fill", path.record, rule.record, paint.record, blend.record)
  }

  public func stroke(_ path: CGPath, with pen: Pen, paint: Paint, _ blend: Blending) {
    note("stroke", path.record, pen.record, paint.record, blend.record)
  }

  public func fill(with paint: Paint, _ blend: Blending) { note("paint", paint.record, blend.record) }

  public func draw(
    _ image: UIImage, in rect: CGRect, transform: CGAffineTransform, smooth: Bool, _ blend: Blending
  ) throws(GeoError) {
    note(
      "image", image.size.record, "in", rect.record, transform.record, smooth ? "" : "unsmoothed",
      blend.record)
  }

  public func draw(_ text: TextBlock, transform: CGAffineTransform, paint: Paint, _ blend: Blending) {
    let width = text.width.map { "within \($0.record)" } ?? ""
    let alignment = text.alignment == .natural ? "" : "\(text.alignment)"
    let lines = text.lines == 0 ? "" : "lines \(text.lines)"
    let halo = text.halo.map { "halo \($0.width.record) \($0.color)" } ?? ""
    note(
      "text \"\(text.text)\"", "\(text.font.fontName) \(text.font.pointSize.record)", width, alignment, lines,
      halo, transform.record, paint.record, blend.record)
  }

  /// Half the point size to a letter, 1.2 times it to a line.
  public func measure(_ text: TextBlock) -> CGSize {
    let lines = text.text.split(separator: "\n", omittingEmptySubsequences: false)
    let widest = Double(lines.map(\.count).max() ?? 0) * text.font.pointSize / 2
    return CGSize(width: widest, height: Double(lines.count) * text.font.pointSize * 1.2)
  }

  public func beginLayer() {
    depth += 1
    calls.append("layer")
  }

  public func endLayer(_ blend: Blending) {
    depth -= 1
    note("end layer", blend.record)
  }

  private func note(_ words: String...) {
    calls.append(words.filter { !$0.isEmpty }.joined(separator: " "))
  }
}

/// Makes canvases that write down what is drawn, and keeps them.
public final class RecordingCanvasFactory: CanvasFactory {
  public private(set) var canvases: [RecordingCanvas] = []

  public init() {}

  public func makeCanvas(size: CGSize, scale: Double) throws(GeoError) -> any Canvas {
    let canvas = RecordingCanvas(size: size, scale: scale)
    canvases.append(canvas)
    return canvas
  }

  public func image(of canvas: any Canvas) throws(GeoError) -> UIImage {
    UIImage(.drawn(canvas), size: canvas.size, scale: canvas.scale)
  }

  public func png(of image: UIImage) throws(GeoError) -> [UInt8] { [] }
}
