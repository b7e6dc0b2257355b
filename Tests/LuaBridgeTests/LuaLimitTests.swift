import Testing

@testable import LuaBridge

extension BridgeTests {
  @Suite struct LuaLimitTests {
    func kind(_ bench: Bench, _ source: String) -> LuaError.Kind? {
      do {
        try bench.run(source)
        return nil
      } catch {
        return (error as? LuaError)?.kind
      }
    }

    @Test(arguments: [
      "while true do end",
      "while true do pcall(function() while true do end end) end",
      "while true do xpcall(function() while true do end end, function() end) end",
      "local co = coroutine.wrap(function() while true do end end); while true do pcall(co) end",
      "while true do local co = coroutine.create(function() while true do end end); coroutine.resume(co) end",
      "setmetatable({}, { __close = 1 }); local t <close> = setmetatable({}, { __close = function() while true do end end }); while true do end",
      "call(function() while true do pcall(function() while true do end end) end end); print('survived')",
      "local function f() pcall(f); f() end; f()",
      "string.rep('x', 10^6):gsub('.', function() while true do end end)",
      "table.sort({ 3, 2, 1, 5, 4 }, function() while true do end end)",
      "for k in pairs(setmetatable({}, { __pairs = function() while true do end end })) do end",
    ])
    func aKilledScriptCannotCatchItsEnd(_ source: String) throws {
      let bench = Bench()
      bench.machine.instructionBudget = 100_000
      #expect(kind(bench, source) == .overBudget)
      #expect(!bench.printed.contains("survived"))
      #expect(bench.copy.trips == 1)
      // The machine goes on.
      #expect(try bench.run("print('after')") == ["after"])
      #expect(bench.copy.trips == 0)
    }

    @Test func aCatastrophicPatternEndsByItsBudget() throws {
      let bench = Bench()
      bench.machine.instructionBudget = 1_000_000
      #expect(kind(bench, "('a'):rep(60):find(('.-'):rep(10) .. 'b')") == .overBudget)
    }

    @Test(arguments: [
      "local t = {}; while true do t[#t + 1] = ('x'):rep(10000) .. #t end",
      "local t = {}; while true do pcall(function() t[#t + 1] = ('x'):rep(10000) .. #t end) end",
      "local s = 'x'; while true do s = s .. s end",
      "local t = {}; while true do t[#t + 1] = Shape('a', 1) end",
      "local t = {}; local f = coroutine.wrap(function() while true do t[#t + 1] = {} end end); while true do pcall(f) end",
    ])
    func aHoardingScriptFailsAtItsOwnLimit(_ source: String) throws {
      let bench = Bench(copyLimit: 2 << 20)
      let other = LuaCopy(machine: bench.machine)
      #expect(kind(bench, source) == .noMemory)
      try other.run(
        LuaChunk("local t = {}; for i = 1, 10000 do t[i] = i end", name: "o", machine: bench.machine))
      bench.machine.collect()
      #expect(bench.copy.bytes < 1 << 20)
    }

    @Test func hugeCountsAreRefused() {
      let bench = Bench()
      #expect(bench.failure("('x'):rep(10^9)").contains("10000000"))
      #expect(bench.failure("table.move({}, 1, 10^8, 2)").contains("10000000"))
    }

    @Test func deepRecursionIsAnError() {
      let bench = Bench(copyLimit: 256 << 20)
      #expect(bench.failure("local function f() return 1 + f() end f()").contains("stack overflow"))
      #expect(bench.failure("local function f() call(f) end f()").contains("overflow"))
    }

    /// Every Nth allocation fails while a script runs: nothing crashes, and nothing stays alive.
    @Test(arguments: [1, 2, 3, 5, 7, 11, 17, 23, 41, 97, 211, 499, 1009])
    func chaosEndsWithoutALiveObject(_ n: Int) throws {
      let before = Shape.alive
      do {
        let bench = Bench()
        for _ in 0..<40 {
          bench.machine.setChaos(n)
          _ = try? bench.run(
            """
            local P = Shape:subclass("P")
            function P:init(n) self.tag = n; return P.super.init(self, n, 1) end
            function P:area(s) return P.super.area(self, s) + 1 end
            local all = {}
            for i = 1, 20 do
              local p = P("p" .. i)
              p.delegate = { didChange = function(a, b) all[#all + 1] = a.name .. b.name end }
              p:changeBy(Shape.new{ name = "x" .. i, size = i })
              measure(p, 2)
              paint(p)
              pcall(refuse, "r" .. i)
              pcall(call, function() error({ i }) end)
              all[#all + 1] = tostring(frame()) .. #shapes(3)
              local co = coroutine.wrap(function() for j = 1, 3 do coroutine.yield(("z"):rep(j)) end end)
              co() co()
              for k, v in pairs({ a = 1, b = 2, c = { p } }) do all[k] = v end
              table.sort(all, function(x, y) return tostring(x) < tostring(y) end)
              all[#all + 1] = string.format("%s %d %q", p.name, i, "q"):gsub("%a", "%0%0"):match("(.-) ")
              load("return " .. i)()
            end
            """)
          bench.machine.setChaos(0)
        }
        bench.machine.collect()
      }
      #expect(Shape.alive == before)
    }
  }
}
