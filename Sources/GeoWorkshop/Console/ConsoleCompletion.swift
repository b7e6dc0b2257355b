package import LuaBridge

/// The names that a word of a console may become: those of the catalog, which `geoscript docs --json` prints.
package struct ConsoleCompletion: Sendable {
  private let commands: [String]
  private var globals: Set<String> = []
  /// By module or class: what stands behind a dot.
  private var fields: [String: Set<String>] = [:]
  /// What objects answer, whatever their class.
  private var properties: Set<String> = []
  private var methods: Set<String> = []

  package init(_ catalog: LuaCatalog, commands: [ConsoleCommand]) {
    self.commands = commands.map { ":" + $0.name.rawValue }
    globals.formUnion(LuaStandard.all)
    fields = LuaStandard.modules
    globals.formUnion(catalog.functions.map(\.name) + catalog.constants.map(\.name))
    globals.formUnion(catalog.structs.map(\.name))
    for module in catalog.modules {
      if !module.name.contains(".") { globals.insert(module.name) }
      fields[module.name, default: []].formUnion(module.functions.map(\.name) + module.properties.map(\.name))
    }
    for module in catalog.modules {
      let parts = module.name.split(separator: ".").map(String.init)
      if parts.count == 2 { fields[parts[0]]?.insert(parts[1]) }
    }
    for type in catalog.classes {
      globals.formUnion([type.name] + type.globalAliases)
      fields[type.name] = Set(type.classMethods.map(\.name) + (type.initializer == nil ? [] : ["new"]))
      properties.formUnion(type.properties.map(\.name))
      methods.formUnion(type.methods.map(\.name))
    }
    for type in catalog.structs { properties.formUnion(type.fields.map(\.name)) }
  }

  /// The whole words that a word may become, sorted.
  ///
  /// - Parameter isFirst: whether it begins the line, where commands stand.
  package func names(for word: String, isFirst: Bool) -> [String] {
    if isFirst, word.hasPrefix(":") { return commands.filter { $0.hasPrefix(word) }.sorted() }
    // The rest of an expression may stand before it: `f(x)+geoscript.al`.
    let start = word.lastIndex { !($0.isLetter || $0.isNumber || "_.:".contains($0)) }
    let before = start.map { String(word[...$0]) } ?? ""
    let name = String(word.dropFirst(before.count))
    guard let mark = name.lastIndex(where: { ".:".contains($0) }) else {
      return name.isEmpty ? [] : among(globals, name).map { before + $0 }
    }
    let owner = String(name[..<mark])
    let part = String(name[name.index(after: mark)...])
    if owner.isEmpty { return [] }
    let known = fields[owner] ?? (part.isEmpty ? [] : name[mark] == ":" ? methods : properties)
    return among(known, part).map { before + owner + String(name[mark]) + $0 }
  }

  private func among(_ names: Set<String>, _ beginning: String) -> [String] {
    names.filter { $0.hasPrefix(beginning) }.sorted()
  }
}
