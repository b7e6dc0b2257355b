import CLuaBridge

/// The host's record of a class that scripts see: catalog entry, creators, setters.
final class LuaClassRecord {
  let pointer: OpaquePointer
  let base: LuaClassRecord?
  var catalog: LuaCatalog.Class
  /// Makes an object from the arguments behind an offset.
  var make: ((LuaStack, Int32) throws -> any LuaObject)?
  /// The same for an instance of a script's subclass.
  var makeScripted: ((LuaStack, Int32) throws -> any LuaObject)?
  /// Settable properties in the order of declaration.
  var setters: [(name: String, body: (LuaStack) throws -> Int32)] = []
  var operators: [(event: String, member: Int32)] = []
  /// Overridable methods, in slot order.
  var overridable: [String] = []
  /// The object that an object of the class belongs to.
  var owner: ((any LuaObject) -> (any LuaObject)?)?
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
    if let make = record.make {
      let positional = addMember(name) { [unowned self] stack in
        if lb_type(stack, 1) == LB_TABLE, lb_top(stack) == 1, record.takesSome(of: stringKeys(stack, 1)) {
          throw LuaMessage(CatalogIndex.namedValuesAdvice(name))
        }
        try make(stack, 0).push(stack)
        return 1
      }
      let named = addMember("\(name).new") { stack in
        let object = try record.create(stack, table: 1, make)
        lb_settop(stack, 1)
        // [table] → [object, room for a value, table], as setters want it.
        object.push(stack)
        lb_insert(stack, 1)
        lb_pushnil(stack)
        lb_insert(stack, 2)
        try record.assignRest(stack)
        lb_settop(stack, 1)
        return 1
      }
      lb_class_creator(record.pointer, positional, named)
    }
    guard record.catalog.isOpen, let make = record.makeScripted ?? record.make else { return }
    let positional = addMember(name) { stack in
      record.adopt(try make(stack, 1), stack)
      return 0
    }
    let named = addMember("\(name).new") { stack in
      record.adopt(try record.create(stack, table: 2, make), stack)
      lb_settop(stack, 2)
      lb_pushnil(stack)
      lb_insert(stack, 2)
      try record.assignRest(stack)
      return 0
    }
    lb_class_adopter(record.pointer, positional, named)
  }
}

extension LuaClassRecord {
  /// Makes an object from the named values of the table at `table`.
  ///
  /// - Shape: an unknown name is reported before a missing value, because it is the likely cause.
  func create(
    _ stack: LuaStack, table: Int32, _ make: (LuaStack, Int32) throws -> any LuaObject
  ) throws -> any LuaObject {
    let parameters = catalog.initializer ?? []
    lb_settop(stack, table)
    for parameter in parameters { _ = lb_rawgetfield(stack, table, parameter.name) }
    do {
      return try make(stack, table)
    } catch let error as LuaArgumentError where error.number <= parameters.count {
      let name = parameters[Int(error.number) - 1].name
      lb_settop(stack, table)
      if table == 1 { try requireKnownFields(LuaMachine.of(stack).stringKeys(stack, table)) }
      let isMissing = lb_rawgetfield(stack, table, name) == LB_NIL
      throw LuaMessage(
        "\(catalog.name).new: field '\(name)'\(isMissing ? " is missing" : ": \(error.message)")")
    }
  }

  /// Gives the uninitialized instance at index 1 its object.
  func adopt(_ object: any LuaObject, _ stack: LuaStack) {
    switch object {
    case let object as any LuaScripted: object.script.adopt(stack)
    case let object as any LuaOverridable:
      let script = LuaScript()
      script.adopt(stack)
      object.overridden(by: script)
    default: break
    }
    // The userdata owns this reference; releaseObject gives it up.
    lb_adopt(stack, 1, Unmanaged<AnyObject>.passRetained(object).toOpaque())
  }

  /// Sets the properties that the initializer did not take, in the order of declaration.
  ///
  /// - Shape: the stack is [object, room for a value, table].
  func assignRest(_ stack: LuaStack) throws {
    var taken = Set((catalog.initializer ?? []).map(\.name))
    for record in lineage.reversed() {
      for (name, set) in record.setters where !taken.contains(name) {
        taken.insert(name)
        if lb_rawgetfield(stack, 3, name) == LB_NIL {
          lb_settop(stack, 3)
          continue
        }
        lb_replace(stack, 2)
        do {
          _ = try set(stack)
        } catch let mismatch as LuaMismatch {
          throw LuaMessage("\(catalog.name).new: field '\(name)': \(mismatch.message)")
        }
        lb_settop(stack, 3)
      }
    }
    try assignOwnFields(stack, taken)
  }

  /// - Errors: ``LuaMessage`` when the table has a field that no object of the class takes.
  private func requireKnownFields(_ names: [String]) throws {
    let taken = namesTaken
    if let name = names.first(where: { !taken.contains($0) }) { throw unknownField(name) }
  }

  /// Whether one of `names` is a value that `new` takes.
  func takesSome(of names: [String]) -> Bool { !namesTaken.isDisjoint(with: names) }

  /// The initializer's parameters and all settable properties.
  private var namesTaken: Set<String> {
    Set((catalog.initializer ?? []).map(\.name) + lineage.flatMap(\.setters).map(\.name))
  }

  private func unknownField(_ name: String) -> LuaMessage {
    let isKnown = memberNames.contains(name)
    let settable = (catalog.initializer ?? []).map(\.name) + memberNames
    return LuaMessage(
      "\(catalog.name).new: "
        + (isKnown
          ? "'\(name)' cannot be set"
          : "\(catalog.name) has no field '\(name)'\(NearestName.advice(name, among: settable))"))
  }

  /// A name without a property is a field for a script's own class, and a mistake for a host class.
  private func assignOwnFields(_ stack: LuaStack, _ taken: Set<String>) throws {
    var cls: OpaquePointer?
    var isExpired = false
    _ = lb_anyobject(stack, 1, &cls, &isExpired)
    let isScripted = cls.map { lb_class_host($0) != $0 } ?? false
    // A setter of the script's may change its table meanwhile, and next would then raise: a copy is walked.
    LuaTable.pushCopy(stack, 3)
    lb_replace(stack, 3)
    lb_pushnil(stack)
    while lb_next(stack, 3) {
      let key = try? String.read(stack, -2)
      if let key, taken.contains(key) {
        lb_pop(stack, 1)
        continue
      }
      guard isScripted else {
        throw unknownField(key ?? "[\(LuaMismatch.name(stack, -2))]")
      }
      lb_pushvalue(stack, -2)
      lb_insert(stack, -2)
      guard lb_settable(stack, 1) else { throw LuaError(popping: stack, status: LB_ERROR) }
    }
  }
}
