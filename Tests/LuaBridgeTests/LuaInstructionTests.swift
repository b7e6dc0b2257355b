import Testing

@testable import LuaBridge

extension BridgeTests {
  /// Single instructions that take as long as thousands of others.
  @Suite struct LuaInstructionTests {
    private func kind(_ bench: Bench, _ source: String) -> LuaError.Kind? {
      do {
        try bench.run(source)
        return nil
      } catch {
        return (error as? LuaError)?.kind
      }
    }

    /// Lua looks for what to call without end, and moves all earlier ones each time.
    @Test(
      arguments: [
        "T()", "pcall(T)", "while true do pcall(T) end", "coroutine.wrap(function() T() end)()",
        "xpcall(T, function() print('survived') end)", "call(function() T() end)",
        "table.sort({ 2, 1 }, function() T() end)", "return T + setmetatable({}, { __add = T })",
        "local x <close> = setmetatable({}, { __close = function() print('survived') end }) T()",
        "local t = T for i = 1, 1e5 do t = setmetatable({}, { __call = t }) end t()",
      ])
    func aCallWithoutAFunctionIsStopped(_ source: String) throws {
      let bench = Bench(environmentLimit: 256 << 20)
      bench.machine.instructionBudget = 5_000_000
      _ = try bench.run("T = setmetatable({}, {}) getmetatable(T).__call = T")
      #expect(kind(bench, source) == .overBudget)
      #expect(!bench.printed.contains("survived"))
      #expect(bench.failure(source).contains(" instructions in one call (ten times --max-instructions"))
      #expect(try bench.run("print('after')").last == "after")
    }

    @Test func valuesThatAreCalledThroughOthersStillWork() throws {
      let bench = Bench()
      _ = try bench.run(
        """
        local f = function(...) return select('#', ...) end
        for i = 1, 100 do f = setmetatable({}, { __call = f }) end
        print(f(1, 2))
        """)
      #expect(bench.printed == ["102"])
    }

    /// The stack of a deep recursion grows as fast as that of an endless call.
    @Test func deepRecursionThatComesAgainIsNoEndlessCall() throws {
      let bench = Bench(environmentLimit: 256 << 20)
      bench.machine.instructionBudget = 100_000_000
      #expect(
        try bench.run(
          """
          local function f(n) if n == 0 then return 0 end return 1 + f(n - 1) end
          local function long(n, ...) if n == 0 then return select('#', ...) end return (long(n - 1, n, ...)) end
          local sum = 0
          for i = 1, 20 do sum = sum + f(60000) + long(150) + coroutine.wrap(f)(60000) end
          print(sum)
          """) == ["2403000"])
    }

    /// Each comparison takes some tenths of a second: with ten thousand between two looks nobody would stop it.
    @Test(
      arguments: [
        "while true do local less = A < B end", "while true do local x = N + 1 end",
        "coroutine.wrap(function() while true do local less = A < B end end)()",
        "W() while true do local less = A < B end",
        "local w = coroutine.wrap(function() make() while true do coroutine.yield() end end) w() while true do w() local less = A < B end",
      ])
    func longStringsAreComparedUnderTheWatch(_ source: String) throws {
      let bench = Bench(environmentLimit: 256 << 20)
      bench.machine.instructionBudget = 1 << 50
      _ = try bench.run(
        """
        W = coroutine.wrap(function() coroutine.yield() end)
        function make()
          local s = ('x\\0'):rep(5e6)
          A, B, N = s .. 'a', s .. 'b', ('   '):rep(1e7) .. '1'
        end
        if not \(source.contains("make()")) then make() end
        """)
      let stopper = Stopper(bench.machine.watch, after: 0.3)
      // The watch may stop it between two comparisons, too.
      #expect(bench.failure(source).hasSuffix("stopped: one call ran too long"))
      stopper.join()
      #expect(try bench.run("print('after')").last == "after")
    }
  }
}
