/// Operators between values that they do not take.
extension ScriptCheck {
  mutating func checkOperator(
    _ sign: LuaToken.Kind, _ left: LuaTree.ExpressionID, _ right: LuaTree.ExpressionID,
    at place: LuaTree.ExpressionID
  ) {
    switch sign {
    case .equal, .notEqual:
      if !checkNeverNil(left, right) { checkEquality(sign, left, right, at: place) }
    case .less, .lessOrEqual, .greater, .greaterOrEqual: checkOrder(left, right, at: place)
    case .concatenate:
      checkConcatenated(left)
      checkConcatenated(right)
    case .plus, .minus, .times, .divide, .floorDivide, .modulo, .power:
      checkArithmetic(sign, left, right)
      checkFirstValue(left)
      checkFirstValue(right)
    default: break
    }
  }

  // MARK: Arithmetic

  /// `"left " + name`.
  private mutating func checkArithmetic(
    _ sign: LuaToken.Kind, _ left: LuaTree.ExpressionID, _ right: LuaTree.ExpressionID
  ) {
    for (operand, other) in [(left, right), (right, left)] where isWords(operand) {
      // A metatable may take a text.
      let isCertain = hasNoOperators(other)
      guard isCertain || !names.usedGlobals.contains("setmetatable") && !names.runsOtherCode else { continue }
      let message =
        sign == .plus
        ? "'+' adds numbers: \(LuaAdvice.join)"
        : "'\(sign.spelling)' takes numbers: \(LuaAdvice.textAsNumber)"
      let position = tree.positions[operand]
      return isCertain ? error(message, at: position) : warning(message, at: position)
    }
  }

  /// Whether an expression is certainly a text that is no number.
  private func isWords(_ expression: LuaTree.ExpressionID) -> Bool {
    let value = constant(expression)
    switch tree.expressions[value] {
    case .string(let text): return Double(text.filter { $0 != " " }) == nil && !text.hasPrefix("0x")
    case .binary(.concatenate, let left, let right): return isWords(left) || isWords(right)
    default: return false
    }
  }

  private func hasNoOperators(_ expression: LuaTree.ExpressionID) -> Bool {
    switch type(expression) {
    case .number, .string, .boolean, .instance, .function: true
    default: false
    }
  }

  // MARK: Concatenation

  private mutating func checkConcatenated(_ operand: LuaTree.ExpressionID) {
    let name = text(operand)
    let (kind, advice): (String, String)
    switch type(operand) {
    case .instance(let owner, _):
      let entry = index.classes[owner]
      kind = "an object, \(entry.name)"
      if entry.name == "NSDate" {
        advice = name == "…" ? LuaAdvice.dateAsText : "write \(name):format(\"%H:%M\")"
      } else {
        advice = "write tostring(\(name))" + (naming(entry).map { ", or \(name).\($0)" } ?? "")
      }
    case .structure(let owner): (kind, advice) = ("a \(index.structs[owner].name)", "write tostring(\(name))")
    case .boolean: (kind, advice) = ("a boolean", "write tostring(\(name))")
    case .function, .hostFunction, .moduleFunction: (kind, advice) = ("a function", "call it: \(name)(…)")
    default: return
    }
    error("'..' joins texts and numbers, not \(kind): \(advice)", at: tree.positions[operand])
  }

  /// The property by which a script tells objects of a class apart.
  private func naming(_ entry: CatalogIndex.ClassEntry) -> String? {
    ["identifier", "name"].first {
      if case .property(.string, _)? = entry.members[$0] { true } else { false }
    }
  }

  // MARK: Comparison

  private mutating func checkOrder(
    _ left: LuaTree.ExpressionID, _ right: LuaTree.ExpressionID, at place: LuaTree.ExpressionID
  ) {
    switch (type(left), type(right)) {
    case (.number, .string), (.string, .number):
      error(LuaAdvice.textBesideNumber, at: tree.positions[place])
    case (.instance(let owner, _), .number), (.number, .instance(let owner, _)),
      (.instance(let owner, _), .string), (.string, .instance(let owner, _)):
      guard index.classes[owner].name == "NSDate" else { return }
      error(
        "a date compares only with a date: write geoscript.now(), or date + seconds",
        at: tree.positions[place])
    default: break
    }
  }

  /// `region == "garden"`, which never holds.
  private mutating func checkEquality(
    _ sign: LuaToken.Kind, _ left: LuaTree.ExpressionID, _ right: LuaTree.ExpressionID,
    at place: LuaTree.ExpressionID
  ) {
    if let (copy, original) = copyAndOriginal(left, right) {
      return warning(
        "'\(copy)' and '\(original)' are two objects, because the host keeps a copy: compare \(copy).identifier with "
          + "\(original).identifier", at: tree.positions[place])
    }
    guard let first = comparedKind(left), let second = comparedKind(right), first != second,
      // What `and` yields may be false, whatever its type.
      literal(left) != .boolean(false), literal(right) != .boolean(false)
    else { return }
    let advice =
      advice(on: left, equalTo: right) ?? advice(on: right, equalTo: left)
      ?? "one side must be of the other's type"
    warning(
      "\(first) \(sign == .equal ? "never equals" : "always differs from") \(second): \(advice)",
      at: tree.positions[place])
  }

  /// A region of the host and one that the script has made, which are never the same object.
  private func copyAndOriginal(
    _ left: LuaTree.ExpressionID, _ right: LuaTree.ExpressionID
  ) -> (copy: String, original: String)? {
    for (copy, original) in [(left, right), (right, left)] {
      guard case .instance(let owner, isExact: false) = type(copy),
        case .instance(let made, isExact: true) = type(original),
        index.classes[owner].members["identifier"] != nil, index.classes[made].members["identifier"] != nil,
        index.registrations.contains(where: { takes(owner, $0) }), isParameter(copy)
      else { continue }
      return (text(copy), text(original))
    }
    return nil
  }

  /// Whether the host takes objects of a class as they are.
  private func takes(_ owner: Int, _ registration: LuaCatalog.Registration) -> Bool {
    guard let manager = index.classes.first(where: { $0.name == registration.className }),
      case .method(let signature)? = manager.members[registration.method],
      case .instance(let wanted)? = signature.parameters.first?.type
    else { return false }
    return wanted == owner || index.classes[wanted].descendants.contains(owner)
  }

  private func isParameter(_ expression: LuaTree.ExpressionID) -> Bool {
    guard case .local(let variable) = tree.expressions[expression] else { return false }
    return tree.functions[tree.variables[variable].function].parameters.contains(variable)
  }

  /// What a value is for `==`; nil where that is uncertain.
  private func comparedKind(_ expression: LuaTree.ExpressionID) -> String? {
    switch type(expression) {
    case .number: "a number"
    case .string: "a text"
    case .boolean: "a boolean"
    case .instance, .structure, .array: "an object"
    default: nil
    }
  }

  /// What to write where `value` is compared with the literal `other`.
  private func advice(on value: LuaTree.ExpressionID, equalTo other: LuaTree.ExpressionID) -> String? {
    let name = text(value)
    switch (type(value), literal(other)) {
    case (.instance(let owner, _), .text):
      if index.classes[owner].name == "NSDate" {
        return "compare \(name == "…" ? "date" : name):format(\"%H:%M\")"
      }
      return naming(index.classes[owner]).map { "compare \(name).\($0)" }
    case (.instance(let owner, _), .number) where index.classes[owner].name == "NSDate":
      return "compare dates, or \(name):timeIntervalSince1970()"
    case (.boolean, .text(let word)) where word == "true" || word == "false":
      return "write \(word) without quotes"
    case (.boolean, .number): return "a boolean is true or false"
    case (.number, .text(let word)):
      if Double(word) != nil { return "write \(word) without quotes" }
      return "compare with \(constant(meant: word) ?? "one of the host's constants")"
    case (.string, .number): return "write the number in quotes"
    default: return nil
    }
  }

  /// `CLRegionStateInside` for `inside`, if only one name of the host's ends so.
  private func constant(meant word: String) -> String? {
    guard word.utf8.count > 2, word.allSatisfy(\.isLetter) else { return nil }
    let ending = word.prefix(1).uppercased() + word.dropFirst()
    let found = index.globals.filter {
      if case .constant(.number) = $0.value { $0.key.hasSuffix(ending) } else { false }
    }
    return found.count == 1 ? found.first?.key : found.keys.filter { $0.hasPrefix("CLRegionState") }.min()
  }

  // MARK: What is never nil

  /// `visit.departureDate == nil`; returns whether one side is nil.
  private mutating func checkNeverNil(_ left: LuaTree.ExpressionID, _ right: LuaTree.ExpressionID) -> Bool {
    if case .nil = tree.expressions[right] {
      checkCondition(left)
      return true
    }
    guard case .nil = tree.expressions[left] else { return false }
    checkCondition(right)
    return true
  }

  /// Warns of a property that is tested for nil, and that says in another way that it is unknown.
  mutating func checkCondition(_ expression: LuaTree.ExpressionID) {
    guard case .member(let object, let name) = tree.expressions[expression],
      case .instance(let owner, _) = type(object),
      let sentinel = index.sentinels["\(index.classes[owner].name).\(name)"],
      names.usedMembers.isDisjoint(with: sentinel.tests), !isOrdered(name)
    else { return }
    warning("'\(name)' is never nil: \(sentinel.advice)", at: tree.positions[expression])
  }

  /// Whether the script compares a member of that name by size anywhere.
  private func isOrdered(_ name: String) -> Bool {
    tree.expressions.contains {
      guard case .binary(let sign, let left, let right) = $0,
        [.less, .lessOrEqual, .greater, .greaterOrEqual].contains(sign)
      else { return false }
      return [left, right].contains {
        if case .member(_, name) = tree.expressions[$0] { true } else { false }
      }
    }
  }
}
