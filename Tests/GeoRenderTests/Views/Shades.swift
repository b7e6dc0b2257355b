import Geo

/// The drawing, by position in points.
struct Shades {
  /// A dot with premultiplied alpha; components from 0 to 1.
  struct Shade: Equatable {
    let red: Double
    let green: Double
    let blue: Double
    let alpha: Double

    var brightness: Double { (red + green + blue) / 3 }
  }

  let scale: Double
  private let dots: Dots

  init(_ width: Double, _ height: Double, scale: Double = 1, _ body: (CGContext) throws -> Void) throws {
    dots = try Dots(width, height, scale: scale, body)
    self.scale = scale
  }

  var width: Int { dots.width }
  var height: Int { dots.height }

  /// The shade of the dot in a column and a row.
  subscript(column: Int, row: Int) -> Shade {
    let dot = dots[column, row]
    func part(_ value: Int) -> Double { Double(value) / 255 }
    return Shade(red: part(dot.red), green: part(dot.green), blue: part(dot.blue), alpha: part(dot.alpha))
  }

  /// The shade of the dot that holds a point.
  func at(_ x: Double, _ y: Double) -> Shade {
    self[Int((x * scale).rounded(.down)), Int((y * scale).rounded(.down))]
  }

  /// The bounds of the dots that match; nil if none do.
  func bounds(_ isMeant: (Shade) -> Bool) -> CGRect? {
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

  /// The number of dots that match.
  func count(_ isMeant: (Shade) -> Bool) -> Int {
    (0..<height).reduce(0) { sum, row in sum + (0..<width).count { isMeant(self[$0, row]) } }
  }
}
