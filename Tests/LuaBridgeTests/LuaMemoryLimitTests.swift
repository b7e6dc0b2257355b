import Foundation
import Testing

@testable import LuaBridge

/// Memory that a script may use.
extension BridgeTests.LuaLimitTests {
  /// R8: memory that is refused makes Lua collect all garbage; a call has that done so often and no more.
  @Test func aCopyNearItsLimitDoesNotCollectForEver() {
    let bench = Bench(environmentLimit: 4 << 20)
    var others: [LuaEnvironment] = []
    for _ in 0..<8 {
      let other = LuaEnvironment(machine: bench.machine, memoryLimit: 64 << 20)
      let chunk = try? LuaChunk(
        "T = {} for i = 1, 1e5 do T[i] = { i } end", name: "other", machine: bench.machine)
      if let chunk { try? other.run(chunk) }
      others.append(other)
    }
    let source = """
      local t, k = {}, ("k"):rep(40000)
      while collectgarbage("count") < 3900 do for i = 1, 50 do t = { t } end end
      for i = 1, 1e9 do local s = k .. i end
      """
    #expect(kind(bench, source) != nil)
    withExtendedLifetime(others) {}
  }

  /// R13: where a machine is full, each new copy fails at once, and those that run go on.
  @Test func aFullMachineFailsNewCopiesAtOnce() throws {
    let machine = LuaMachine(memoryLimit: 24 << 20)
    let first = LuaEnvironment(machine: machine)
    try first.run(LuaChunk("T = {} for i = 1, 2e5 do T[i] = { i } end", name: "first", machine: machine))
    let holding = try LuaChunk(
      "T = {} for i = 1, 900 do T[i] = { ('x'):rep(1000) .. i } end", name: "copy", machine: machine)
    var (running, failures): ([LuaEnvironment], Int) = ([], 0)
    for _ in 0..<500 {
      let other = LuaEnvironment(machine: machine)
      do {
        try other.run(holding)
        running.append(other)
      } catch let error as LuaError {
        #expect(error.kind == .noMemory)
        failures += 1
        other.finish()
      }
    }
    #expect(failures > 450)
    // The copies that run have the spare part of the memory.
    #expect(!running.isEmpty)
    let garbage = try LuaChunk("for i = 1, 3e4 do local t = { i } end", name: "garbage", machine: machine)
    for other in running + [first] { try other.run(garbage) }
  }

  @Test func memoryThatTheHostKeepsIsCharged() throws {
    let bench = Bench()
    let before = bench.environment.bytes
    bench.environment.charge(10 << 20)
    #expect(bench.environment.bytes == before + 10 << 20)
    #expect(kind(bench, "local t = {}") == .noMemory)
    bench.environment.charge(-10 << 20)
    #expect(kind(bench, "local t = {}") == nil)
  }

  @Test(arguments: [
    "local t = {}; while true do t[#t + 1] = ('x'):rep(10000) .. #t end",
    "local t = {}; while true do pcall(function() t[#t + 1] = ('x'):rep(10000) .. #t end) end",
    "local s = 'x'; while true do s = s .. s end",
    "local t = {}; while true do t[#t + 1] = Shape('a', 1) end",
    "local t = {}; local f = coroutine.wrap(function() while true do t[#t + 1] = {} end end); while true do pcall(f) end",
  ])
  func aHoardingScriptFailsAtItsOwnLimit(_ source: String) throws {
    let bench = Bench(environmentLimit: 2 << 20)
    let other = LuaEnvironment(machine: bench.machine)
    #expect(kind(bench, source) == .noMemory)
    try other.run(
      LuaChunk("local t = {}; for i = 1, 10000 do t[i] = i end", name: "o", machine: bench.machine))
    bench.machine.collect()
    #expect(bench.environment.bytes < 1 << 20)
  }

  @Test(arguments: [
    "local t = {}\nwhile true do\n  t[#t + 1] = ('x'):rep(10000) .. #t\nend",
    "local t = {}\nwhile true do pcall(function()\n  t[#t + 1] = ('x'):rep(10000) .. #t end)\nend",
    "local t = {}\nlocal f = coroutine.wrap(function()\n  while true do t[#t + 1] = {} end end)\nf()",
  ])
  func theErrorHasItsPlace(_ source: String) throws {
    let bench = Bench(environmentLimit: 2 << 20)
    let error = #expect(throws: LuaError.self) {
      try bench.environment.run(LuaChunk(source, name: "hoard.lua", machine: bench.machine))
    }
    #expect(error?.message.hasPrefix("hoard.lua:3: not enough memory: ") == true, "\(error?.message ?? "")")
    // The next call that fails for another reason does not name it.
    let other = #expect(throws: LuaError.self) {
      try bench.environment.run(LuaChunk("error('mine')", name: "hoard.lua", machine: bench.machine))
    }
    #expect(other?.message == "hoard.lua:1: mine")
  }
}
