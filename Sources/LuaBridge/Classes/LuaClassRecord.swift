import CLuaBridge

/// The host's record of a class that scripts see: catalog entry, creators, setters.
final class LuaClassRecord {
  let pointer: OpaquePointer
  let base: LuaClassRecord?
  var catalog: LuaCatalog.Class
  /// Makes an object from its arguments.
  var make: ((inout LuaArguments) throws -> any LuaObject)?
  /// The same for an instance of a script's subclass.
  var makeScripted: ((inout LuaArguments) throws -> any LuaObject)?
  /// Settable properties in the order of declaration.
  var setters: [(name: String, body: (LuaStack) throws -> Int32)] = []
  var operators: [(event: String, member: Int32)] = []
  /// Overridable methods, in slot order.
  var overridable: [String] = []
  /// The object that an object of the class belongs to.
  var owner: ((any LuaObject) -> (any LuaObject)?)?
  /// What `new` takes by name. Set while the class is declared, before anything reads it.
  @exclusivity(unchecked) var named = LuaNamedValues()
  /// The names of that: the initializer's parameters and all settable properties.
  private(set) lazy var namesTaken = Set(
    (catalog.initializer ?? []).map(\.name) + lineage.flatMap(\.setters).map(\.name))
  /// Its index among all declarations; nil for a class that scripts cannot name.
  let order: Int?
  private var edges: Int32

  init(pointer: OpaquePointer, base: LuaClassRecord?, catalog: LuaCatalog.Class, order: Int?) {
    self.order = order
    self.pointer = pointer
    self.base = base
    self.catalog = catalog
    edges = base?.edges ?? 0
  }

  func nextEdge() -> Int32 {
    edges += 1
    return edges
  }

  /// The class and its bases, itself first.
  var lineage: [LuaClassRecord] {
    sequence(first: self, next: \.base).map { $0 }
  }

  /// All names that may follow a dot or colon.
  var memberNames: [String] {
    lineage.flatMap { record in
      record.catalog.properties.map(\.name) + record.catalog.methods.map(\.name) + record.catalog.aliases.keys
    }
  }

  var classFunctionNames: [String] {
    ["new", "is"] + (catalog.isOpen ? ["subclass"] : [])
      + lineage.flatMap { $0.catalog.classMethods.map(\.name) }
  }
}

extension LuaMachine {
  /// Adds a Swift class under its Lua name and `aliases`, such as old names; its base must have been added before.
  ///
  /// What `bind` declares is made when a script or an object first needs the class.
  ///
  /// - Parameter swiftBytes: roughly what an object takes beside Lua's userdata; charged to the script.
  public func add<T: LuaObject>(
    _ type: T.Type, name: String, aliases: [String] = [], base: (any LuaObject.Type)? = nil,
    swiftBytes: Int = 64, isPublished: Bool = true, _ bind: @escaping (LuaBinder<T>) -> Void
  ) {
    declare(type, names: isPublished ? [name] + aliases : []) { machine, order in
      let baseRecord = base.flatMap { machine.records[LuaMachine.classRecord(of: $0, machine.stack)] }
      guard let pointer = lb_class_new(machine.pointer, name, baseRecord?.pointer, Int64(swiftBytes)) else {
        preconditionFailure("no room for class \(name)")
      }
      var catalog = LuaCatalog.Class(name: name, base: baseRecord?.catalog.name)
      catalog.globalAliases = aliases
      let record = LuaClassRecord(
        pointer: pointer, base: baseRecord, catalog: catalog, order: isPublished ? order : nil)
      machine.records[pointer] = record
      lb_settype(machine.pointer, LuaMachine.key(type), Int(bitPattern: pointer))
      bind(LuaBinder<T>(machine: machine, record: record))
      if baseRecord == nil { record.catalog.methods.append(LuaMachine.isKindOfClass) }
      machine.declareCreators(record)
      lb_class_finish(pointer)
      for (event, member) in machine.lineageOperators(record) { lb_class_operator(pointer, event, member) }
      for name in isPublished ? [name] + aliases : [] { lb_class_publish(pointer, name) }
    }
  }

  /// The method that C adds to every class without a base.
  private static let isKindOfClass = LuaCatalog.Function(
    "isKindOfClass", [.init("class", "any")], result: "boolean",
    summary: "Returns whether the object is an instance of a class or of a subclass.")

  private func lineageOperators(_ record: LuaClassRecord) -> [(event: String, member: Int32)] {
    record.lineage.reversed().flatMap(\.operators)
  }

  private func declareCreators(_ record: LuaClassRecord) {
    let name = record.catalog.name
    record.named = namedValues(record)
    if let make = record.make {
      let positional = addMember(name) { [unowned self] stack in
        if lb_type(stack, 1) == LB_TABLE, lb_top(stack) == 1, LuaMismatch.name(stack, 1) == "table",
          record.takesSome(of: stringKeys(stack, 1))
        {
          throw LuaMessage(CatalogIndex.namedValuesAdvice(name))
        }
        var arguments = LuaArguments(stack, after: 0)
        try make(&arguments).push(stack)
        return 1
      }
      let named = addMember("\(name).new") { stack in
        let (object, rest) = try record.create(stack, table: 1, make)
        object.pushMade(stack)
        guard rest.setters > 0 || rest.others > 0 else { return 1 }
        lb_insert(stack, 1)
        try record.assignRest(stack, rest)
        lb_settop(stack, 1)
        return 1
      }
      lb_class_creator(record.pointer, positional, named)
    }
    guard record.catalog.isOpen, let make = record.makeScripted ?? record.make else { return }
    let positional = addMember(name) { stack in
      var arguments = LuaArguments(stack, after: 1)
      record.adopt(try make(&arguments), stack)
      return 0
    }
    let named = addMember("\(name).new") { stack in
      let (object, rest) = try record.create(stack, table: 2, make)
      record.adopt(object, stack)
      if rest.setters > 0 || rest.others > 0 { try record.assignRest(stack, rest) }
      return 0
    }
    lb_class_adopter(record.pointer, positional, named)
  }
}
