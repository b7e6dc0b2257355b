import CLuaBridge

/// The declared classes and globals of a machine, each created at first use. Most scripts use few of them,
/// and every process and worker would pay for all.
///
/// The time of creation is not observable: the catalog and ``births(_:)`` have all in the order of
/// declaration.
struct LuaDeclarations {
  typealias Make = (LuaMachine, _ order: Int) -> Void

  /// In the order of declaration; nil once made.
  fileprivate var all: [Make?] = []
  fileprivate var types: [ObjectIdentifier: Int] = [:]
  fileprivate var names: [String: Int] = [:]
  /// Those that know their names only when they are made.
  fileprivate var scopes: [Int] = []

  /// The first number for Lua objects that a declaration creates, far from all others and from the host's.
  ///
  /// By these numbers a script's `pairs` orders functions that are keys.
  fileprivate static func births(_ order: Int) -> UInt32 { 1 << 31 + UInt32(order) << 16 }
}

extension LuaMachine {
  /// Everything that was declared.
  public var catalog: LuaCatalog {
    for order in declarations.all.indices { make(order) }
    var catalog = eagerCatalog
    let classes = records.values.compactMap { record in record.order.map { (order: $0, record.catalog) } }
    catalog.classes = classes.sorted { $0.order < $1.order }.map(\.1)
    for (_, scope) in scopes.sorted(by: { $0.key < $1.key }) {
      catalog.functions += scope.functions
      catalog.constants += scope.constants
    }
    return catalog
  }

  func declare(_ type: any LuaObject.Type, names: [String], _ make: @escaping LuaDeclarations.Make) {
    declarations.types[ObjectIdentifier(type)] = declarations.all.count
    for name in names { declarations.names[name] = declarations.all.count }
    declarations.all.append(make)
  }

  /// Declares global functions and constants; `declare` runs when a script first uses a name that nothing declared
  /// before has.
  public func globals(_ declare: @escaping (LuaScope) -> Void) {
    declarations.scopes.append(declarations.all.count)
    declarations.all.append { machine, order in
      let scope = LuaScope(machine: machine, module: nil)
      declare(scope)
      machine.scopes[order] = LuaDeclared(functions: scope.functions, constants: scope.constants)
    }
  }

  /// Makes the class for a Swift class; false when it was not declared.
  func makeClass(for type: any Any.Type) -> Bool {
    guard let order = declarations.types[ObjectIdentifier(type)] else { return false }
    make(order)
    return true
  }

  /// Pushes the value of a global that may not have been made so far; false when there is none of that name.
  func pushGlobal(_ name: String, _ stack: LuaStack) -> Bool {
    if push(made: name, stack) { return true }
    if let order = declarations.names[name] {
      make(order)
      return push(made: name, stack)
    }
    for order in declarations.scopes where declarations.all[order] != nil {
      make(order)
      if push(made: name, stack) { return true }
    }
    return false
  }

  private func push(made name: String, _ stack: LuaStack) -> Bool {
    if let push = globalValues[name] {
      push(stack)
      return true
    }
    if lb_getglobal(stack, name) != LB_NIL { return true }
    lb_pop(stack, 1)
    return false
  }

  private func make(_ order: Int) {
    guard let make = declarations.all[order] else { return }
    declarations.all[order] = nil
    guard lb_checkstack(stack, 20) else { preconditionFailure("no room to declare") }
    // All script instances share it, so the host pays, whichever is running.
    keepingEnvironment {
      let births = lb_set_births(pointer, LuaDeclarations.births(order))
      make(self, order)
      _ = lb_set_births(pointer, births)
    }
  }
}

/// The declarations of one scope of globals.
struct LuaDeclared {
  let functions: [LuaCatalog.Function]
  let constants: [LuaCatalog.Constant]
}
