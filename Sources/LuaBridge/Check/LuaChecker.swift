/// Checks a script before it runs: syntax, names, members, arguments.
///
/// - Shape: knows only the catalog, and is silent where a value's type is uncertain. Errors are certain,
///   warnings
///   probable.
public struct LuaChecker: Sendable {
  let index: CatalogIndex
  let hooks: HostHooks?

  /// - Parameter hooks: functions that the host calls by their names; scripts with such read globals as plain Lua does.
  public init(catalog: LuaCatalog, hooks: HostHooks? = nil) {
    index = CatalogIndex(catalog)
    self.hooks = hooks
  }

  /// Why a script is not Lua, worded like luac's error, with advice; nil if it is.
  public static func syntaxError(in source: String, name: String) -> LuaDiagnostic? {
    do { _ = try LuaParser.parse(source) } catch {
      return LuaDiagnostic(
        severity: .error, source: name, line: error.position.line, column: error.position.column,
        message: error.message)
    }
    return nil
  }

  /// Returns the values of the host that may be nil where the script uses them, which explains an error of a run.
  public func nilValues(in source: String, name: String) -> [LuaDiagnostic] {
    guard let tree = try? LuaParser.parse(source) else { return [] }
    var check = ScriptCheck(tree, index, hooks, source: name)
    check.findNilValues()
    return check.diagnostics
  }

  /// Returns everything found, in the order of the script.
  ///
  /// - Shape: a text that is not Lua gives exactly one error, the first, worded like luac's.
  /// - Parameter name: the script's name in messages, such as `lunch.lua`.
  public func check(_ source: String, name: String) -> [LuaDiagnostic] {
    let tree: LuaTree
    do {
      tree = try LuaParser.parse(source)
    } catch {
      return [
        LuaDiagnostic(
          severity: .error, source: name, line: error.position.line, column: error.position.column,
          message: error.message)
      ]
    }
    var check = ScriptCheck(tree, index, hooks, source: name)
    check.run()
    var seen: Set<LuaDiagnostic> = []
    return check.diagnostics.filter { seen.insert($0).inserted }
      .sorted { ($0.line, $0.column, $0.message) < ($1.line, $1.column, $1.message) }
  }
}
