import Geo

/// A canvas that draws nothing and writes down what it is asked for.
final class NotedCanvas: Canvas {
  let size: CGSize
  let scale: Double
  private(set) var notes: [String] = []

  init(size: CGSize, scale: Double) {
    self.size = size
    self.scale = scale
  }

  func save() {}
  func restore() {}
  func clip(to path: CGPath, rule: CGPathFillRule) {}
  var clipBounds: CGRect { CGRect(origin: .zero, size: size) }
  func fill(_ path: CGPath, rule: CGPathFillRule, with paint: Paint, _ blend: Blending) { notes.append("fill") }
  func stroke(_ path: CGPath, with pen: Pen, paint: Paint, _ blend: Blending) { notes.append("stroke") }
  func fill(with paint: Paint, _ blend: Blending) { notes.append("ground") }
  func draw(
    _ image: UIImage, in rect: CGRect, transform: CGAffineTransform, smooth: Bool, _ blend: Blending
  ) throws(GeoError) { notes.append("image") }
  func draw(_ text: TextBlock, transform: CGAffineTransform, paint: Paint, _ blend: Blending) {
    notes.append("text \(text.text)")
  }
  func measure(_ text: TextBlock) -> CGSize { CGSize(width: 8 * Double(text.text.count), height: 16) }
  func beginLayer() {}
  func endLayer(_ blend: Blending) {}
}

/// Hands out such canvases of 4096 by 4096 pixels at most.
final class NotedCanvasMaker: CanvasMaker {
  private(set) var canvases: [NotedCanvas] = []

  func makeCanvas(size: CGSize, scale: Double) throws(GeoError) -> any Canvas {
    guard size.width > 0, size.height > 0, size.width * scale <= 4096, size.height * scale <= 4096 else {
      throw GeoError(.data, "a picture has 1 to 4096 pixels a side")
    }
    let canvas = NotedCanvas(size: size, scale: scale)
    canvases.append(canvas)
    return canvas
  }

  func image(of canvas: any Canvas) throws(GeoError) -> UIImage {
    UIImage(.drawn(canvas), size: canvas.size, scale: canvas.scale)
  }

  func png(of image: UIImage) throws(GeoError) -> [UInt8] { [] }
}

/// Ground and labels that leave a note, ready after some questions.
final class NotedBaseMap: BaseMap {
  var questions = 0

  func prepare(_ scene: MapScene) -> Bool {
    questions -= 1
    return questions < 0
  }

  func drawGround(_ scene: MapScene, in context: CGContext) { context.canvas.fill(with: .color(.white), Blending()) }
  func drawLabels(_ scene: MapScene, in context: CGContext) {}
  func attribution(_ scene: MapScene) -> String? { nil }
}
