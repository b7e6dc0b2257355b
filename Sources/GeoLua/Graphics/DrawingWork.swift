import Geo
import LuaBridge

/// Charges scripts for what drawing takes, in instructions, so that a budget ends one that draws forever.
///
/// Steps are about what a canvas of dots takes for a solid color, measured in instructions of Lua's.
struct DrawingWork {
  private unowned let machine: LuaMachine

  init(_ machine: LuaMachine) { self.machine = machine }

  private static let stepsAPoint = 10
  private static let pixelsAStep = 16.0
  /// What a soft shadow takes beside what throws it.
  private static let shadow = 4.0
  private static let stepsALetter = 200

  func spend(_ steps: Int) { LuaStackWork.spend(machine.stack, steps) }

  func spend(points: Int) { spend(points * DrawingWork.stepsAPoint) }

  /// Charges for painting a path of the canvas's coordinates, or for a line along it.
  ///
  /// - Parameters:
  ///   - margin: how far a line reaches to either side; nil to fill.
  /// - Errors: ``LuaMessage`` for lines so long that painting them takes seconds, in which nothing could stop it.
  func spend(_ path: CGPath, in context: CGContext, margin: Double? = nil) throws {
    spend(points: path.points.count)
    let pen = margin.map { $0 > 0 ? $0 : 0 }
    if path.points.count > DrawingWork.fewPoints {
      let way = path.way(within: context.canvas, pen: pen)
      guard way <= DrawingWork.longestWay else {
        throw LuaMessage(
          "its lines run through \(Int(min(way, 1e18)) / 1_000_000) million pixels, and at most "
            + "\(Int(DrawingWork.longestWay) / 1_000_000) million are painted at once; "
            + "fill or stroke it in parts")
      }
      spend(Int(way / DrawingWork.edgePixelsAStep))
    }
    let reach = pen ?? 0
    spend(path.controlBounds.insetBy(dx: -reach, dy: -reach), in: context)
  }

  /// Paths that are not looked at more closely.
  private static let fewPoints = 16
  private static let edgePixelsAStep = 4.0
  private static let longestWay = 2e8

  /// Charges for clipping to a path of the canvas's coordinates, and has each later painting charged for it.
  ///
  /// - Errors: ``LuaMessage`` for a path of too many points: each painting goes along all of it.
  func clip(to path: CGPath, in context: CGContext) throws {
    let count = path.points.count
    guard count <= DrawingWork.mostClipPoints else {
      throw LuaMessage("a path to clip to has at most \(DrawingWork.mostClipPoints) points, got \(count)")
    }
    try spend(path, in: context)
    guard count > DrawingWork.fewPoints else { return }
    // Lines as long as these cross each other so often.
    let way = path.way(within: context.canvas, pen: nil)
    let canvas = context.canvas
    let pixels = max(1, canvas.size.width * canvas.size.height * canvas.scale * canvas.scale)
    context.state.clipWork += count + Int(min(way * way / (3 * pixels), 1e9))
  }

  private static let mostClipPoints = 20_000

  /// Charges for painting within a rect of the canvas's coordinates.
  func spend(_ box: CGRect, in context: CGContext, times: Double = 1) {
    let seen = box.intersection(CGRect(origin: .zero, size: context.canvas.size))
    guard !seen.isNull else { return }
    if context.state.clipWork > 0 { spend(context.state.clipWork) }
    let shadow = context.state.blending.shadow == nil ? 1 : DrawingWork.shadow
    let pixels = seen.width * seen.height * context.canvas.scale * context.canvas.scale
    spend(Int(min(pixels * shadow * times / DrawingWork.pixelsAStep, 1e12)))
  }

  /// Charges for painting within a rect of the context's own coordinates.
  func spend(own rect: CGRect, in context: CGContext, times: Double = 1) {
    spend(rect.applying(context.state.transform), in: context, times: times)
  }

  /// Charges for painting an image into a rect of the context's own coordinates, and for reading it when that is due.
  func spend(_ image: UIImage, own rect: CGRect, in context: CGContext) {
    let isRead = if case .drawn = image.source { true } else { image.decoded != nil }
    if !isRead { spend(image.pixelCount / DrawingWork.readPixelsAStep) }
    spend(own: rect, in: context, times: 2)
  }

  private static let readPixelsAStep = 4

  /// Charges for painting all that is not clipped away.
  func spendAll(in context: CGContext, times: Double = 1) {
    spend(context.canvas.clipBounds, in: context, times: times)
  }

  /// How many letters are drawn at once.
  static let mostLetters = 10_000

  /// - Errors: ``LuaMismatch`` for a text that is too long to be drawn.
  func spend(text: String) throws {
    let letters = text.utf8.count
    guard letters <= DrawingWork.mostLetters else {
      throw LuaMismatch("a text to draw has at most \(DrawingWork.mostLetters) bytes, got \(letters)")
    }
    spend(letters * DrawingWork.stepsALetter)
  }

  /// How many steps a path has at most.
  static let mostElements = 1_000_000

  /// - Errors: ``LuaMessage`` when `path` with `count` steps more would be too long.
  func requireRoom(for count: Int, in path: CGPath) throws {
    spend(points: count)
    guard path.verbs.count + count <= DrawingWork.mostElements else {
      throw LuaMessage(
        "a path has at most \(DrawingWork.mostElements) elements; fill or stroke it in parts")
    }
  }
}

extension CGPath {
  /// How many pixels of a canvas its lines run through, or both edges of a line along it with its corners.
  fileprivate func way(within canvas: any Canvas, pen reach: Double?) -> Double {
    let (scale, size) = (canvas.scale, canvas.size)
    // What is no number counts as 0.
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
    // A round corner goes once around the pen, of which no more than the picture counts.
    return (2 * way + corners * min(6 * reach, 2 * (size.width + size.height))) * scale
  }
}

extension LuaForms {
  var work: DrawingWork { DrawingWork(machine) }
}
