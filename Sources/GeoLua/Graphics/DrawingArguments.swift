import Geo
import LuaBridge

/// A rect to draw: a finite rect, or the null rect, which draws nothing.
struct DrawnRect: LuaValue {
  static var luaType: String { CGRect.luaType }
  let value: CGRect

  static func read(_ stack: LuaStack, _ index: Int32) throws -> DrawnRect {
    let rect = try CGRect.read(stack, index)
    return DrawnRect(value: rect.isNull ? rect : try FiniteRect.finite(rect).value)
  }

  func push(_ stack: LuaStack) { value.push(stack) }
}

/// A list of points: `CGPoint`s, or alternating x and y.
struct PointList: LuaValue {
  static var luaType: String { "CGPoint[]|number[]" }
  let points: [CGPoint]

  static func read(_ stack: LuaStack, _ index: Int32) throws -> PointList {
    let table = LuaKind(stack, index)
    guard table == .sequence || table == .table else {
      throw LuaMismatch(expected: "points, or numbers x and y alternating,", stack, index)
    }
    LuaStackWork.pushElement(stack, index, 1)
    let kind = LuaKind(stack, -1)
    LuaStackWork.pop(stack)
    let points =
      kind == .number || kind == .integer ? try pairs(stack, index) : try [CGPoint].read(stack, index)
    if let number = points.firstIndex(where: { !$0.x.isFinite || !$0.y.isFinite }) {
      throw LuaMismatch("point \(number + 1) is not finite: \(points[number].x), \(points[number].y)")
    }
    return PointList(points: points)
  }

  private static func pairs(_ stack: LuaStack, _ index: Int32) throws -> [CGPoint] {
    let numbers = try [Double].read(stack, index)
    guard numbers.count % 2 == 0 else {
      throw LuaMismatch("an even count of numbers x and y expected, got \(numbers.count)")
    }
    return stride(from: 0, to: numbers.count, by: 2).map { CGPoint(x: numbers[$0], y: numbers[$0 + 1]) }
  }

  func push(_ stack: LuaStack) { points.push(stack) }
}

/// Lengths of dashes and gaps: each 0 or more.
struct DashLengths: LuaValue {
  static var luaType: String { "number[]" }
  let values: [Double]

  /// The maximum count.
  private static let most = 1000

  static func read(_ stack: LuaStack, _ index: Int32) throws -> DashLengths {
    let values = try [Double].read(stack, index)
    guard values.count <= most else {
      throw LuaMismatch("at most \(most) lengths expected, got \(values.count)")
    }
    guard let wrong = values.first(where: { !($0 >= 0 && $0.isFinite) }) else {
      // Lengths that are all 0 mean a solid line.
      return DashLengths(values: values.allSatisfy { $0 == 0 } ? [] : values)
    }
    throw LuaMismatch("lengths of 0 or more expected, got \(wrong)")
  }

  func push(_ stack: LuaStack) { values.push(stack) }
}

/// A length, such as a radius or a width: 0 or more, and finite.
struct Length: LuaValue {
  static var luaType: String { "number" }
  let value: Double

  static func read(_ stack: LuaStack, _ index: Int32) throws -> Length {
    let value = try Double.read(stack, index)
    guard value >= 0, value.isFinite else { throw LuaMismatch("number of 0 or more expected, got \(value)") }
    return Length(value: value)
  }

  func push(_ stack: LuaStack) { value.push(stack) }
}

/// A boolean; also a number as in C, where 0 is false.
struct Flag: LuaValue {
  static var luaType: String { "boolean|integer" }
  let value: Bool

  static func read(_ stack: LuaStack, _ index: Int32) throws -> Flag {
    if LuaKind(stack, index) == .boolean { return Flag(value: try Bool.read(stack, index)) }
    return Flag(value: try Int.read(stack, index) != 0)
  }

  func push(_ stack: LuaStack) { value.push(stack) }
}

/// An enumeration value, as a number.
struct Constant<Group: ConstantGroup>: LuaValue {
  static var luaType: String { "integer" }
  let value: Group

  static func read(_ stack: LuaStack, _ index: Int32) throws -> Constant {
    let number = try Int.read(stack, index)
    guard let value = Group(rawValue: number) else {
      let names = Group.allCases.prefix(3).map(\.constantName).joined(separator: ", ")
      throw LuaMismatch("\(names)\(Group.allCases.count > 3 ? " …" : "") expected, got \(number)")
    }
    return Constant(value: value)
  }

  func push(_ stack: LuaStack) { value.rawValue.push(stack) }
}

/// A finite transform.
struct FiniteTransform: LuaValue {
  static var luaType: String { CGAffineTransform.luaType }
  let value: CGAffineTransform

  static func read(_ stack: LuaStack, _ index: Int32) throws -> FiniteTransform {
    let transform = try CGAffineTransform.read(stack, index)
    guard transform.isFinite() else {
      throw LuaMismatch("finite CGAffineTransform expected, got an infinite one")
    }
    return FiniteTransform(value: transform)
  }

  func push(_ stack: LuaStack) { value.push(stack) }
}
