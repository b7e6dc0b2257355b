import CCairo
import Geo

@testable import GeoRender

/// What was drawn, dot by dot.
struct ViewDots {
  struct Dot: Equatable, CustomStringConvertible {
    let red: Double
    let green: Double
    let blue: Double
    /// How much of it was painted; the colours are multiplied by it.
    let alpha: Double

    var description: String { "(\(red), \(green), \(blue), \(alpha))" }
    var brightness: Double { (red + green + blue) / 3 }
  }

  let scale: Double
  let width: Int
  let height: Int
  private let image: Bitmap

  /// Draws on a canvas of dots of that size.
  init(_ width: Double, _ height: Double, scale: Double = 1, _ draw: (CGContext) throws -> Void) throws {
    let canvas = try CairoCanvas(size: CGSize(width: width, height: height), scale: scale)
    try draw(CGContext(canvas))
    image = try Bitmap.of(CairoCanvasMaker().image(of: canvas))
    self.scale = scale
    self.width = image.width
    self.height = image.height
  }

  /// The dot in a column and a row.
  subscript(column: Int, row: Int) -> Dot {
    guard column >= 0, row >= 0, column < width, row < height, let pixels = cv_image_pixels(image.pointer)
    else { return Dot(red: 0, green: 0, blue: 0, alpha: 0) }
    let dot = pixels[row * Int(cv_image_stride(image.pointer)) / 4 + column]
    func part(_ shift: UInt32) -> Double { Double(dot >> shift & 255) / 255 }
    return Dot(red: part(16), green: part(8), blue: part(0), alpha: part(24))
  }

  /// The dot that a place in points lies in.
  func dot(_ x: Double, _ y: Double) -> Dot { self[Int((x * scale).rounded(.down)), Int((y * scale).rounded(.down))] }

  /// Encloses the dots that are so, in points; nil without any.
  func bounds(_ isMeant: (Dot) -> Bool) -> CGRect? {
    var (left, top, right, bottom) = (Int.max, Int.max, Int.min, Int.min)
    for row in 0..<height {
      for column in 0..<width where isMeant(self[column, row]) {
        (left, right) = (min(left, column), max(right, column))
        (top, bottom) = (min(top, row), max(bottom, row))
      }
    }
    guard left <= right else { return nil }
    return CGRect(
      x: Double(left) / scale, y: Double(top) / scale, width: Double(right - left + 1) / scale,
      height: Double(bottom - top + 1) / scale)
  }

  /// How many dots are so.
  func count(_ isMeant: (Dot) -> Bool) -> Int {
    (0..<height).reduce(0) { sum, row in sum + (0..<width).count { isMeant(self[$0, row]) } }
  }
}
