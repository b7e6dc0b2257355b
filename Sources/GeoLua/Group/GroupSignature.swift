import LuaBridge

/// What the host passes to a function of a group's app, for the checker and the stubs.
protocol GroupSignature {
  /// The parameters without `self`, each with its type.
  static var parameters: [(name: String, type: String)] { get }
}

extension GroupSignature {
  static var names: String { parameters.map(\.name).joined(separator: ", ") }
}

enum DeviceSignature: GroupSignature {
  static let parameters = [(name: "device", type: "GroupDevice")]
}

enum CrossingSignature: GroupSignature {
  static let parameters = [(name: "device", type: "GroupDevice"), (name: "region", type: "CLRegion")]
}

enum OccupancySignature: GroupSignature {
  static let parameters = [
    (name: "region", type: "CLRegion"), (name: "inside", type: "GroupDevice[]"),
    (name: "device", type: "GroupDevice?"), (name: "unknown", type: "GroupDevice[]"),
  ]
}

enum SilenceSignature: GroupSignature {
  static let parameters = [(name: "device", type: "GroupDevice"), (name: "since", type: "NSDate")]
}

/// A function of the script's with that signature; nil for none.
struct GroupFunction<Signature: GroupSignature>: LuaValue {
  static var luaType: String {
    "fun(\(Signature.parameters.map { "\($0.name): \($0.type)" }.joined(separator: ", ")))?"
  }

  let function: LuaFunction?

  init(_ function: LuaFunction?) { self.function = function }

  static func read(_ stack: LuaStack, _ index: Int32) throws -> GroupFunction {
    GroupFunction(try LuaFunction?.read(stack, index))
  }

  func push(_ stack: LuaStack) { function.push(stack) }
}
