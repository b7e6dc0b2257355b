import Geo
import GeoRender
import Glibc

/// The cost of pictures.
enum PictureRows {
  private static let side = 1024.0

  static func run(_ arguments: Arguments) throws {
    let scene = Scene(side: side)
    var (whole, encoding): ([Double], [Double]) = ([], [])
    // Loads the libraries, which come with the first picture.
    _ = try scene.drawn(side: side, scale: 1).bytes()
    for _ in 0..<arguments.runs * 5 {
      let start = Measure.cpuTime
      let picture = try scene.drawn(side: side, scale: 1)
      let drawn = Measure.cpuTime
      let bytes = try picture.bytes()
      let end = Measure.cpuTime
      if let path = arguments["out"] { try Picture.write(bytes, to: path) }
      whole.append(end - start)
      encoding.append(end - drawn)
    }
    Measure.row("picture-markers", Measure.median(whole) * 1e3, "ms", digits: 2)
    Measure.row("of it our PNG", Measure.median(encoding) * 1e3, "ms", digits: 2)
  }

  /// The peak of memory for a large picture until it is written.
  static func memory() throws {
    let picture = try Scene(side: side).drawn(side: side, scale: 4)
    _ = try picture.bytes()
    Measure.row("picture-memory", Double(Measure.residentBytes("VmHWM")) / 1e6, "MB")
  }

  /// A line of 10,000 points and 1,000 markers, the same as in scripts/bench.d/reference/cairo_picture.c.
  private struct Scene {
    let line: CGPath
    let markers: [CGPoint]

    /// A track that turns a little at each step and turns back at the edges.
    init(side: Double) {
      // Knuth's MMIX: the same numbers everywhere.
      var seed: UInt64 = 1
      func dice() -> Double {
        seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Double(seed >> 11) / 9_007_199_254_740_992
      }
      var (x, y, heading) = (side / 2, side / 2, 0.0)
      let way: [CGPoint] = (0..<10_000).map { _ in
        heading += (dice() - 0.5) * 0.8
        let (dx, dy) = (4 * cos(heading), 4 * sin(heading))
        let fits = x + dx >= 8 && x + dx <= side - 8 && y + dy >= 8 && y + dy <= side - 8
        if fits { (x, y) = (x + dx, y + dy) } else { heading += .pi / 2 }
        return CGPoint(x: x, y: y)
      }
      var line = CGPath()
      line.addLines(way)
      self.line = line
      markers = (0..<1000).map { _ in
        let x = dice() * side
        return CGPoint(x: x, y: dice() * side)
      }
    }

    func drawn(side: Double, scale: Double) throws -> Picture {
      let picture = try Picture(.png, size: CGSize(width: side, height: side), scale: scale)
      let context = CGContext(picture.canvas)
      context.state.fill = .color(.white)
      context.fill(CGPath(CGRect(x: 0, y: 0, width: side, height: side)))
      context.state.stroke = .color(UIColor(red: 0, green: 0.4, blue: 0.8, alpha: 0.7))
      context.state.pen.width = 3
      context.state.pen.cap = .round
      context.state.pen.join = .round
      context.stroke(line)
      context.state.pen.width = 1.5
      context.state.fill = .color(UIColor(red: 0.9, green: 0.2, blue: 0.15))
      context.state.stroke = .color(.white)
      for place in markers {
        let shape = CGPath(ellipseIn: CGRect(x: place.x - 6, y: place.y - 6, width: 12, height: 12))
        context.fill(shape)
        context.stroke(shape)
      }
      return picture
    }
  }
}
