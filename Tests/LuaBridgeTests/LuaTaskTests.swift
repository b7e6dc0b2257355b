import CLuaBridge
import Testing

@testable import LuaBridge

extension BridgeTests {
  /// HO-70 … HO-73 in the bridge: what runs, waits, fails and ends.
  @Suite struct LuaTaskTests {
    /// A bench whose scripts make one task with `task(f)` and wait with `wait()`.
    private final class Desk {
      let bench = Bench()
      var task: LuaTask?

      init() {
        bench.machine.instructionBudget = 100_000
        bench.machine.globals { [unowned self] g in
          g.function("task", ["f"], "Makes a task.") { [unowned self] (f: LuaFunction, caller: LuaCaller) in
            task = caller.makeTask(f)
          }
          g.function("wait", [], "Waits.") { (caller: LuaCaller) in
            try caller.requireTask("wait")
            throw LuaSuspension()
          }
        }
      }

      func resume(_ results: any LuaValue...) throws -> Bool {
        try bench.environment.enter { try task?.resume(results) ?? false }
      }
    }

    @Test func waitingCallsReturnWhatContinuesThem() throws {
      let desk = Desk()
      try desk.bench.run("task(function() print(wait()) print(select('#', wait()), pcall(wait)) end)")
      #expect(try desk.resume())
      #expect(try desk.resume("one", 2.5))
      #expect(try desk.resume())
      #expect(try !desk.resume(true))
      #expect(desk.bench.printed == ["one\t2.5", "0\ttrue\ttrue"])
    }

    @Test func eachTurnHasABudgetOfItsOwn() throws {
      let desk = Desk()
      try desk.bench.run("task(function() for turn = 1, 5 do for _ = 1, 60000 do end wait() end end)")
      for _ in 1...5 { #expect(try desk.resume()) }
      #expect(try !desk.resume())
    }

    @Test(arguments: [
      "while true do end", "while true do pcall(wait, {}) pcall(function() while true do end end) end",
    ])
    func aTurnOverItsBudgetEndsTheTaskAndTheMachineGoesOn(_ body: String) throws {
      let desk = Desk()
      try desk.bench.run(
        "task(function() local x <close> = setmetatable({}, { __close = function() print('survived') end }) wait() for _ = 1, 2 do \(body) end end)"
      )
      #expect(try desk.resume())
      var kind: LuaError.Kind?
      do { while try desk.resume() {} } catch let error as LuaError { kind = error.kind }
      #expect(kind == .overBudget)
      #expect(desk.bench.environment.trips == 1)
      #expect(!desk.bench.printed.contains("survived"))
      #expect(try desk.bench.run("print('after')") == ["after"])
    }

    @Test func aTaskOutOfMemoryEnds() throws {
      let desk = Desk()
      desk.bench.machine.instructionBudget = 50_000_000
      try desk.bench.run(
        "task(function() wait() local t = {} while true do t[#t + 1] = ('x'):rep(1e5) .. #t end end)")
      #expect(try desk.resume())
      var kind: LuaError.Kind?
      do { _ = try desk.resume() } catch let error as LuaError { kind = error.kind }
      #expect(kind == .noMemory)
      #expect(try desk.bench.run("print('after')") == ["after"])
    }

    @Test func anErrorHasTheTracebackOfTheTask() throws {
      let desk = Desk()
      try desk.bench.run("local function deep() error('it fails') end\ntask(function() wait() deep() end)")
      #expect(try desk.resume())
      do {
        _ = try desk.resume()
        Issue.record("it ran")
      } catch let error as LuaError {
        #expect(error.message.hasSuffix(":1: it fails"))
        #expect(error.traceback.contains("upvalue 'deep'"))
        #expect(error.traceback.contains(":2: in function <"))
      }
    }

    @Test func closingEndsAWaitingTask() throws {
      let desk = Desk()
      try desk.bench.run(
        "task(function() local x <close> = setmetatable({}, { __close = function() print('closed') end }) wait() end)"
      )
      #expect(try desk.resume())
      try desk.bench.environment.enter { try desk.task?.close() }
      #expect(desk.bench.printed == ["closed"])
    }

    @Test func aTaskThatNobodyHoldsIsCollected() throws {
      let desk = Desk()
      try desk.bench.run("task(function() local shape = Shape('s', 1) wait() print(shape.name) end)")
      #expect(try desk.resume())
      desk.bench.machine.collect()
      #expect(desk.bench.machine.liveObjects == 1)
      desk.task = nil
      desk.bench.machine.collect()
      #expect(desk.bench.machine.liveObjects == 0)
    }
  }
}
