extension ScriptCheck {
  /// `geoscript.device.location`: a table of the host that has only the fields that it is declared with.
  mutating func checkRecord(
    _ name: String, of object: LuaTree.ExpressionID, at position: LuaPosition
  ) {
    var place = object
    if case .local(let variable) = tree.expressions[place], let value = names.soleValues[variable] {
      place = value
    }
    guard case .member(let owner, let property) = tree.expressions[place],
      case .module(let module) = type(owner)
    else { return }
    let record = "\(index.modules[module].name).\(property)"
    guard let fields = index.records[record], LuaStandard.foreignMembers[record] != nil,
      !fields.contains(name)
    else { return }
    error("\(record) has no field '\(name)'\(advice(name, of: record, among: fields))", at: position)
  }
}
