/// What is kept of long texts where many of them wait.
extension String {
  /// The text in at most `bytes` of UTF-8: its beginning with an ellipsis if there is more.
  package func beginning(_ bytes: Int) -> String {
    guard utf8.count > bytes else { return self }
    let ellipsis = "…"
    var end = utf8.index(startIndex, offsetBy: max(bytes - ellipsis.utf8.count, 0))
    // No letter is cut into bytes.
    while end.samePosition(in: unicodeScalars) == nil { end = utf8.index(before: end) }
    return String(self[..<end]) + ellipsis
  }
}

extension JSONValue {
  /// About the bytes that the value takes in memory.
  package var size: Int {
    switch self {
    case .null, .bool, .number, .integer: 16
    case .string(let text): 32 + text.utf8.count
    case .array(let elements): elements.reduce(32) { $0 + $1.size }
    case .object(let members): members.reduce(32) { $0 + 16 + $1.name.utf8.count + $1.value.size }
    }
  }

  /// The value with each text in at most so many bytes.
  package func withTexts(of bytes: Int) -> JSONValue {
    switch self {
    case .string(let text): .string(text.beginning(bytes))
    case .array(let elements): .array(elements.map { $0.withTexts(of: bytes) })
    case .object(let members): .object(members.map { ($0.name, $0.value.withTexts(of: bytes)) })
    case .null, .bool, .number, .integer: self
    }
  }
}
