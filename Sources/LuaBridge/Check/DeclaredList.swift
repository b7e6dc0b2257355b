/// A literal list of strings that a script assigns to a global, read without running the script.
public struct DeclaredList: Sendable {
  public struct Item: Sendable, Hashable {
    public let text: String
    /// Counted from 1.
    public let line: Int
    /// Counted from 1, in bytes.
    public let column: Int
  }

  public private(set) var items: [Item] = []
  /// Why the list or an element cannot be read before the script runs; warnings for globals whose names are
  /// probably misspelled.
  public private(set) var faults: [LuaDiagnostic] = []

  private let source: String

  /// Reads the list that `script` assigns to the global `name`; empty if it assigns none or is not Lua.
  ///
  /// - Parameter source: the script's name in messages.
  public init(of name: String, in script: String, called source: String) {
    self.source = source
    guard let tree = try? LuaParser.parse(script) else { return }
    var isRead = false
    for (index, statement) in tree.statements.enumerated() {
      guard case .assign(let targets, let values) = statement else { continue }
      for (place, target) in targets.enumerated() {
        guard case .global(let global) = tree.expressions[target] else { continue }
        let position = tree.positions[target]
        if global != name {
          warnOfTypo(global, for: name, at: position)
          continue
        }
        if isRead {
          fault("\(name) is assigned twice: assign it once", position)
        } else if !tree.outermostAssignments.contains(index) {
          fault("\(name) is read before the script runs: assign it outside blocks and functions", position)
        } else {
          read(place < values.count ? values[place] : nil, as: name, at: position, in: tree)
        }
        isRead = true
      }
    }
    for variable in tree.variables where variable.name == name {
      fault(
        "\(name) is read before the script runs: it must be a global (remove 'local')", variable.position)
    }
  }

  private mutating func read(
    _ value: LuaTree.ExpressionID?, as name: String, at position: LuaPosition, in tree: LuaTree
  ) {
    guard let value, case .table(let fields) = tree.expressions[value] else {
      return fault("\(name) is read before the script runs: it must be a list, { \"…\", \"…\" }", position)
    }
    for field in fields {
      guard case .item = field.key, case .string(let text) = tree.expressions[field.value] else {
        fault("\(name) is read before the script runs: it must contain only quoted strings", field.position)
        continue
      }
      items.append(Item(text: text, line: field.position.line, column: field.position.column))
    }
  }

  private mutating func warnOfTypo(_ global: String, for name: String, at position: LuaPosition) {
    let advice = NearestName.advice(global, among: [name])
    guard !advice.isEmpty else { return }
    faults.append(
      LuaDiagnostic(
        severity: .warning, source: source, line: position.line, column: position.column,
        message: "global '\(global)' declares nothing\(advice)"))
  }

  private mutating func fault(_ message: String, _ position: LuaPosition) {
    faults.append(
      LuaDiagnostic(
        severity: .error, source: source, line: position.line, column: position.column, message: message))
  }
}
