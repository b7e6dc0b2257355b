/// Values of the host that may be nil where a script uses them, for errors of a run: `check` alone says nothing of them.
extension ScriptCheck {
  /// Finds the members that are read from, or called on, what may be nil.
  mutating func findNilValues() {
    guard inference.isSettled else { return }
    for expression in tree.expressions {
      let object: LuaTree.ExpressionID
      switch expression {
      case .member(let owner, _), .methodCall(let owner, _, _), .index(let owner, _): object = owner
      default: continue
      }
      guard let (name, reason) = nilValue(object) else { continue }
      warning("'\(name)' is nil \(reason)", at: tree.positions[object])
    }
  }

  /// What gives the value, and when it is nil; nil for a value that is always there.
  private func nilValue(_ expression: LuaTree.ExpressionID) -> (name: String, reason: String)? {
    switch tree.expressions[expression] {
    case .member(let object, let name):
      guard case .instance(let owner, let isExact) = type(object),
        case .property(let host, _)? = index.member(name, of: owner, isExact: isExact), host.takesNil
      else { return nil }
      return index.nilReason(name, of: owner).map { (name, $0) }
    case .methodCall(let object, let name, let arguments):
      guard case .instance(let owner, let isExact) = type(object),
        case .method(let signature)? = index.member(name, of: owner, isExact: isExact),
        signature.results.first?.takesNil == true, let reason = index.nilReason(signature.name, of: owner)
      else { return nil }
      // The text in the call tells two of a line apart.
      if let first = arguments.first, case .text(let text) = literal(first) {
        return ("\(name)(\"\(text)\")", reason)
      }
      return (name, reason)
    default: return nil
    }
  }
}

extension CatalogIndex {
  /// When a member is nil, by its summary: `Returns the device of that name; nil if the group has none.`
  fileprivate func nilReason(_ name: String, of owner: Int) -> String? {
    var place: Int? = owner
    while let known = place {
      if let reason = nilReasons["\(classes[known].name).\(name)"] { return reason }
      place = classes[known].base
    }
    return nil
  }

  static func nilReasons(of items: [LuaCatalog.Class]) -> [String: String] {
    var reasons: [String: String] = [:]
    for item in items {
      for (name, summary) in item.properties.map({ ($0.name, $0.summary) })
        + item.methods.map({ ($0.name, $0.summary) })
      {
        guard let start = summary.firstRange(of: "; nil ")?.upperBound else { continue }
        let reason = summary[start...].prefix { $0 != "." && $0 != ";" }
        // `nil sets no bounds` is about a value that the script gives.
        guard
          ["if ", "before ", "while ", "without ", "outside ", "until "].contains(where: reason.hasPrefix)
        else { continue }
        reasons["\(item.name).\(name)"] = String(reason)
      }
    }
    return reasons
  }
}
