/// The catalog indexed by name, with inherited members and parsed types.
struct CatalogIndex: Sendable {
  struct Signature: Sendable {
    var name: String
    var parameters: [(name: String, type: HostType)] = []
    var results: [HostType] = []
    /// Whether the last parameter is `...`.
    var isVararg = false
    /// What each turn of a loop over its result gets; nil if the result is not for a loop.
    var element: HostType?

    /// The number of required arguments: up to the last that does not accept nil.
    var fewest: Int { (parameters.lastIndex { !$0.type.takesNil } ?? -1) + 1 }
  }

  enum Member: Sendable {
    case property(HostType, isReadOnly: Bool)
    case method(Signature)
  }

  struct ClassEntry: Sendable {
    var name: String
    var base: Int?
    /// Own and inherited members, also under every alias.
    var members: [String: Member] = [:]
    var classMembers: [String: Member] = [:]
    var initializer: Signature?
    /// All direct and indirect subclasses.
    var descendants: [Int] = []
    /// False when a base is not in the catalog, so there may be unknown members.
    var isComplete = true
    var isOpen = false
    /// Whether `new` takes values in order, too.
    var takesPlainNew = false
    /// Further types that the host reads as one of its objects.
    var alsoRead: [HostType] = []
  }

  struct StructEntry: Sendable {
    var name: String
    var fields: [String: Member] = [:]
    var constructor: Signature
  }

  struct ModuleEntry: Sendable {
    var name: String
    var members: [String: Member] = [:]
    /// Modules inside this one, by their last name.
    var modules: [String: Int] = [:]
  }

  struct DelegateEntry: Sendable {
    var name: String
    /// Under every old name too.
    var functions: [String: Signature] = [:]
  }

  enum Global: Sendable {
    case classObject(Int), structObject(Int), function(Signature), constant(HostType), module(Int)
  }

  private(set) var classes: [ClassEntry] = []
  private(set) var structs: [StructEntry] = []
  private(set) var modules: [ModuleEntry] = []
  private(set) var delegates: [DelegateEntry] = []
  private(set) var globals: [String: Global] = [:]
  /// Delegates that have a function of that name.
  private(set) var delegatesByFunction: [String: [Int]] = [:]
  /// First parts of longer selectors, such as `locationManager`, which are never names of delegate functions.
  private(set) var senders: Set<String> = []
  private(set) var cautions: [LuaCatalog.Caution] = []
  /// By what they judge.
  private(set) var judges: [String: [LuaCatalog.Judge]] = [:]
  private(set) var services: [LuaCatalog.Service] = []
  private(set) var watches: [LuaCatalog.Watch] = []
  private(set) var starters: [String: [String]] = [:]
  private(set) var registrations: [LuaCatalog.Registration] = []
  /// By class and property, `CLVisit.departureDate`.
  private(set) var sentinels: [String: LuaCatalog.Sentinel] = [:]
  private(set) var needs: [LuaCatalog.Need] = []
  private(set) var forms: [String: String] = [:]
  /// When members are nil, by class and member, `GroupApp.device`.
  private(set) var nilReasons: [String: String] = [:]
  /// The fields of tables that are properties of modules, `geoscript.device`.
  private(set) var records: [String: [String]] = [:]

  /// Members that all objects and classes have, though the catalog does not list them.
  static let objectMembers: Set<String> = [
    "didChangeValueForKey", "init", "is", "isKindOfClass", "new", "subclass", "super",
  ]

  /// Members of every list that the host gives.
  static let listMembers: Set<String> = ["anyObject", "count", "objectAtIndex"]

  /// The error for `Class{ … }`, for the checker and at run time.
  static func namedValuesAdvice(_ className: String) -> String {
    "\(className)(…) takes values in order; for named ones write \(className).new{ … }"
  }

  /// What to write instead of `alloc` and `initWith…`, for the checker and at run time.
  static func makingAdvice(_ className: String, _ parameters: [String]) -> String {
    let fields = parameters.map { " \($0) = …" }.joined(separator: ",")
    return " (make one: \(className)(\(parameters.joined(separator: ", "))) or "
      + "\(className).new{\(fields.isEmpty ? "" : fields + " ")})"
  }

  init(_ catalog: LuaCatalog) {
    var names: [String: HostType] = [:]
    for (place, item) in catalog.delegates.enumerated() { names[item.name] = .delegate(place) }
    for (place, item) in catalog.structs.enumerated() { names[item.name] = .structure(place) }
    for (place, item) in catalog.classes.enumerated() {
      for name in [item.name] + item.globalAliases { names[name] = .instance(place) }
    }
    let reader = SignatureReader(names: names)
    for item in catalog.constants { globals[item.name] = .constant(reader.type(item.type)) }
    for item in catalog.functions { globals[item.name] = .function(reader.signature(item)) }
    addModules(catalog.modules, reader)
    addStructs(catalog.structs, reader)
    addClasses(catalog.classes, reader)
    addDelegates(catalog.delegates, reader)
    nilReasons = CatalogIndex.nilReasons(of: catalog.classes)
    cautions = catalog.cautions
    judges = Dictionary(grouping: catalog.judges, by: \.subject)
    (services, registrations) = (catalog.services, catalog.registrations)
    watches = catalog.watches
    starters = catalog.starters
    (sentinels, needs, forms) = (catalog.sentinels, catalog.needs, catalog.forms)
  }

  private struct SignatureReader {
    let names: [String: HostType]

    func type(_ text: String) -> HostType {
      HostTypeReader.one(text) { names[$0] }
    }

    func signature(_ function: LuaCatalog.Function) -> Signature {
      signature(function.name, function.parameters, result: function.result)
    }

    func signature(_ name: String, _ parameters: [LuaCatalog.Parameter], result: String? = nil) -> Signature {
      var signature = Signature(name: name, results: HostTypeReader.list(result) { names[$0] })
      if let result, result.hasPrefix("fun(): ") { signature.element = type(String(result.dropFirst(7))) }
      for parameter in parameters {
        if parameter.name == "..." {
          signature.isVararg = true
          break
        }
        // `name?` is LuaLS's other way to say that nil will do.
        let isOptional = parameter.name.hasSuffix("?")
        let type = type(parameter.type)
        signature.parameters.append(
          (
            isOptional ? String(parameter.name.dropLast()) : parameter.name,
            isOptional ? .union([type, .nil]) : type
          ))
      }
      return signature
    }

    func member(_ property: LuaCatalog.Property) -> Member {
      .property(type(property.type), isReadOnly: property.isReadOnly)
    }
  }

  private mutating func addModules(_ items: [LuaCatalog.Module], _ reader: SignatureReader) {
    for item in items {
      var entry = ModuleEntry(name: item.name)
      for property in item.properties {
        entry.members[property.name] = reader.member(property)
        if property.type.hasPrefix("{") {
          records["\(item.name).\(property.name)"] = HostTypeReader.fields(of: property.type)
        }
      }
      for function in item.functions { entry.members[function.name] = .method(reader.signature(function)) }
      modules.append(entry)
    }
    for (place, item) in items.enumerated() {
      let parts = item.name.split(separator: ".").map(String.init)
      guard parts.count > 1 else {
        globals[item.name] = .module(place)
        continue
      }
      let parent = parts.dropLast().joined(separator: ".")
      guard let owner = items.firstIndex(where: { $0.name == parent }) else { continue }
      modules[owner].modules[parts[parts.count - 1]] = place
    }
  }

  private mutating func addStructs(_ items: [LuaCatalog.Struct], _ reader: SignatureReader) {
    for item in items {
      let constructor = reader.signature(item.name, item.fields.map { .init($0.name, $0.type) })
      var entry = StructEntry(name: item.name, constructor: constructor)
      // Fields of a struct can always be set: it is the script's own copy.
      for field in item.fields {
        entry.fields[field.name] = .property(reader.type(field.type), isReadOnly: false)
      }
      globals[item.name] = .structObject(structs.count)
      structs.append(entry)
    }
  }

  private mutating func addClasses(_ items: [LuaCatalog.Class], _ reader: SignatureReader) {
    for (place, item) in items.enumerated() {
      var entry = ClassEntry(name: item.name)
      if let base = item.base {
        if let known = classes.firstIndex(where: { $0.name == base }) {
          entry = classes[known]
          entry.name = item.name
          entry.base = known
          entry.descendants = []
        } else {
          entry.isComplete = false
        }
      }
      entry.isOpen = item.isOpen
      entry.takesPlainNew = item.takesPlainNew
      entry.alsoRead += item.alsoRead.map(reader.type)
      entry.initializer = item.initializer.map { reader.signature(item.name, $0) }
      for property in item.properties { entry.members[property.name] = reader.member(property) }
      for method in item.methods { entry.members[method.name] = .method(reader.signature(method)) }
      for method in item.classMethods { entry.classMembers[method.name] = .method(reader.signature(method)) }
      for (alias, name) in item.aliases.sorted(by: { $0.key < $1.key }) {
        if let member = entry.members[name] { entry.members[alias] = member }
        if let member = entry.classMembers[name] { entry.classMembers[alias] = member }
      }
      classes.append(entry)
      for name in [item.name] + item.globalAliases { globals[name] = .classObject(place) }
      var above = entry.base
      while let known = above {
        classes[known].descendants.append(place)
        above = classes[known].base
      }
    }
  }

  private mutating func addDelegates(_ items: [LuaCatalog.Delegate], _ reader: SignatureReader) {
    for (place, item) in items.enumerated() {
      var entry = DelegateEntry(name: item.name)
      for function in item.functions {
        for name in [function.function.name] + function.aliases {
          entry.functions[name] = reader.signature(function.function)
          delegatesByFunction[name, default: []].append(place)
        }
        let parts = function.selector.split(separator: ":")
        if parts.count > 1 { senders.insert(String(parts[0])) }
      }
      delegates.append(entry)
    }
    senders.subtract(delegatesByFunction.keys)
  }
}
