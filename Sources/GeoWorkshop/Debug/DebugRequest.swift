import Geo

/// A request of a client.
struct DebugRequest {
  let number: Int64
  let command: String
  private let arguments: JSONValue

  /// Nil for a message that is not a request.
  init?(_ message: JSONValue) {
    guard message["type"]?.text == "request", let command = message["command"]?.text,
      let number = message["seq"].flatMap(DebugRequest.whole)
    else { return nil }
    (self.number, self.command) = (Int64(number), command)
    arguments = message["arguments"] ?? .object([])
  }

  subscript(name: String) -> JSONValue? { arguments[name] }

  /// The names of all arguments.
  var names: [String] { if case .object(let members) = arguments { members.map(\.name) } else { [] } }

  func text(_ name: String) -> String? { arguments[name]?.text }

  func whole(_ name: String) -> Int? { arguments[name].flatMap(DebugRequest.whole) }

  func flag(_ name: String) -> Bool? {
    if case .bool(let value)? = arguments[name] { value } else { nil }
  }

  /// A list, or a single value as a list of one; empty for what is not there.
  func list(_ name: String) -> [JSONValue] {
    switch arguments[name] {
    case .array(let values)?: values
    case nil, .null?: []
    case let value?: [value]
    }
  }

  /// - Errors: ``DebugFault`` for values that are not texts.
  func texts(_ name: String) throws -> [String] {
    try list(name).map { value in
      guard let text = value.text else {
        throw DebugFault("\(command): '\(name)' is a list of texts, got \(excerpt(value.description))")
      }
      return text
    }
  }

  /// - Errors: ``DebugFault`` for what is not there.
  func need(_ name: String) throws -> String {
    guard let text = text(name) else { throw DebugFault("\(command): add the text '\(name)'") }
    return text
  }

  func needWhole(_ name: String) throws -> Int {
    guard let number = whole(name) else { throw DebugFault("\(command): add the number '\(name)'") }
    return number
  }

  static func whole(_ value: JSONValue) -> Int? {
    switch value {
    case .integer(let number): Int(number)
    case .number(let number): Int(exactly: number)
    default: nil
    }
  }
}

/// Why a request is refused.
struct DebugFault: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
