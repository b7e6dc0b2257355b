import CLuaBridge

/// What `Class.new{…}` takes by name, in the order in which ``LuaClassRecord/create(_:table:_:)`` pushes it: the values
/// of setters, then the initializer's parameters.
struct LuaNamedValues {
  /// Those of properties that the initializer does not take, in the order of declaration.
  var setters: [(name: String, body: (LuaStack) throws -> Int32)] = []
}

extension LuaMachine {
  /// Gives each name its place once, so that a call only looks up what its table has.
  func namedValues(_ record: LuaClassRecord) -> LuaNamedValues {
    let parameters = (record.catalog.initializer ?? []).map(\.name)
    var named = LuaNamedValues()
    var taken = Set(parameters)
    named.setters = record.lineage.reversed().flatMap(\.setters).filter { taken.insert($0.name).inserted }
    precondition(parameters.count <= 64, "\(record.catalog.name) takes more than 64 arguments")
    lb_class_expect(record.pointer, UInt32(named.setters.count + parameters.count))
    for name in named.setters.map(\.name) + parameters {
      precondition(name.utf8.count <= 40, "\(name) is too long a name for a value")
      lb_class_place(record.pointer, name)
    }
    return named
  }
}

extension LuaClassRecord {
  /// Makes an object from the named values of the table at `table`, and tells what else that has: then the values of
  /// the setters stand behind the table.
  ///
  /// - Shape: an unknown name is reported before a missing value, because it is the likely cause.
  func create(
    _ stack: LuaStack, table: Int32, _ make: (inout LuaArguments) throws -> any LuaObject
  ) throws -> (object: any LuaObject, rest: lb_named) {
    var found = lb_named()
    let setters = Int32(named.setters.count)
    guard lb_spread(stack, table, pointer, setters, &found) else {
      throw LuaMessage("\(catalog.name).new: stack overflow")
    }
    var arguments = LuaArguments(stack, after: table + setters, given: found.arguments)
    do {
      let object = try make(&arguments)
      if found.setters > 0 || found.others > 0 { lb_settop(stack, table + setters) }
      return (object, found)
    } catch let error as LuaArgumentError {
      guard let parameters = catalog.initializer, error.number <= parameters.count else { throw error }
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
  /// - Shape: the stack is [object, table, values of the setters].
  func assignRest(_ stack: LuaStack, _ rest: lb_named) throws {
    let count = Int32(named.setters.count)
    // [object, room for a value, table, values], as setters want it.
    lb_pushnil(stack)
    lb_insert(stack, 2)
    for (number, setter) in named.setters.enumerated() where lb_type(stack, 4 + Int32(number)) != LB_NIL {
      lb_pushvalue(stack, 4 + Int32(number))
      lb_replace(stack, 2)
      do {
        _ = try setter.body(stack)
      } catch let mismatch as LuaMismatch {
        throw LuaMessage("\(catalog.name).new: field '\(setter.name)': \(mismatch.message)")
      }
      lb_settop(stack, 3 + count)
    }
    lb_settop(stack, 3)
    if rest.others > 0 { try assignOwnFields(stack) }
  }

  /// - Errors: ``LuaMessage`` when the table has a field that no object of the class takes.
  private func requireKnownFields(_ names: [String]) throws {
    if let name = names.first(where: { !namesTaken.contains($0) }) { throw unknownField(name) }
  }

  /// Whether one of `names` is a value that `new` takes.
  func takesSome(of names: [String]) -> Bool { !namesTaken.isDisjoint(with: names) }

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
  private func assignOwnFields(_ stack: LuaStack) throws {
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
      if let key, namesTaken.contains(key) {
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
