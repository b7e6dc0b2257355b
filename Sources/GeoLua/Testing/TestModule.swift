import Geo
public import LuaBridge

/// `geoscript.test`, which exists only in test files.
enum TestModule {
  static func declare(_ m: LuaScope) {
    m.function(
      "script", ["path", "options"],
      "Names the script that the tests below test; the options are `fences`, `args`, `profile`, `waypoints`, "
        + "`groupBy`, `settings` and `staleAfter`."
    ) {
      [unowned machine = m.machine] (path: String, options: TestValue?) in
      try plan(machine).setScript(path, options?.json ?? .null, at: machine.place(machine.stack))
    }
    m.function("test", ["name", "f"], "Declares a test; `f` gets the run.") {
      [unowned machine = m.machine] (name: String, f: LuaFunction) in
      try plan(machine).addTest(name, f, at: machine.place(machine.stack))
    }
    m.function(
      "worlds", ["count", "options"],
      "Runs each test of the file in `count` worlds with `jitter`, `dropout`, `outliers`, `duplicate` or `reorder`; it "
        + "passes if it holds in all, or in `atLeast` of them."
    ) { [unowned machine = m.machine] (count: Int, options: TestValue?) in
      try plan(machine).setWorlds(count, options?.json ?? .null, at: machine.place(machine.stack))
    }
    m.function(
      "timeZone", ["name"],
      "Sets the time zone of the tests: `t.timeZone \"Europe/Berlin\"` or `t.timeZone = \"Europe/Berlin\"`."
    ) { [unowned machine = m.machine] (name: String) in
      try plan(machine).setTimeZone(name, at: machine.place(machine.stack))
    }
  }

  private static func plan(_ machine: LuaMachine) throws -> any TestPlan {
    let script = try RunningScript.current(machine)
    guard script.testModule?.isOpen == true, let plan = script.testModule?.plan else {
      throw LuaMessage("geoscript.test: a test cannot declare tests: write this at the top of the file")
    }
    return plan
  }
}

/// The table `geoscript.test` of a test file, and who takes what it declares.
final class TestModuleTable {
  let plan: any TestPlan
  /// Whether the file is being loaded.
  var isOpen = true
  fileprivate var table: LuaReference?

  init(_ plan: any TestPlan) { self.plan = plan }
}

extension GeoscriptModule {
  static func declareTests(_ m: LuaScope) {
    m.openModule(
      "test", "Tests of scripts. It exists only under `geoscript test`.", TestModule.declare
    ) { [unowned machine = m.machine] stack, pushNew in
      guard let module = try RunningScript.current(machine).testModule else {
        throw LuaMessage("geoscript.test exists only under `geoscript test`: run geoscript test FILE")
      }
      if let table = module.table { return table.push(stack) }
      pushNew(stack)
      let table = LuaReference(popping: stack)
      module.table = table
      table.push(stack)
    }
  }
}

extension RunningScript {
  /// Runs the main chunk of a test file.
  ///
  /// - Errors: ``LuaError``; ``LuaMessage`` for a field of `geoscript.test` that cannot be set.
  public func load(tests chunk: LuaChunk, into plan: any TestPlan) throws {
    let module = TestModuleTable(plan)
    testModule = module
    defer { module.isOpen = false }
    try run(chunk, keepsTimers: false)
    let stack = environment.machine.stack
    guard let table = module.table else { return }
    table.push(stack)
    defer { LuaStackWork.pop(stack) }
    let known = ["script", "test", "worlds", "timeZone"]
    try LuaTable.forEachField(stack, -1) { name in
      let kind = LuaKind(stack, -1)
      if name == "timeZone", kind == .string {
        return try plan.setTimeZone(try String.read(stack, -1), at: "")
      }
      guard known.contains(name), kind == .function else {
        throw LuaMessage("geoscript.test.\(name) cannot be set: only timeZone can, to the name of a zone")
      }
    }
  }
}
