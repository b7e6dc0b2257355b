/// The type of a script's value, as far as it is known without running the script.
indirect enum ScriptType: Hashable {
  /// Nothing has been seen yet.
  case unseen
  /// Any or mixed types; no messages about it.
  case any
  case `nil`
  case number
  case string
  case boolean
  /// An object of a host class; unless `isExact`, it may belong to a subclass.
  case instance(Int, isExact: Bool)
  case classObject(Int)
  /// A class made by `subclass`, and one of its objects; the number is the host class above.
  case scriptClass(Int)
  case scriptInstance(Int)
  case structure(Int)
  case structObject(Int)
  case array(ScriptType)
  /// What a loop calls for each turn, and what it gets.
  case iterator(ScriptType)
  /// A table, known by the expression that makes it.
  case table(LuaTree.ExpressionID)
  case function(LuaTree.FunctionID)
  /// A global function of the host.
  case hostFunction(String)
  case module(Int)
  case moduleFunction(Int, String)
  /// A method of the host's that was read from an object without being called.
  case method(Int, String)
  /// A function or a module of Lua itself.
  case standard(String)

  /// Returns the type of a value that may be this or `other`.
  func joined(with other: ScriptType) -> ScriptType {
    switch (self, other) {
    case (_, .unseen): self
    case (.unseen, _): other
    case (.nil, _): other
    case (_, .nil): self
    case (.instance(let a, let first), .instance(let b, let second)) where a == b:
      .instance(a, isExact: first && second)
    default: self == other ? self : .any
    }
  }

  /// The type after `or`: never nil.
  var withoutNil: ScriptType { self == .nil ? .unseen : self }

  init(_ host: HostType) {
    switch host {
    case .nil: self = .nil
    case .number: self = .number
    case .string: self = .string
    case .boolean: self = .boolean
    case .instance(let place): self = .instance(place, isExact: false)
    case .structure(let place): self = .structure(place)
    case .array(let element): self = .array(ScriptType(element))
    case .union(let types):
      self = types.reduce(.nil) { $0.joined(with: ScriptType($1)) }
    case .any, .table, .function, .delegate: self = .any
    }
  }
}
