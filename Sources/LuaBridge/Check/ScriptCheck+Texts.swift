/// Texts without quotes, and names of objects that the script does not have.
extension ScriptCheck {
  /// What to write for an unknown global where a text fits: `"garden"` for `garden`.
  func quoteAdvice(_ name: String, at place: LuaTree.ExpressionID) -> String {
    // A short name is a variable's.
    let isWord = name.utf8.count > 2
    for expression in tree.expressions {
      switch expression {
      case .call(place, let arguments):
        guard name == "f" || name == "F", let first = arguments.first,
          case .string = tree.expressions[first]
        else { continue }
        return " (Lua has no f-strings: \(LuaAdvice.join), or string.format)"
      case .binary(let sign, place, let other), .binary(let sign, let other, place):
        guard isWord, sign == .equal || sign == .notEqual || sign == .concatenate, mayBeText(other) else {
          continue
        }
        return Self.quoted(name)
      case .call(let callee, let arguments):
        if isWord, takesText(place, arguments, of: signature(of: callee)) { return Self.quoted(name) }
      case .methodCall(let object, let method, let arguments):
        if case .instance(let owner, let isExact) = type(object),
          case .method(let signature)? = index.member(method, of: owner, isExact: isExact),
          isWord, takesText(place, arguments, of: signature)
        {
          return Self.quoted(name)
        }
      default: continue
      }
    }
    return ""
  }

  private static func quoted(_ name: String) -> String { " (a text needs quotes: \"\(name)\")" }

  private func mayBeText(_ expression: LuaTree.ExpressionID) -> Bool {
    switch type(expression) {
    case .string, .any, .unseen: true
    default: false
    }
  }

  private func signature(of callee: LuaTree.ExpressionID) -> CatalogIndex.Signature? {
    if case .member(let object, "new") = tree.expressions[callee], case .classObject(let owner) = type(object)
    {
      return index.classes[owner].initializer
    }
    switch type(callee) {
    case .classObject(let owner): return index.classes[owner].initializer
    case .hostFunction(let name):
      if case .function(let signature)? = index.globals[name] { return signature }
    case .moduleFunction(let owner, let name):
      if case .method(let signature)? = index.modules[owner].members[name] { return signature }
    default: break
    }
    return nil
  }

  /// Whether an expression is an argument, or a field of an argument, that may be a text.
  private func takesText(
    _ place: LuaTree.ExpressionID, _ arguments: [LuaTree.ExpressionID], of signature: CatalogIndex.Signature?
  ) -> Bool {
    guard let signature else { return false }
    for (number, argument) in arguments.enumerated() {
      let parameter = number < signature.parameters.count ? signature.parameters[number].type : HostType.nil
      if argument == place { return isText(parameter) }
      guard case .table(let fields) = tree.expressions[argument] else { continue }
      for field in fields where field.value == place {
        guard case .name(let name) = field.key else { return false }
        if let named = signature.parameters.first(where: { $0.name == name }) { return isText(named.type) }
        return parameter == .table
      }
    }
    return false
  }

  private func isText(_ host: HostType) -> Bool {
    switch host.withoutNil {
    case .string: true
    case .union(let types): types.contains(.string)
    default: false
    }
  }

  // MARK: Names of objects

  /// Warns of a text for a region that resembles one of the script's: `stateForRegion("hom")`.
  mutating func checkIdentity(_ argument: LuaTree.ExpressionID, _ host: HostType) {
    guard case .union(let types) = host, types.contains(.string), case .text(let name) = literal(argument),
      types.contains(where: { if case .instance(let owner) = $0 { isRegistered(owner) } else { false } }),
      let known = identities, !known.contains(name), let last = name.last,
      let near = NearestName.find(name, among: known, limit: 1), !isVariation(name, of: near),
      // A number tells two of a kind apart.
      !last.isNumber
    else { return }
    warning(
      "no region of the script is called '\(name)' (did you mean '\(near)'?)", at: tree.positions[argument])
  }

  private func isRegistered(_ owner: Int) -> Bool {
    index.registrations.contains { registration in
      index.classes[owner].members[registration.identity] != nil
    }
  }

  /// The names of the objects that the script makes for the host; nil if one is computed.
  private var identities: Set<String>? {
    var found: Set<String> = []
    for registration in index.registrations {
      for expression in tree.expressions {
        guard let identity = identity(expression, registration.identity) else { continue }
        guard case .text(let name) = literal(identity) else { return nil }
        found.insert(name)
      }
    }
    return found
  }
}
