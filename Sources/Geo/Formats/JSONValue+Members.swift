extension JSONValue {
  /// The member of an object that has this name; nil where there is none, and of what is no object.
  public subscript(name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }

  /// A string's text; nil of other values.
  public var text: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// A number of either kind as one with a fraction.
  package var asNumber: JSONValue? {
    switch self {
    case .number: self
    case .integer(let value): .number(Double(value))
    default: nil
    }
  }
}
