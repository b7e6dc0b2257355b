/// Finds gaps and contradictions in a catalog.
public struct CatalogCoverage {
  private let catalog: LuaCatalog

  public init(catalog: LuaCatalog) {
    self.catalog = catalog
  }

  /// Returns one sentence for each fault, sorted; none when all is well.
  ///
  /// - Shape: names and members want a summary, numbers a unit (`1` or `count` where there is none), names to be given
  ///   once, an alias to mean something, a base to stand before its subclasses.
  public func problems() -> [String] {
    (globals() + catalog.classes.flatMap(members) + others()).sorted()
  }

  /// Returns the sorted type names that members use but nothing declares.
  ///
  /// - Shape: not a fault, because a type may stand for any table with certain fields, such as
  ///   `MKAnnotation`. But the
  ///   checker knows nothing about such values, and misspelled types end up here too.
  public func unknownTypes() -> [String] {
    let known = Set(
      catalog.classes.flatMap { [$0.name] + $0.globalAliases } + catalog.structs.map(\.name)
        + catalog.delegates.map(\.name) + catalog.protocols.map(\.name) + [
          "any", "self", "thread", "unknown", "userdata",
        ])
    var unknown: Set<String> = []
    for text in types() {
      _ = HostTypeReader.list(text) { name in
        if !name.isEmpty, !known.contains(name) { unknown.insert(name) }
        return nil
      }
    }
    return unknown.sorted()
  }

  /// Every type that the catalog writes.
  private func types() -> [String] {
    let functions =
      catalog.functions + catalog.classes.flatMap { $0.methods + $0.classMethods }
      + catalog.modules.flatMap(\.functions) + catalog.delegates.flatMap { $0.functions.map(\.function) }
    let properties =
      catalog.classes.flatMap(\.properties) + catalog.structs.flatMap(\.fields)
      + catalog.protocols.flatMap(\.fields)
      + catalog.modules.flatMap(\.properties)
    let parameters = functions.flatMap(\.parameters) + catalog.classes.flatMap { $0.initializer ?? [] }
    return functions.compactMap(\.result) + properties.map(\.type) + parameters.map(\.type)
      + catalog.constants.map(\.type)
  }

  private func globals() -> [String] {
    let classes = catalog.classes.flatMap { [$0.name] + $0.globalAliases }
    let rest =
      catalog.structs.map(\.name) + catalog.functions.map(\.name) + catalog.constants.map(\.name)
      + catalog.modules.map(\.name)
    return duplicates(classes + rest, in: "the globals")
      + duplicates(catalog.delegates.map(\.name), in: "the delegates")
  }

  private func members(_ item: LuaCatalog.Class) -> [String] {
    var problems = unsummarized(item.summary, item.name)
    if let base = item.base {
      let before = catalog.classes.prefix { $0.name != item.name }
      if !catalog.classes.contains(where: { $0.name == base }) {
        problems.append("\(item.name): base '\(base)' is missing")
      } else if !before.contains(where: { $0.name == base }) {
        problems.append("\(item.name): base '\(base)' is declared after it")
      }
    }
    problems += item.properties.flatMap { property($0, of: item.name) }
    problems += (item.methods + item.classMethods).flatMap { function($0, "\(item.name).\($0.name)") }
    let objectNames = item.properties.map(\.name) + item.methods.map(\.name)
    let classNames = item.classMethods.map(\.name)
    problems += duplicates(objectNames, in: item.name) + duplicates(classNames, in: "class \(item.name)")
    let known = inherited(item)
    let own = Set(objectNames + classNames)
    for (alias, name) in item.aliases {
      if !known.contains(name) {
        problems.append("\(item.name).\(alias): alias for '\(name)', which does not exist")
      }
      if own.contains(alias) { problems.append("\(item.name).\(alias): alias hides the member of that name") }
    }
    return problems
  }

  private func inherited(_ item: LuaCatalog.Class) -> Set<String> {
    var names: Set<String> = []
    for one in catalog.lineage(of: item) {
      names.formUnion(one.properties.map(\.name))
      names.formUnion((one.methods + one.classMethods).map(\.name))
    }
    return names
  }

  private func others() -> [String] {
    var problems: [String] = []
    for item in catalog.structs {
      problems += unsummarized(item.summary, item.name) + duplicates(item.fields.map(\.name), in: item.name)
      problems += item.fields.flatMap { property($0, of: item.name) }
    }
    for item in catalog.protocols {
      problems += unsummarized(item.summary, item.name) + duplicates(item.fields.map(\.name), in: item.name)
      problems += item.fields.flatMap { property($0, of: item.name) }
    }
    for item in catalog.modules {
      let names = item.functions.map(\.name) + item.properties.map(\.name)
      problems += unsummarized(item.summary, item.name) + duplicates(names, in: item.name)
      problems += item.properties.flatMap { property($0, of: item.name) }
      problems += item.functions.flatMap { function($0, "\(item.name).\($0.name)") }
    }
    for item in catalog.delegates {
      let names = item.functions.flatMap { [$0.function.name] + $0.aliases }
      problems += unsummarized(item.summary, item.name) + duplicates(names, in: item.name)
      problems += item.functions.flatMap { function($0.function, "\(item.name).\($0.function.name)") }
    }
    problems += catalog.functions.flatMap { function($0, $0.name) }
    for item in catalog.constants {
      problems += unsummarized(item.summary, item.name) + unitless(item.type, item.unit, of: item.name)
    }
    return problems
  }

  private func property(_ property: LuaCatalog.Property, of owner: String) -> [String] {
    let name = "\(owner).\(property.name)"
    return unsummarized(property.summary, name) + unitless(property.type, property.unit, of: name)
  }

  private func function(_ function: LuaCatalog.Function, _ name: String) -> [String] {
    unsummarized(function.summary, name) + unitless(function.result ?? "", function.unit, of: name)
      + duplicates(function.parameters.map(\.name), in: "the parameters of \(name)")
  }

  private func unsummarized(_ summary: String, _ name: String) -> [String] {
    summary.isEmpty ? ["\(name): no summary"] : []
  }

  private func unitless(_ type: String, _ unit: String?, of name: String) -> [String] {
    let isNumber = ["number", "integer", "number?", "integer?"].contains(type)
    return isNumber && unit?.isEmpty != false ? ["\(name): a number without a unit"] : []
  }

  private func duplicates(_ names: [String], in place: String) -> [String] {
    var seen: Set<String> = []
    return names.filter { !seen.insert($0).inserted }.map { "\($0): twice in \(place)" }
  }
}
