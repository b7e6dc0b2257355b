import Geo
import LuaBridge

/// A line at which a script shall stop, or say something.
struct DebugBreakpoint {
  let number: Int
  /// The line that was asked for, and the one with code where it stands; nil for none.
  let wanted: Int
  var line: Int?
  /// Why it is not there, or what is wrong with it.
  var flaw: String?
  var condition: String?
  var hitRule: HitRule?
  /// What it says instead of stopping.
  var log: LogText?
  /// How often it was reached, where its condition held.
  var hits = 0

  /// When a breakpoint counts: at each hit without one.
  struct HitRule {
    private enum Kind { case equal, least, more, most, less, multiple }
    private let kind: Kind
    private let number: Int

    /// - Shapes: `5` and `== 5` at the fifth hit, `>= 5` from it on, `> 5`, `<= 5`, `< 5`, `% 5` at each fifth: those of
    ///   PyPI's debugpy 1.8.
    init?(_ text: String) {
      let text = text.filter { $0 != " " }
      let digits = text.drop { !$0.isNumber }
      guard let number = Int(digits), number > 0 else { return nil }
      switch text.prefix(text.count - digits.count) {
      case "", "=", "==": kind = .equal
      case ">=": kind = .least
      case ">": kind = .more
      case "<=": kind = .most
      case "<": kind = .less
      case "%": kind = .multiple
      default: return nil
      }
      self.number = number
    }

    func holds(_ hits: Int) -> Bool {
      switch kind {
      case .equal: hits == number
      case .least: hits >= number
      case .more: hits > number
      case .most: hits <= number
      case .less: hits < number
      case .multiple: hits % number == 0
      }
    }
  }

  /// A text with expressions in braces.
  struct LogText {
    enum Part: Equatable { case text(String), expression(String) }
    let parts: [Part]

    /// Nil where a brace has no partner. Braces inside of an expression belong to it.
    init?(_ text: String) {
      var parts: [Part] = []
      var current = ""
      var depth = 0
      for character in text {
        switch character {
        case "{":
          if depth == 0, !current.isEmpty { parts.append(.text(current)) }
          current = depth == 0 ? "" : current + "{"
          depth += 1
        case "}" where depth > 0:
          depth -= 1
          if depth == 0 { parts.append(.expression(current)) }
          current = depth == 0 ? "" : current + "}"
        default: current.append(character)
        }
      }
      guard depth == 0 else { return nil }
      if !current.isEmpty { parts.append(.text(current)) }
      self.parts = parts
    }
  }
}

/// The breakpoints of a source file.
struct DebugSource {
  /// The file's path without links.
  let path: String
  var breakpoints: [DebugBreakpoint] = []

  /// Reads the breakpoints of a request.
  ///
  /// - Parameters:
  ///   - script: the text of the file, nil where it cannot be read.
  ///   - shift: what a client adds to its lines.
  init(_ path: String, _ request: DebugRequest, _ script: String?, shift: Int, next: () -> Int) {
    self.path = path
    let name = path.split(separator: "/").last.map(String.init) ?? path
    var lines: Set<Int> = []
    var fault = script == nil ? "the file cannot be read" : nil
    if let script {
      do { lines = try LuaChunk.linesWithCode(of: script, name: name) } catch { fault = "\(error)" }
    }
    let machine = LuaMachine()
    for wish in request.list("breakpoints") {
      let wanted = (wish["line"].flatMap(DebugRequest.whole) ?? 0) &+ shift
      var breakpoint = DebugBreakpoint(number: next(), wanted: wanted)
      // A line without code stands for the next one with code.
      breakpoint.line = fault == nil ? lines.filter { $0 >= wanted }.min() : nil
      if breakpoint.line == nil { breakpoint.flaw = fault ?? "there is no code from this line on" }
      breakpoint.read(wish, machine)
      breakpoints.append(breakpoint)
    }
  }
}

extension DebugBreakpoint {
  init(number: Int, wanted: Int) { (self.number, self.wanted) = (number, wanted) }

  fileprivate mutating func read(_ wish: JSONValue, _ machine: LuaMachine) {
    func given(_ name: String) -> String? {
      wish[name]?.text.flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 }
    }
    condition = given("condition")
    if let condition, let wrong = LuaStackInspector.flaw(of: condition, machine) {
      flaw = "condition: \(wrong)"
    }
    if let text = given("hitCondition") {
      hitRule = HitRule(text)
      if hitRule == nil { flaw = "hit count: write a number such as 5, or >= 5, > 5, == 5, < 5, <= 5, % 5" }
    }
    if let text = given("logMessage") {
      log = LogText(text)
      if log == nil { flaw = "log message: a { has no }" }
      for case .expression(let expression) in log?.parts ?? [] {
        if let wrong = LuaStackInspector.flaw(of: expression, machine) { flaw = "log message: \(wrong)" }
      }
    }
    if flaw != nil { line = nil }
  }

  func json(shift: Int) -> JSONValue {
    var members: [(name: String, value: JSONValue)] = [
      ("id", .integer(Int64(number))), ("verified", .bool(line != nil)),
      ("line", .integer(Int64((line ?? wanted) - shift))),
    ]
    if let flaw { members.append(("message", .string(flaw))) }
    return .object(members)
  }
}
