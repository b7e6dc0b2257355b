import CLuaBridge

/// What a person reads of a script's error value.
enum LuaErrorText {
  /// The most bytes of a message: nobody reads more, and each further one costs the host work that no budget counts.
  static let longest = 4096
  static let longestTraceback = 16_384

  /// Reads the string at `index`, cut between two characters if it is longer than `limit`, with what was left out.
  static func read(_ stack: LuaStack, _ index: Int32, limit: Int = longest) -> String {
    var length = 0
    guard let bytes = lb_tolstring(stack, index, &length) else { return "?" }
    let text = UnsafeRawBufferPointer(start: bytes, count: length)
    guard length > limit else { return String(decoding: text, as: UTF8.self) }
    var end = limit
    // A character has at most three bytes that continue it.
    while end > limit - 3, text[end] & 0xC0 == 0x80 { end -= 1 }
    let start = String(decoding: text[..<end], as: UTF8.self)
    return "\(start)… (\(length - end) more bytes are left out)"
  }

  /// The message of an error that is neither a limit's nor the host's own.
  ///
  /// - Parameter description: nil if `__tostring` failed.
  static func message(
    _ stack: LuaStack, _ index: Int32, described description: String?, _ traceback: String
  ) -> String {
    let type = lb_type(stack, index)
    if type == LB_STRING { return explained(description ?? "?", traceback) }
    let kind = LuaMismatch.name(stack, index)
    // A number says as little as a bare table: scripts raise strings, or tables that describe themselves.
    let what: String? =
      if let description {
        type == LB_NUMBER
          ? "the number \(description)"
          : type <= LB_BOOLEAN || isBare(description, kind, type) ? "a \(kind) value" : nil
      } else {
        "a \(kind) value, whose __tostring fails,"
      }
    guard let what else {
      let text = description ?? kind
      return hasPlace(text) ? text : place(in: traceback) + text
    }
    return "\(place(in: traceback))the script raised \(what) as its error: raise a string instead"
  }

  /// Whether a value of a type that may have a description has none of its own.
  private static func isBare(_ description: String, _ kind: String, _ type: Int32) -> Bool {
    [LB_TABLE, LB_FUNCTION, LB_THREAD].contains(type) && description.hasPrefix("\(kind): ")
  }

  /// The message of a call that a limit ended, with the place where it was.
  static func stopped(_ description: String, _ traceback: String) -> String {
    description.hasPrefix("stopped") ? place(in: traceback) + description : description
  }

  /// An error of Lua's own with advice, and with its place where a function of Lua's raised it without one.
  private static func explained(_ message: String, _ traceback: String) -> String {
    let place = message.hasPrefix("attempt to ") ? place(in: traceback) : ""
    return place + LuaAdvice.explained(message)
  }

  private static func hasPlace(_ message: String) -> Bool {
    guard let place = place(at: message[...]) else { return false }
    return !place.file.contains("\n")
  }

  /// The first place in a script that a traceback names, as `file.lua:12: `; empty where there is none.
  private static func place(in traceback: String) -> String {
    for line in traceback.split(separator: "\n") {
      if let place = place(at: line.drop { $0 == "\t" || $0 == " " }), place.file != "[C]" {
        return "\(place.file):\(place.line): "
      }
    }
    return ""
  }

  /// The file and the line with which a text begins; nil if it begins with anything else.
  private static func place(at text: Substring) -> (file: Substring, line: Substring)? {
    let parts = text.split(separator: ":", maxSplits: 2)
    return parts.count == 3 && Int(parts[1]) != nil ? (parts[0], parts[1]) : nil
  }
}
