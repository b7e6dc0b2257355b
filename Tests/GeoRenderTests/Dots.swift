import CCairo
import Geo
import Testing

@testable import GeoRender

/// The dots of a bitmap canvas.
struct Dots: Equatable {
  let width: Int
  let height: Int
  private let pixels: [UInt32]

  init(_ image: UIImage) throws {
    let bitmap = try Bitmap.of(image)
    (width, height) = (bitmap.width, bitmap.height)
    let stride = Int(cv_image_stride(bitmap.pointer)) / 4
    let all = UnsafeBufferPointer(start: cv_image_pixels(bitmap.pointer), count: stride * height)
    pixels = (0..<height).flatMap { all[$0 * stride..<$0 * stride + bitmap.width] }
  }

  /// What `body` draws on a new canvas, which is clear at first.
  init(_ width: Double = 20, _ height: Double = 20, scale: Double = 1, _ body: (CGContext) throws -> Void)
    throws
  {
    let canvas = try CairoCanvas(size: CGSize(width: width, height: height), scale: scale)
    try body(CGContext(canvas))
    #expect(cv_canvas_error(canvas.pointer) == nil)
    try self.init(CairoCanvasFactory().image(of: canvas))
  }

  subscript(x: Int, y: Int) -> Dot { Dot(pixels[y * width + x]) }

  /// The number of dots that are not fully clear.
  var painted: Int { pixels.count { $0 >> 24 > 0 } }
  var colors: Set<UInt32> { Set(pixels) }
}

/// A dot with premultiplied alpha; components from 0 to 255.
struct Dot: Equatable, CustomStringConvertible {
  var red: Int
  var green: Int
  var blue: Int
  var alpha: Int

  init(_ bits: UInt32) {
    (alpha, red, green, blue) = (
      Int(bits >> 24), Int(bits >> 16 & 255), Int(bits >> 8 & 255), Int(bits & 255)
    )
  }

  init(_ red: Int, _ green: Int, _ blue: Int, _ alpha: Int = 255) {
    (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
  }

  static let clear = Dot(0, 0, 0, 0)
  static let red = Dot(255, 0, 0)
  static let black = Dot(0, 0, 0)
  static let white = Dot(255, 255, 255)

  func isNear(_ other: Dot, _ tolerance: Int = 2) -> Bool {
    max(abs(red - other.red), abs(green - other.green), abs(blue - other.blue), abs(alpha - other.alpha))
      <= tolerance
  }

  var description: String { "(\(red), \(green), \(blue), \(alpha))" }
}

extension CGContext {
  func fill(_ color: UIColor, _ x: Double, _ y: Double, _ width: Double, _ height: Double) {
    state.fill = .color(color)
    fill(CGPath(CGRect(x: x, y: y, width: width, height: height)))
  }
}

extension CGPath {
  /// A line from place to place.
  init(_ places: [(Double, Double)]) {
    self.init()
    addLines(places.map { CGPoint(x: $0.0, y: $0.1) })
  }
}
