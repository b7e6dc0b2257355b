/// What to write instead of what Lua or the border refuses, worded once for the checker and for run time.
package enum LuaAdvice {
  static let join = "join texts with '..'"
  static let textAsNumber = "a text is not a number: tonumber(…) reads one"
  static let textBesideNumber =
    "a text never compares with a number: leave its quotes out, or write tonumber(…)"
  static let functionItself = "write a function's name without (), or function() … end"
  static let dateAsText = "write date:format(\"%H:%M\")"
  static let listIsNil = "the list is nil: write (list or {})"
  static let iterate = "write ipairs(…) or pairs(…) around it"

  /// What follows `number expected, got string` for a text: `: write 600, in seconds`.
  ///
  /// - Parameter isTime: whether seconds are wanted; nil where that is unknown.
  package static func number(for text: String, isTime: Bool? = nil) -> String {
    let text = text.drop { $0 == " " }
    let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == "." || $0 == "-") }
    guard let value = Double(digits) else { return "" }
    let unit = text.dropFirst(digits.count).filter { $0 != " " && $0 != "." }.lowercased()
    if unit.isEmpty { return ": write \(plain(value)), without quotes" }
    if unit == "m", isTime != false {
      let minutes = plain(value * 60)
      return isTime == true
        ? ": write \(minutes), in seconds" : ": write \(plain(value)) for meters, \(minutes) for seconds"
    }
    guard let (factor, name) = units[unit] else { return "" }
    return ": write \(plain(value * factor)), in \(name)"
  }

  /// 600, not 600.0.
  private static func plain(_ value: Double) -> String {
    Int64(exactly: value).map(String.init) ?? "\(value)"
  }

  private static let units: [String: (factor: Double, name: String)] = {
    var units: [String: (factor: Double, name: String)] = [:]
    for (words, factor, name) in [
      (["s", "sec", "secs", "second", "seconds"], 1.0, "seconds"),
      (["min", "mins", "minute", "minutes"], 60, "seconds"),
      (["h", "hr", "hrs", "hour", "hours"], 3600, "seconds"),
      (["d", "day", "days"], 86400, "seconds"),
      (["m", "meter", "meters", "metre", "metres"], 1, "meters"),
      (["km", "kilometer", "kilometers", "kilometre", "kilometres"], 1000, "meters"),
      (["ft", "feet", "foot"], 0.3048, "meters"), (["mi", "mile", "miles"], 1609.344, "meters"),
    ] {
      for word in words { units[word] = (factor, name) }
    }
    return units
  }()

  /// An error of Lua's own with what to write instead in parentheses; any other message as it is.
  static func explained(_ message: String) -> String {
    guard let advice = advice(on: message), !message.contains(advice) else { return message }
    if advice == functionItself, message.hasSuffix(")") { return "\(message.dropLast()): \(advice))" }
    return "\(message) (\(advice))"
  }

  private static func advice(on message: String) -> String? {
    // As the host's ipairs raises it.
    if message == "attempt to index a nil value" { return listIsNil }
    if let what = rest(of: message, after: "attempt to concatenate a ") { return onConcatenation(of: what) }
    if let what = rest(of: message, after: "attempt to compare ") { return onComparison(of: what) }
    if let what = rest(of: message, after: "attempt to index a nil value") { return onIndex(of: what) }
    if let what = rest(of: message, after: "attempt to perform arithmetic on a ") {
      return onArithmetic(with: what)
    }
    if let what = rest(of: message, after: "attempt to get length of a nil value") {
      return "write #(\(name(in: what) ?? "…") or {})"
    }
    if let what = rest(of: message, after: "attempt to call a "), what.contains("for iterator") {
      return iterate
    }
    if message.contains("bad argument #1 to 'for iterator' (table expected, got nil)") {
      return listIsNil
    }
    if message.contains("(function expected, got no value)")
      || message.contains("(function expected, got nil)")
    {
      return functionItself
    }
    // The methods of Lua's strings, which are called for all arithmetic with texts.
    guard let what = rest(of: message, after: "attempt to "),
      what.contains(" a 'string' with a ")
        || what.hasSuffix(" with a 'string'")
    else { return nil }
    return what.hasPrefix("add ") ? join : textAsNumber
  }

  private static func onConcatenation(of what: Substring) -> String? {
    let name = name(in: what)
    switch kind(in: what) {
    case "nil": return "write \(name.map { "(\($0) or \"\")" } ?? "(… or \"\")")"
    case "boolean", "table": return "write tostring(\(name ?? "…"))"
    case "function": return "call it: \(name ?? "f")()"
    case "NSDate": return dateAsText
    default: return "write tostring(\(name ?? "…")), or one of its members"
    }
  }

  private static func onComparison(of what: Substring) -> String? {
    if what == "string with number" || what == "number with string" { return textBesideNumber }
    let hasNil = what.hasPrefix("nil with ") || what.hasSuffix(" with nil") || what == "two nil values"
    return hasNil ? "one side is nil: test it first, or write (… or 0)" : nil
  }

  private static func onArithmetic(with what: Substring) -> String? {
    switch kind(in: what) {
    case "nil": return "write (\(name(in: what) ?? "…") or 0)"
    case "function": return "call it: \(name(in: what) ?? "f")()"
    case "string": return textAsNumber
    default: return nil
    }
  }

  private static func onIndex(of what: Substring) -> String {
    guard let name = name(in: what) else {
      return "what stands before the dot or colon is nil: test it first"
    }
    if name == "….settings" { return "settings come from --settings FILE" }
    return "test it first: if \(name) then … end"
  }

  private static func rest(of message: String, after words: String) -> Substring? {
    message.firstRange(of: words).map { message[$0.upperBound...] }
  }

  /// `nil` in `nil value (local 'count')`.
  private static func kind(in what: Substring) -> String {
    what.firstRange(of: " value").map { String(what[..<$0.lowerBound]) } ?? String(what)
  }

  /// `count` in `nil value (local 'count')`, `….count` in `nil value (field 'count')`.
  private static func name(in what: Substring) -> String? {
    let parts = what.split(separator: "'", omittingEmptySubsequences: false)
    // A key that is no name, such as 'integer index', says nothing.
    guard parts.count == 3, !parts[1].contains(" "), let kind = parts[0].split(separator: "(").last else {
      return nil
    }
    switch kind {
    case "local ", "upvalue ", "global ": return String(parts[1])
    case "field ", "method ": return "….\(parts[1])"
    default: return nil
    }
  }
}
