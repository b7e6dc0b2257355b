import Geo
import LuaBridge

/// Charges scripts for drawing, in instructions, so that a budget stops a script that draws forever.
///
/// Costs are approximate times of painting a solid color on a canvas, in units of Lua instructions.
struct DrawingWork {
  private unowned let machine: LuaMachine

  init(_ machine: LuaMachine) { self.machine = machine }

  private static let stepsAPoint = 10
  private static let pixelsAStep = 16.0
  /// The cost of a soft shadow, besides that of the shape.
  private static let shadow = 4.0
  private static let stepsALetter = 200

  func spend(_ steps: Int) { LuaStackWork.spend(machine.stack, steps) }

  func spend(points: Int) { spend(points * DrawingWork.stepsAPoint) }

  /// Charges for making the outline of a line along a path, which is many times as long, before it is made.
  ///
  /// - Errors: ``LuaMessage`` when the outline would be too long.
  func spend(outlining path: CGPath) throws {
    let lines = path.verbs.reduce(0) { $0 + ($1 == .curve ? 16 : 1) }
    try requireRoom(for: 10 * lines, in: CGPath())
  }

  /// Charges for filling a path in canvas coordinates, or for a line along it.
  ///
  /// - Parameters:
  ///   - margin: the extent of a line to either side; nil to fill.
  /// - Errors: ``LuaMessage`` for lines so long that painting them would block for seconds.
  func spend(_ path: CGPath, in context: CGContext, margin: Double? = nil) throws {
    spend(points: path.points.count)
    let pen = margin.map { $0 > 0 ? $0 : 0 }
    if path.points.count > DrawingWork.fewPoints {
      let way = path.way(within: context.canvas, pen: pen)
      guard way <= DrawingWork.longestWay else {
        throw LuaMessage(
          "the path's lines cover \(Int(min(way, 1e18)) / 1_000_000) million pixels, but at most "
            + "\(Int(DrawingWork.longestWay) / 1_000_000) million can be painted at once: "
            + "fill or stroke it in parts")
      }
      spend(Int(way / DrawingWork.edgePixelsAStep))
    }
    let reach = pen ?? 0
    spend(path.controlBounds.insetBy(dx: -reach, dy: -reach), in: context)
  }

  /// Paths too short to be measured.
  private static let fewPoints = 16
  private static let edgePixelsAStep = 4.0
  private static let longestWay = 2e8

  /// Charges for clipping to a path in canvas coordinates, and adds to the cost of each later painting.
  ///
  /// - Errors: ``LuaMessage`` for a path with too many points, because each painting traverses all of it.
  func clip(to path: CGPath, in context: CGContext) throws {
    let count = path.points.count
    guard count <= DrawingWork.mostClipPoints else {
      throw LuaMessage("a clipping path may have at most \(DrawingWork.mostClipPoints) points, got \(count)")
    }
    try spend(path, in: context)
    guard count > DrawingWork.fewPoints else { return }
    // The number of crossings between lines of that length.
    let way = path.way(within: context.canvas, pen: nil)
    let canvas = context.canvas
    let pixels = max(1, canvas.size.width * canvas.size.height * canvas.scale * canvas.scale)
    context.state.clipWork += count + Int(min(way * way / (3 * pixels), 1e9))
  }

  private static let mostClipPoints = 20_000

  /// Charges for painting within a rect in canvas coordinates.
  func spend(_ box: CGRect, in context: CGContext, times: Double = 1) {
    let seen = box.intersection(CGRect(origin: .zero, size: context.canvas.size))
    guard !seen.isNull else { return }
    if context.state.clipWork > 0 { spend(context.state.clipWork) }
    let shadow = context.state.blending.shadow == nil ? 1 : DrawingWork.shadow
    let pixels = seen.width * seen.height * context.canvas.scale * context.canvas.scale
    spend(Int(min(pixels * shadow * times / DrawingWork.pixelsAStep, 1e12)))
  }

  /// Charges for painting within a rect in the context's coordinates.
  func spend(own rect: CGRect, in context: CGContext, times: Double = 1) {
    spend(rect.applying(context.state.transform), in: context, times: times)
  }

  /// Charges for painting an image into a rect in the context's coordinates, and for decoding it at first
  /// use.
  func spend(_ image: UIImage, own rect: CGRect, in context: CGContext) {
    let isRead = if case .drawn = image.source { true } else { image.decoded != nil }
    if !isRead { spend(image.pixelCount / DrawingWork.readPixelsAStep) }
    spend(own: rect, in: context, times: 2)
  }

  private static let readPixelsAStep = 4

  /// Charges for painting the clipping area.
  func spendAll(in context: CGContext, times: Double = 1) {
    spend(context.canvas.clipBounds, in: context, times: times)
  }

  /// The maximum number of letters drawn at once.
  static let mostLetters = 10_000

  /// - Errors: ``LuaMismatch`` for a text that is too long to draw.
  func spend(text: String) throws {
    let letters = text.utf8.count
    guard letters <= DrawingWork.mostLetters else {
      throw LuaMismatch("text of at most \(DrawingWork.mostLetters) bytes expected, got \(letters)")
    }
    spend(letters * DrawingWork.stepsALetter)
  }

  /// The maximum number of elements of a path.
  static let mostElements = 1_000_000

  /// - Errors: ``LuaMessage`` when `path` with `count` more elements would be too long.
  func requireRoom(for count: Int, in path: CGPath) throws {
    spend(points: count)
    guard path.verbs.count + count <= DrawingWork.mostElements else {
      throw LuaMessage(
        "a path may have at most \(DrawingWork.mostElements) elements: fill or stroke it in parts")
    }
  }
}

extension CGPath {
  /// The number of canvas pixels along its lines, or along both edges and the corners of its stroke.
  fileprivate func way(within canvas: any Canvas, pen reach: Double?) -> Double {
    let (scale, size) = (canvas.scale, canvas.size)
    // NaN counts as 0.
    func seen(_ point: CGPoint) -> CGPoint {
      CGPoint(
        x: point.x > 0 ? min(point.x, size.width) : 0, y: point.y > 0 ? min(point.y, size.height) : 0)
    }
    var way = 0.0
    var corners = 0.0
    var (last, start) = (CGPoint.zero, CGPoint.zero)
    var place = 0
    for verb in verbs {
      switch verb {
      case .move:
        (last, start) = (seen(points[place]), seen(points[place]))
        place += 1
      case .line, .curve:
        for _ in 0..<(verb == .line ? 1 : 3) {
          let next = seen(points[place])
          way += abs(next.x - last.x) + abs(next.y - last.y)
          last = next
          place += 1
        }
        corners += 1
      case .close:
        way += abs(start.x - last.x) + abs(start.y - last.y)
        last = start
      }
    }
    guard let reach else { return way * scale }
    // A round corner counts as the pen's circumference, up to the size of the canvas.
    return (2 * way + corners * min(6 * reach, 2 * (size.width + size.height))) * scale
  }
}

extension LuaForms {
  var work: DrawingWork { DrawingWork(machine) }
}
