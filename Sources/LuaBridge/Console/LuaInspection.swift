import CLuaBridge

/// A value as text that Lua reads back, written without running a script's code.
///
/// - Shapes: `{1, 2, name = "x"}`; in several lines where one would be long. What Lua cannot read back stands in `<…>`:
///   functions, objects without a description, and a table inside itself by its path.
/// - Source: LU-28.
public struct LuaInspection {
  /// What is known of a table before it is laid out.
  private indirect enum Node {
    case text(String)
    case table([(key: String?, value: Node)], length: Int)

    /// The characters of the value in one line.
    var length: Int {
      switch self {
      case .text(let text): text.count
      case .table(_, let length): length
      }
    }
  }

  private let stack: LuaStack
  private var path: [(table: UnsafeRawPointer, name: String)] = []
  /// What may still be written: a table that holds another twice, and so on, would grow exponentially.
  private var values = 100_000
  private var bytes = 1 << 20

  /// The longest line of several, where its parts allow that.
  private static let width = 80
  private static let mostLevels = 100

  private init(_ stack: LuaStack) { self.stack = stack }

  /// The text of the value at `index`.
  public static func text(_ stack: LuaStack, _ index: Int32) -> String {
    var inspection = LuaInspection(stack)
    let node = inspection.node(lb_absindex(stack, index), "value")
    var text = ""
    inspection.write(node, into: &text, indent: 0, used: 0)
    return text
  }

  // MARK: Reading

  private mutating func node(_ index: Int32, _ name: String) -> Node {
    values -= 1
    guard values >= 0, bytes >= 0, !lb_must_stop(stack) else { return .text("<more>") }
    if lb_type(stack, index) == LB_TABLE {
      guard path.count < LuaInspection.mostLevels, lb_checkstack(stack, 16) else { return .text("<deeper>") }
      let isFrozen = lb_pushreal(stack, index)
      defer { if isFrozen { lb_pop(stack, 1) } }
      return table(isFrozen ? lb_top(stack) : index, name)
    }
    let text = plain(index)
    bytes -= text.utf8.count
    lb_spend(stack, Int64(40 + text.utf8.count / 4))
    return .text(text)
  }

  private func plain(_ index: Int32) -> String {
    switch lb_type(stack, index) {
    case LB_BOOLEAN: return lb_toboolean(stack, index) ? "true" : "false"
    case LB_NUMBER: return number(index)
    case LB_STRING: return LuaInspection.quoted(stringBytes(index))
    case LB_FUNCTION:
      let place = LuaMachine.of(stack).definition(stack, index)
      return place.isEmpty ? "<function>" : "<function \(place.dropLast(2))>"
    case LB_USERDATA where lb_describes_itself(stack, index): return LuaStackWork.description(stack, index)
    case LB_NIL, LB_NONE: return "nil"
    default: return "<\(String(cString: lb_typename(stack, index)))>"
    }
  }

  private func number(_ index: Int32) -> String {
    var integer: Int64 = 0
    if lb_isinteger(stack, index), lb_tointeger(stack, index, &integer) {
      // Lua reads the digits first, and the sign after them.
      return integer == .min ? "math.mininteger" : "\(integer)"
    }
    var number = 0.0
    _ = lb_tonumber(stack, index, &number)
    guard number.isFinite else { return number.isNaN ? "0/0" : number < 0 ? "-math.huge" : "math.huge" }
    return "\(number)"
  }

  private func stringBytes(_ index: Int32) -> [UInt8] {
    var length = 0
    guard let bytes = lb_tolstring(stack, index, &length) else { return [] }
    return Array(UnsafeRawBufferPointer(start: bytes, count: length))
  }

  private mutating func table(_ index: Int32, _ name: String) -> Node {
    // The table is on the stack, so its address is nobody else's.
    guard let address = lb_topointer(stack, index) else { return .text("<table>") }
    if let known = path.first(where: { $0.table == address }) { return .text("<cycle: \(known.name)>") }
    path.append((address, name))
    defer { path.removeLast() }
    var entries: [(key: String?, value: Node)] = []
    let count = lb_rawlen(stack, index)
    for number in stride(from: Int64(1), through: count, by: 1) {
      guard values >= 0, bytes >= 0 else { break }
      _ = lb_rawgeti(stack, index, number)
      entries.append((nil, node(lb_top(stack), "\(name)[\(number)]")))
      lb_pop(stack, 1)
    }
    for key in sortedKeys(index, after: count) {
      guard values >= 0, bytes >= 0 else { break }
      _ = lb_rawgeti(stack, key.table, key.number)
      _ = lb_rawget(stack, index)
      bytes -= key.text.utf8.count
      let place = key.text.hasPrefix("[") ? name + key.text : "\(name).\(key.text)"
      entries.append((key.text, node(lb_top(stack), place)))
      lb_pop(stack, 1)
    }
    // What keeps the keys.
    lb_pop(stack, 1)
    let length = entries.reduce(2) { $0 + ($1.key.map { $0.count + 3 } ?? 0) + $1.value.length + 2 }
    return .table(entries, length: entries.isEmpty ? 2 : length - 2)
  }

  private struct Key {
    let text: String
    let rank: Int
    let value: Double
    let bytes: [UInt8]
    /// Where the key itself is kept.
    let table: Int32
    let number: Int64
  }

  /// The keys besides 1…`count`: numbers, strings in byte order, false, true, others by birth. Leaves a table on the
  /// stack that keeps them.
  private mutating func sortedKeys(_ index: Int32, after count: Int64) -> [Key] {
    lb_newtable(stack, 0, 0)
    let kept = lb_top(stack)
    var keys: [Key] = []
    lb_pushnil(stack)
    while lb_next(stack, index) {
      lb_pop(stack, 1)
      var integer: Int64 = 0
      if lb_tointeger(stack, -1, &integer), integer >= 1, integer <= count { continue }
      guard keys.count < values else {
        lb_pop(stack, 1)
        break
      }
      keys.append(key(lb_top(stack), in: kept, number: Int64(keys.count + 1)))
      lb_pushvalue(stack, -1)
      lb_rawseti(stack, kept, Int64(keys.count))
    }
    lb_spend(stack, Int64(keys.count) * 20)
    return keys.sorted { one, other in
      guard one.rank == other.rank else { return one.rank < other.rank }
      guard one.value == other.value else { return one.value < other.value }
      return one.bytes.lexicographicallyPrecedes(other.bytes)
    }
  }

  private func key(_ index: Int32, in kept: Int32, number: Int64) -> Key {
    func key(_ text: String, _ rank: Int, value: Double = 0, bytes: [UInt8] = []) -> Key {
      Key(text: text, rank: rank, value: value, bytes: bytes, table: kept, number: number)
    }
    switch lb_type(stack, index) {
    case LB_STRING:
      let bytes = stringBytes(index)
      let name = String(decoding: bytes, as: UTF8.self)
      return key(LuaInspection.isName(bytes) ? name : "[\(LuaInspection.quoted(bytes))]", 1, bytes: bytes)
    case LB_NUMBER:
      var value = 0.0
      _ = lb_tonumber(stack, index, &value)
      return key("[\(plain(index))]", 0, value: value)
    case LB_BOOLEAN: return key("[\(plain(index))]", lb_toboolean(stack, index) ? 3 : 2)
    default: return key("[\(plain(index))]", 4, value: Double(lb_birth(stack, index)))
    }
  }

  // MARK: Texts

  private static func isName(_ bytes: [UInt8]) -> Bool {
    isPlainName(bytes) && LuaToken.Kind.words[String(decoding: bytes, as: UTF8.self)] == nil
  }

  /// Whether bytes have the form of a name, which reserved words have, too.
  package static func isPlainName(_ bytes: [UInt8]) -> Bool {
    guard let first = bytes.first, !(0x30...0x39).contains(first) else { return false }
    return bytes.allSatisfy { byte in
      byte == UInt8(ascii: "_") || (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
        || (0x61...0x7A).contains(byte)
    }
  }

  /// A string literal. Letters stay; control characters and bytes that are not UTF-8 become escapes.
  static func quoted(_ bytes: [UInt8]) -> String {
    var text = "\""
    let isText = String(validating: bytes, as: UTF8.self) != nil
    var run: [UInt8] = []
    for byte in bytes {
      let escape: String? =
        switch byte {
        case UInt8(ascii: "\""): "\\\""
        case UInt8(ascii: "\\"): "\\\\"
        case UInt8(ascii: "\n"): "\\n"
        case UInt8(ascii: "\r"): "\\r"
        case UInt8(ascii: "\t"): "\\t"
        case 0..<0x20, 0x7F: LuaInspection.escape(byte)
        case 0x80... where !isText: LuaInspection.escape(byte)
        default: nil
        }
      guard let escape else {
        run.append(byte)
        continue
      }
      text += String(decoding: run, as: UTF8.self) + escape
      run = []
    }
    return text + String(decoding: run, as: UTF8.self) + "\""
  }

  private static func escape(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16)
    return "\\x" + (digits.count < 2 ? "0" : "") + digits
  }

  private func write(_ node: Node, into text: inout String, indent: Int, used: Int) {
    guard case .table(let entries, let length) = node else {
      if case .text(let plain) = node { text += plain }
      return
    }
    let isShort = indent + used + length <= LuaInspection.width
    let inner = indent + 2
    text += "{"
    for (number, entry) in entries.enumerated() {
      if !isShort {
        text += "\n" + String(repeating: " ", count: inner)
      } else if number > 0 {
        text += ", "
      }
      let key = entry.key.map { "\($0) = " } ?? ""
      text += key
      write(entry.value, into: &text, indent: isShort ? indent : inner, used: isShort ? 0 : key.count + 1)
      if !isShort { text += "," }
    }
    if !isShort { text += "\n" + String(repeating: " ", count: indent) }
    text += "}"
  }
}
