extension JSONValue {
  /// The member of an object that has this name; nil if there is no such member or the value is not an
  /// object.
  public subscript(name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }

  /// A string's text; nil for other values.
  public var text: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// A whole number of at least 0; nil for other values.
  package var natural: UInt64? {
    switch self {
    case .integer(let number): UInt64(exactly: number)
    case .number(let number): UInt64(exactly: number)
    default: nil
    }
  }

  /// An integer or a number as a number.
  package var asNumber: JSONValue? {
    switch self {
    case .number: self
    case .integer(let value): .number(Double(value))
    default: nil
    }
  }
}
