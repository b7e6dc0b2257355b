import Geo
import LuaBridge

/// Charges scripts for what drawing takes, in instructions, so that a budget ends one that draws forever.
///
/// Steps are about what a canvas of dots takes for a solid colour, measured in instructions of Lua's.
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

  /// Charges for painting a path of the canvas's coordinates.
  func spend(_ path: CGPath, in context: CGContext, margin: Double = 0) {
    spend(points: path.points.count)
    spend(path.controlBounds.insetBy(dx: -margin, dy: -margin), in: context)
  }

  /// Charges for painting within a rect of the canvas's coordinates.
  func spend(_ box: CGRect, in context: CGContext, times: Double = 1) {
    let seen = box.intersection(CGRect(origin: .zero, size: context.canvas.size))
    guard !seen.isNull else { return }
    let shadow = context.state.blending.shadow == nil ? 1 : DrawingWork.shadow
    let pixels = seen.width * seen.height * context.canvas.scale * context.canvas.scale
    spend(Int(min(pixels * shadow * times / DrawingWork.pixelsAStep, 1e12)))
  }

  /// Charges for painting within a rect of the context's own coordinates.
  func spend(own rect: CGRect, in context: CGContext, times: Double = 1) {
    spend(rect.applying(context.state.transform), in: context, times: times)
  }

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

extension LuaForms {
  var work: DrawingWork { DrawingWork(machine) }
}
