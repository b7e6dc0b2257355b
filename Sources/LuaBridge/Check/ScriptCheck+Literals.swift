/// What a script writes out, judged by those who know what it means.
extension ScriptCheck {
  /// Returns the expression that gives the value: itself, or what a variable holds that never changes.
  ///
  /// - Shape: tables are not followed, because they change without being assigned to.
  func constant(_ expression: LuaTree.ExpressionID) -> LuaTree.ExpressionID {
    var place = expression
    for _ in 0..<8 {
      switch tree.expressions[place] {
      case .parenthesis(let inner): place = inner
      case .local(let variable):
        guard let value = names.soleValues[variable], isScalar(value) else { return place }
        place = value
      default: return place
      }
    }
    return place
  }

  private func isScalar(_ expression: LuaTree.ExpressionID) -> Bool {
    switch tree.expressions[expression] {
    case .number, .string, .boolean, .local, .parenthesis, .unary(.minus, _): true
    default: false
    }
  }

  /// Reads what is written out.
  func literal(_ expression: LuaTree.ExpressionID) -> LuaLiteral {
    let place = constant(expression)
    switch tree.expressions[place] {
    case .number(let value): return .number(value)
    case .string(let text): return .text(text)
    case .boolean(let value): return .boolean(value)
    case .unary(.minus, let operand):
      if case .number(let value) = literal(operand) { return .number(-value) }
      return .unknown
    case .table(let fields): return literal(of: fields)
    default: return .unknown
    }
  }

  private func literal(of fields: [LuaTree.Field]) -> LuaLiteral {
    var items: [LuaLiteral] = []
    var record: [String: LuaLiteral] = [:]
    for field in fields {
      switch field.key {
      case .item: items.append(literal(field.value))
      case .name(let name):
        // A field of nil is none.
        if case .nil = tree.expressions[field.value] { continue }
        record[name] = literal(field.value)
      case .computed: return .unknown
      }
    }
    return items.isEmpty ? .record(record) : .list(items)
  }

  /// Asks who knows `subject` what is wrong with its parts.
  mutating func judge(_ subject: String, _ parts: [String: LuaTree.ExpressionID], at position: LuaPosition) {
    guard let judges = index.judges[subject] else { return }
    let literals = parts.mapValues { literal($0) }
    for judge in judges {
      guard let complaint = judge.judge(literals) else { continue }
      let place = complaint.part.flatMap { parts[$0] }.map { tree.positions[$0] } ?? position
      switch complaint.severity {
      case .error: error(complaint.message, at: place)
      case .warning: warning(complaint.message, at: place)
      }
    }
  }

  /// Asks who knows a property of a class, or of one of its bases, what is wrong with its value.
  mutating func judge(_ property: String, as value: LuaTree.ExpressionID, ofClass owner: Int) {
    var place: Int? = owner
    while let known = place {
      judge("\(index.classes[known].name).\(property)", [property: value], at: tree.positions[value])
      place = index.classes[known].base
    }
  }

  /// Judges `os.date(format, time, zone)`, which is Lua's and takes a zone here.
  mutating func judgeDate(_ arguments: [LuaTree.ExpressionID], at position: LuaPosition) {
    judge(
      "os.date", Dictionary(uniqueKeysWithValues: zip(["format", "time", "zone"], arguments)), at: position)
  }

  /// Judges the fields of a struct that is written as a table.
  mutating func judge(_ value: LuaTree.ExpressionID, for host: HostType) {
    if case .instance(let place) = host.withoutNil, case .text = literal(value) {
      return judge("\(index.classes[place].name) as text", ["text": value], at: tree.positions[value])
    }
    guard case .structure(let place) = host.withoutNil, case .table(let fields) = tree.expressions[value]
    else {
      return
    }
    var parts: [String: LuaTree.ExpressionID] = [:]
    for field in fields { if case .name(let name) = field.key { parts[name] = field.value } }
    judge(index.structs[place].name, parts, at: tree.positions[value])
  }
}
