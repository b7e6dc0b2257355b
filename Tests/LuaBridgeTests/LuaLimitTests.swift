import Foundation
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
      "while true do xpcall(function() while true do end end, function() while true do end end) end",
      "xpcall(error, function() while true do end end)",
      "xpcall(function() while true do end end, function() print('survived') end)",
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
      #expect(bench.environment.trips == 1)
      // The machine goes on.
      #expect(try bench.run("print('after')") == ["after"])
      #expect(bench.environment.trips == 0)
    }

    /// R4: a coroutine that was stopped is dropped: closing its variables would run where nothing counts.
    @Test(arguments: ["coroutine.close(CO)", "WRAP()"])
    func aStoppedCoroutineRunsNothingMore(_ source: String) throws {
      let bench = Bench()
      bench.machine.instructionBudget = 100_000
      let body = """
        function() local x <close> = setmetatable({}, { __close = function() print('survived') while true do end end })
        while true do end end
        """
      #expect(kind(bench, "CO = coroutine.create(\(body)); coroutine.resume(CO)") == .overBudget)
      #expect(kind(bench, "WRAP = coroutine.wrap(\(body)); WRAP()") == .overBudget)
      #expect(kind(bench, "local ok = pcall(function() \(source) end)") == nil)
      #expect(
        try bench.run("print(coroutine.status(CO), coroutine.resume(CO))").last?.hasPrefix("dead\tfalse")
          == true)
      #expect(!bench.printed.contains("survived"))
    }

    /// R5: what a compiler takes with the square of a text's length is charged, and ends.
    @Test(arguments: [
      "load('return ' .. ('{}or'):rep(200000) .. '{}')",
      "load('if x then ' .. ('elseif x then '):rep(7e4) .. ' end')",
    ])
    func compilingIsCharged(_ source: String) {
      let bench = Bench(environmentLimit: 64 << 20)
      bench.machine.instructionBudget = 50_000_000
      #expect(kind(bench, source) == .overBudget)
      #expect(kind(bench, "assert(load('local a = 1 if a then return 2 elseif b then return 3 end'))") == nil)
    }

    @Test func whatWasStoppedCallsTheHostNoMore() {
      let bench = Bench()
      bench.machine.instructionBudget = 100_000
      let source = """
        local x <close> = setmetatable({}, { __close = function() print('closed') end })
        while true do end
        """
      #expect(kind(bench, source) == .overBudget)
      #expect(!bench.printed.contains("closed"))
    }

    @Test func aGlobalThatWasAssignedNilCanBeRead() throws {
      let bench = Bench()
      #expect(try bench.run("x = nil print(x == nil) y = 5 y = nil print(y)") == ["true", "nil"])
      #expect(kind(bench, "print(z)") == .error)
    }

    @Test(arguments: ["error()", "error(nil)", "error({})", "local function f() error(nil) end f()"])
    func anErrorWithoutATextHasAPlace(_ source: String) {
      let bench = Bench()
      do { try bench.run("\n" + source) } catch {
        #expect("\(error)".contains(":2: the script raised a "), "\(error)")
      }
    }

    @Test(arguments: [
      "local function f() for i = 1, 40 do end end; while true do coroutine.wrap(f)() end",
      "local s = ('x'):rep(1e6); while true do local t = s .. 'y' end",
      "local s = ('x'):rep(1e6); while true do s:upper() end",
      "local s = ('x'):rep(1e6); while true do s:byte(-1); utf8.len(s) end",
      "local s = ('x'):rep(1e6); while true do utf8.offset(s, 1e6) end",
      "local s = ('1'):rep(1e6); while true do tonumber(s) end",
      "local s = ('x=1 '):rep(1e5); while true do load(s) end",
      "while true do load(function() return 'x=1 ' end) end",
      "local t = {}; for i = 1, 1e5 do t[i] = i end; while true do table.remove(t, 1) end",
      "local t = setmetatable({}, { __len = function() return 1 << 60 end }); table.insert(t, 1, 1)",
      "local t = setmetatable({}, { __len = function() return 1 << 60 end }); table.remove(t, 1)",
      "local f, t = pairs({ 1 }); while true do f(t, math.mininteger) end",
      "local s = ('x'):rep(1e5); while true do pcall(refuse, s) end",
      "local t <close> = setmetatable({}, { __close = function() while true do pcall(coroutine.wrap(function() end)) end end }); while true do end",
    ])
    func workOfASingleInstructionIsCharged(_ source: String) {
      let bench = Bench()
      bench.machine.instructionBudget = 2_000_000
      #expect(kind(bench, source) == .overBudget)
    }

    @Test func aLoadedTextHasALength() {
      #expect(
        Bench().failure("assert(load(('x'):rep(1 << 21)))").contains("longer than the 1048576 bytes allowed"))
    }

    @Test func aCallCanBeStoppedFromAnotherThread() throws {
      let bench = Bench()
      bench.machine.instructionBudget = 1 << 50
      let stopper = Stopper(bench.machine.watch, after: 0)
      #expect(
        bench.failure("while true do pcall(function() while true do end end) end")
          == "test.lua:1: stopped: one call ran too long")
      stopper.join()
      #expect(bench.environment.trips == 1)
      #expect(try bench.run("print('after')") == ["after"])
    }

    @Test func callsThroughCoroutinesDoNotUseUpTheStack() async {
      // Each coroutine counts its C calls from where it began; `call` goes on on the main stack.
      let script = """
        local function deep(n, f) if n == 0 then return f() end; ("x"):gsub("x", function() deep(n - 1, f) end) end
        local function again() coroutine.wrap(function() deep(150, function() call(again) end) end)() end
        again()
        """
      let message = await withCheckedContinuation { done in
        // With the stack of the host's threads.
        let thread = Thread { done.resume(returning: Bench().failure(script)) }
        thread.stackSize = 8 << 20
        thread.start()
      }
      #expect(message.contains("stack overflow"))
    }

    @Test func aCatastrophicPatternEndsByItsBudget() throws {
      let bench = Bench()
      bench.machine.instructionBudget = 1_000_000
      #expect(kind(bench, "('a'):rep(60):find(('.-'):rep(10) .. 'b')") == .overBudget)
    }

    @Test func hugeCountsAreRefused() {
      let bench = Bench()
      #expect(bench.failure("('x'):rep(10^9)").contains("10000000"))
      #expect(bench.failure("table.move({}, 1, 10^8, 2)").contains("10000000"))
    }

    @Test func deepRecursionIsAnError() {
      let bench = Bench(environmentLimit: 256 << 20)
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
