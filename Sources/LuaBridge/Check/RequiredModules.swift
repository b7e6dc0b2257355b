/// The modules that a script names.
public enum RequiredModules {
  /// The names after `require` that are written as texts, in their order; empty for a text that is not Lua.
  public static func names(in source: String) -> [String] {
    guard let tree = try? LuaParser.parse(source) else { return [] }
    return tree.expressions.compactMap { expression in
      guard case .call(let callee, let arguments) = expression,
        case .global("require") = tree.expressions[callee],
        let first = arguments.first, case .string(let name) = tree.expressions[first]
      else { return nil }
      return name
    }
  }
}
