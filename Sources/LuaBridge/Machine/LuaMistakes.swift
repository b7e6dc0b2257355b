import CLuaBridge

extension LuaMachine {
  /// Declares the members that C calls, in the order of LB_MEMBER_… in lb_internal.h.
  func declareHostMembers() {
    _ = addMember("global") { [unowned self] stack in
      let name = (try? String.read(stack, 1)) ?? "?"
      if pushGlobal(name, stack) { return 1 }
      if running?.readsUnsetGlobals == true, !LuaStandard.absent.contains(name) {
        lb_pushnil(stack)
        return 1
      }
      throw missingGlobal(name, stack)
    }
    _ = addMember("member") { [unowned self] stack in throw missingMember(stack) }
    _ = addMember("read-only") { [unowned self] stack in
      let name = (try? String.read(stack, 2)) ?? "?"
      throw LuaMessage(
        "'\(name)' of \(LuaMismatch.name(stack, 1)) is read-only\(readOnlyAdvice(name, stack))")
    }
    _ = addMember("field") { [unowned self] stack in try moduleField(stack) }
    _ = addMember("require") { [unowned self] stack in
      let name: String = try luaArgument(stack, 1, after: 0)
      try onRequire(name, stack)
      return 1
    }
    _ = addMember("near name") { [unowned self] stack in
      warnOfNearName(stack)
      return 0
    }
    _ = addMember("change") { [unowned self] stack in
      try notifyOfChange(stack)
      return 0
    }
    _ = addMember("factory") { [unowned self] stack in
      var cls: OpaquePointer?
      var isExpired = false
      _ = lb_anyobject(stack, 2, &cls, &isExpired)
      guard let cls, let record = records[cls], record.makeScripted == nil,
        let object = LuaMachine.object(stack, 2) as? any LuaObject
      else {
        lb_pushvalue(stack, 2)
        return 1
      }
      lb_expire(stack, 2)
      record.adopt(object, stack)
      return 0
    }
    while members.count < 16 { _ = addMember("reserved") { _ in 0 } }
  }

  private func missingGlobal(_ name: String, _ stack: LuaStack) -> LuaMessage {
    if LuaStandard.absent.contains(name) { return LuaMessage("'\(name)' \(LuaStandard.absence(of: name))") }
    if let why = LuaStandard.elsewhere(name) { return LuaMessage("'\(name)' \(why)") }
    let advice =
      LuaStandard.foreign[name].map { " (write \($0))" }
      ?? NearestName.advice(name, among: globalNames(stack))
    return LuaMessage("there is no global '\(name)'\(advice)")
  }

  private func missingMember(_ stack: LuaStack) -> any Error {
    let name = (try? String.read(stack, 2)) ?? "[\(LuaStackWork.description(stack, 2))]"
    if let cls = lb_toclass(stack, 1), let record = records[lb_class_host(cls)] {
      let className = String(cString: lb_class_name(cls))
      if record.memberNames.contains(name) {
        let advice =
          NearestName.completed(name, among: record.classFunctionNames).map { "did you mean '\($0)'?" }
          ?? "make one: \(className).new{…}"
        return LuaMessage(
          "'\(name)' belongs to an object of class \(className), not to the class (\(advice))")
      }
      if let instead = LuaStandard.foreignMember(name, of: record.lineage.map(\.catalog.name)) {
        return LuaMessage("class \(className) has no member '\(name)' (here it is \(instead))")
      }
      if let why = LuaStandard.elsewhere(name, of: record.lineage.map(\.catalog.name)) {
        return LuaMessage("class \(className) has no member '\(name)': \(why)")
      }
      let names = record.classFunctionNames + record.memberNames
      if name == "alloc" || name.hasPrefix("init") { return makingAdvice(name, className, of: record) }
      return LuaMessage("class \(className) has no member '\(name)'\(NearestName.advice(name, among: names))")
    }
    var cls: OpaquePointer?
    var isExpired = false
    _ = lb_anyobject(stack, 1, &cls, &isExpired)
    guard let cls, let record = records[lb_class_host(cls)] else { return LuaMessage("no member '\(name)'") }
    let className = record.catalog.name
    if record.classFunctionNames.contains(name) {
      return LuaMessage("'\(name)' belongs to the class: write \(className):\(name)(…)")
    }
    // An existing name is only missing for an assignment.
    if record.memberNames.contains(name) {
      return LuaMessage("'\(name)' is a method of \(className) and cannot be assigned")
    }
    if let why = LuaStandard.elsewhere(name, of: record.lineage.map(\.catalog.name)) {
      return LuaMessage("\(className) has no member '\(name)': \(why)")
    }
    let advice =
      LuaStandard.foreignMember(name, of: record.lineage.map(\.catalog.name)).map { " (here it is \($0))" }
      ?? propertySet(by: name, of: record).map { " (assign the property: \($0) = …)" }
      ?? nestedField(name, of: record).map { " (write \($0))" }
      ?? NearestName.advice(name, among: record.memberNames)
    return LuaMessage("\(className) has no member '\(name)'\(advice)")
  }

  /// What to do for a property that only an initializer sets; empty for all others.
  private func readOnlyAdvice(_ name: String, _ stack: LuaStack) -> String {
    var cls: OpaquePointer?
    var isExpired = false
    _ = lb_anyobject(stack, 1, &cls, &isExpired)
    guard let cls, let record = records[lb_class_host(cls)],
      let parameters = record.catalog.initializer?.map(\.name), parameters.contains(name)
    else { return "" }
    return CatalogIndex.readOnlyAdvice(name, of: record.catalog.name, among: parameters)
  }

  /// `distanceFilter` for `setDistanceFilter`, as Objective-C writes it.
  private func propertySet(by name: String, of record: LuaClassRecord) -> String? {
    guard name.hasPrefix("set"), let first = name.dropFirst(3).first else { return nil }
    let property = first.lowercased() + name.dropFirst(4)
    return record.lineage.flatMap(\.setters).contains { $0.name == property } ? property : nil
  }

  /// `coordinate.latitude`, when a property of the class is a struct with such a field.
  private func nestedField(_ name: String, of record: LuaClassRecord) -> String? {
    for property in record.lineage.flatMap(\.catalog.properties) {
      let fields = eagerCatalog.structs.first { $0.name == property.type }?.fields ?? []
      if fields.contains(where: { $0.name == name }) { return "\(property.name).\(name)" }
    }
    return nil
  }

  /// The error for `alloc` and `initWith…`, with what to write instead.
  private func makingAdvice(_ name: String, _ className: String, of record: LuaClassRecord) -> LuaMessage {
    guard let parameters = record.catalog.initializer?.map(\.name) else {
      return LuaMessage("class \(className) has no member '\(name)' (the host makes these objects)")
    }
    return LuaMessage(
      "class \(className) has no member '\(name)'\(CatalogIndex.makingAdvice(className, parameters))")
  }

  /// Reads a field that a module or struct does not have as a plain value. Arguments: what the table is
  /// called, table, name.
  private func moduleField(_ stack: LuaStack) throws -> Int32 {
    let what = (try? String.read(stack, 1)) ?? "?"
    let name = (try? String.read(stack, 3)) ?? LuaMismatch.name(stack, 3)
    if let property = moduleProperties[what]?[name] { return try property(stack) }
    if what.hasPrefix("module '"),
      LuaStandard.absentMembers[String(what.dropFirst(8).dropLast())]?.contains(name) == true
    {
      let full = "\(what.dropFirst(8).dropLast()).\(name)"
      throw LuaMessage("'\(full)' \(LuaStandard.absence(of: full))")
    }
    let globals = Set(globalNames(stack))
    if let instead = LuaStandard.foreignMembers[what]?[name]
      ?? LuaStandard.structFunction(name, of: what, where: globals.contains)
    {
      throw LuaMessage("\(what) has no field '\(name)' (here it is \(instead))")
    }
    let names = Array(moduleProperties[what, default: [:]].keys) + stringKeys(stack, 2)
    let module = what.hasPrefix("module '") ? String(what.dropFirst(8).dropLast()) : what
    let advice =
      LuaStandard.foreignMember(name, of: [module]).map { " (here it is \($0))" }
      ?? NearestName.advice(name, among: names)
    throw LuaMessage("\(what) has no field '\(name)'\(advice)")
  }

  /// Lets scripts read a field that a sealed table may not have: it is nil then.
  public func declareOptional(_ field: String, of what: String) {
    moduleProperties[what, default: [:]][field] = { stack in
      lb_pushnil(stack)
      return 1
    }
  }

  /// Warns about new fields of a script's instance that differ by one edit from a host member.
  private func warnOfNearName(_ stack: LuaStack) {
    var cls: OpaquePointer?
    var isExpired = false
    _ = lb_anyobject(stack, 1, &cls, &isExpired)
    guard let cls, let record = records[lb_class_host(cls)], let name = try? String.read(stack, 2),
      let near = NearestName.find(name, among: record.memberNames, limit: 1)
    else { return }
    onWarning(
      "\(place(stack))'\(name)' is a new field of \(String(cString: lb_class_name(cls))) (did you mean '\(near)'?)"
    )
  }

  /// Warns about delegate functions whose name is almost one that the host calls.
  ///
  /// - Shape: the delegate is on top of the stack and stays.
  func judgeDelegate(_ stack: LuaStack, _ protocolName: String) {
    guard let known = eagerCatalog.delegates.first(where: { $0.name == protocolName }) else { return }
    // Every script instance has the same names, so each is checked once.
    let keys = stringKeys(stack, lb_top(stack)).filter {
      $0.utf8.count >= 5 && judgedNames.insert("\(protocolName).\($0)").inserted
    }
    guard !keys.isEmpty else { return }
    let current = known.functions.map(\.function.name)
    let names = Set(current + known.functions.flatMap(\.aliases))
    let senders = Set(known.functions.compactMap { $0.selector.split(separator: ":").first.map(String.init) })
      .subtracting(names).sorted()
    for key in keys {
      _ = lb_rawgetfield(stack, -1, key)
      defer { lb_pop(stack, 1) }
      let isFunction = lb_type(stack, -1) == LB_FUNCTION
      if names.contains(key) {
        // A table may be callable.
        if !isFunction, lb_type(stack, -1) != LB_TABLE {
          onWarning("'\(key)' of a delegate must be a function, got a \(LuaMismatch.name(stack, -1))")
        }
      } else if isFunction,
        let near = NearestName.functionOfSelector(key, senders: senders, isFunction: names.contains)
          ?? NearestName.callback(key, among: current)
      {
        onWarning("\(definition(stack, -1))the host never calls '\(key)' (did you mean '\(near)'?)")
      }
    }
  }

  /// The string keys of the table at `index`, sorted.
  func stringKeys(_ stack: LuaStack, _ index: Int32) -> [String] {
    guard lb_type(stack, index) == LB_TABLE else { return [] }
    let index = lb_absindex(stack, index)
    var keys: [String] = []
    lb_pushnil(stack)
    while lb_next(stack, index) {
      lb_pop(stack, 1)
      // Not a number: reading it as a string would leave next without its key.
      if lb_type(stack, -1) == LB_STRING, let key = try? String.read(stack, -1) {
        keys.append(key)
      }
    }
    return keys.sorted()
  }

  private func globalNames(_ stack: LuaStack) -> [String] {
    let catalog = catalog
    var names =
      catalog.functions.map(\.name) + catalog.constants.map(\.name) + catalog.structs.map(\.name)
      + catalog.classes.flatMap { [$0.name] + $0.globalAliases } + catalog.modules.map(\.name)
      + LuaStandard.all
    if let running {
      lb_push_globals(stack, running.pointer)
      names += stringKeys(stack, -1)
      lb_pop(stack, 1)
    }
    return names
  }

  /// The operators behind metamethod names.
  static let operators = [
    "__add": "+", "__sub": "-", "__mul": "*", "__div": "/", "__unm": "-", "__eq": "==", "__lt": "<",
    "__le": "<=", "__concat": "..", "__len": "#", "__tostring": "tostring",
  ]
}
