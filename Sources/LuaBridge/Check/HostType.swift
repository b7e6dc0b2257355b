/// A parsed type of the catalog, such as `CLLocation[]` or `fun(error: NSError?)`.
///
/// - Source: the annotation syntax of the Lua language server; what it has beyond this list reads as `any`.
indirect enum HostType: Hashable, Sendable {
  case any
  case `nil`
  case number
  case string
  case boolean
  case table
  case function([HostType])
  /// An object of the class with this place in ``CatalogIndex/classes``.
  case instance(Int)
  case structure(Int)
  case delegate(Int)
  case array(HostType)
  case union([HostType])

  /// What it is where something is.
  var withoutNil: HostType {
    guard case .union(let types) = self else { return self }
    let others = types.filter { $0 != .nil }
    return others.count == 1 ? others[0] : self
  }

  /// Whether nil is accepted, so that trailing arguments may be omitted.
  var takesNil: Bool {
    switch self {
    case .any, .nil: true
    case .union(let types): types.contains(where: \.takesNil)
    default: false
    }
  }
}

/// Reads one type, looking names up in `named`.
struct HostTypeReader {
  private let text: [UInt8]
  private var place = 0
  private let named: (String) -> HostType?

  /// Returns one type for each of a comma-separated list of results.
  static func list(_ text: String?, _ named: @escaping (String) -> HostType?) -> [HostType] {
    guard let text else { return [] }
    var reader = HostTypeReader(text, named)
    return reader.list()
  }

  static func one(_ text: String, _ named: @escaping (String) -> HostType?) -> HostType {
    var reader = HostTypeReader(text, named)
    return reader.union()
  }

  /// `id` and `name` of `{ id: string, name: string }`.
  static func fields(of record: String) -> [String] {
    record.split(separator: ":").dropLast().compactMap { part in
      part.split(whereSeparator: { !($0.isLetter || $0.isNumber || $0 == "_") }).last.map(String.init)
    }
  }

  private init(_ text: String, _ named: @escaping (String) -> HostType?) {
    self.text = Array(text.utf8)
    self.named = named
  }

  private mutating func consume(_ sign: String) -> Bool {
    while place < text.count, text[place] == 0x20 { place += 1 }
    guard text[place...].starts(with: sign.utf8) else { return false }
    place += sign.utf8.count
    return true
  }

  private mutating func list() -> [HostType] {
    var types = [union()]
    while consume(",") { types.append(union()) }
    return types
  }

  private mutating func union() -> HostType {
    var types = [suffixed()]
    while consume("|") { types.append(suffixed()) }
    return types.count == 1 ? types[0] : .union(types)
  }

  private mutating func suffixed() -> HostType {
    var type = primary()
    while true {
      if consume("[]") {
        type = .array(type)
      } else if consume("?") {
        type = .union([type, .nil])
      } else {
        return type
      }
    }
  }

  private mutating func primary() -> HostType {
    if consume("(") {
      let inner = union()
      return consume(")") ? inner : .any
    }
    for quote in ["\"", "'"] where consume(quote) {
      skip(past: quote)
      return .string
    }
    if consume("{") {
      skip(past: "}")
      return .table
    }
    let name = word()
    switch name {
    case "number", "integer": return .number
    case "string": return .string
    case "boolean", "true", "false": return .boolean
    case "nil": return .nil
    case "table":
      if consume("<") { skip(past: ">") }
      return .table
    case "function": return .function([])
    case "fun": return function()
    default: return named(name) ?? .any
    }
  }

  private mutating func function() -> HostType {
    guard consume("(") else { return .function([]) }
    var parameters: [HostType] = []
    while !consume(")") {
      _ = word()
      let isOptional = consume("?")
      let type = consume(":") ? union() : .any
      parameters.append(isOptional ? .union([type, .nil]) : type)
      guard consume(",") || (place < text.count && text[place] == UInt8(ascii: ")")) else {
        return .function([])
      }
    }
    if consume(":") { _ = union() }
    return .function(parameters)
  }

  private mutating func word() -> String {
    _ = consume("")
    let start = place
    while place < text.count,
      text[place].isLuaLetter || text[place].isLuaDigit || text[place] == UInt8(ascii: ".")
    {
      place += 1
    }
    return String(decoding: text[start..<place], as: UTF8.self)
  }

  private mutating func skip(past sign: String) {
    while place < text.count, !consume(sign) { place += 1 }
  }
}
