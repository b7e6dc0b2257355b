public import Geo
public import LuaBridge

extension Manual {
  /// The manual and everything that scripts can name, for programs.
  ///
  /// - Shapes: `pages` with Markdown; `classes`, `structs`, `functions`, `constants`, `modules`, `protocols` and
  ///   `delegates` with members, parameters, types of the Lua language server, units and summaries.
  public func json(of catalog: LuaCatalog) -> JSONValue {
    func list<Item>(_ items: [Item], _ name: (Item) -> String, _ json: (Item) -> JSONValue) -> JSONValue {
      .array(items.sorted { name($0) < name($1) }.map(json))
    }
    return .object([
      ("version", .string(Product.version)), ("pages", .array(pages.map(\.json))),
      ("classes", list(catalog.classes, \.name, \.json)),
      ("structs", list(catalog.structs, \.name) { fields($0.name, $0.summary, $0.fields) }),
      ("functions", list(catalog.functions, \.name, \.json)),
      ("constants", list(catalog.constants, \.name, \.json)),
      ("modules", list(catalog.modules, \.name, \.json)),
      ("protocols", list(catalog.protocols, \.name) { fields($0.name, $0.summary, $0.fields) }),
      ("delegates", list(catalog.delegates, \.name, \.json)),
    ])
  }

  private func fields(_ name: String, _ summary: String, _ fields: [LuaCatalog.Property]) -> JSONValue {
    .object([
      ("name", .string(name)), ("summary", .string(summary)), ("fields", .array(fields.map(\.json))),
    ])
  }
}

extension Manual.Page {
  /// The page as an object: its name, and its text as Markdown.
  public var json: JSONValue { .object([("name", .string(title)), ("text", .string(text))]) }
}

private func texts(_ texts: [String]) -> JSONValue { .array(texts.sorted().map { .string($0) }) }

extension LuaCatalog.Parameter {
  fileprivate var json: JSONValue { .object([("name", .string(name)), ("type", .string(type))]) }
}

extension LuaCatalog.Function {
  fileprivate var members: [(name: String, value: JSONValue)] {
    var members: [(name: String, value: JSONValue)] = [
      ("name", .string(name)), ("summary", .string(summary)), ("parameters", .array(parameters.map(\.json))),
    ]
    if let result { members.append(("result", .string(result))) }
    if let unit { members.append(("unit", .string(unit))) }
    return members
  }

  fileprivate var json: JSONValue { .object(members) }
}

extension LuaCatalog.Property {
  fileprivate var json: JSONValue {
    var members: [(name: String, value: JSONValue)] = [
      ("name", .string(name)), ("type", .string(type)), ("summary", .string(summary)),
      ("readOnly", .bool(isReadOnly)),
    ]
    if let unit { members.append(("unit", .string(unit))) }
    return .object(members)
  }
}

extension LuaCatalog.Constant {
  fileprivate var json: JSONValue {
    var members: [(name: String, value: JSONValue)] = [
      ("name", .string(name)), ("type", .string(type)), ("value", .string(value)),
      ("summary", .string(summary)),
    ]
    if let unit { members.append(("unit", .string(unit))) }
    return .object(members)
  }
}

extension LuaCatalog.Class {
  fileprivate var json: JSONValue {
    var members: [(name: String, value: JSONValue)] = [
      ("name", .string(name)), ("summary", .string(summary)),
    ]
    if let base { members.append(("base", .string(base))) }
    if let initializer { members.append(("initializer", .array(initializer.map(\.json)))) }
    members += [
      ("properties", .array(properties.map(\.json))), ("methods", .array(methods.map(\.json))),
      ("classMethods", .array(classMethods.map(\.json))), ("isOpen", .bool(isOpen)),
      ("aliases", .object(aliases.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) })),
      ("globalAliases", texts(globalAliases)),
    ]
    return .object(members)
  }
}

extension LuaCatalog.Module {
  fileprivate var json: JSONValue {
    .object([
      ("name", .string(name)), ("summary", .string(summary)),
      ("functions", .array(functions.map(\.json))), ("properties", .array(properties.map(\.json))),
    ])
  }
}

extension LuaCatalog.Delegate {
  fileprivate var json: JSONValue {
    let functions = functions.map { one in
      JSONValue.object(
        one.function.members + [("selector", .string(one.selector)), ("aliases", texts(one.aliases))])
    }
    return .object([
      ("name", .string(name)), ("summary", .string(summary)), ("functions", .array(functions)),
    ])
  }
}
