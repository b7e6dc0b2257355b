import CLuaBridge
import Testing

@testable import LuaBridge

extension BridgeTests {
  /// What a person types: LU-29.
  @Suite struct LuaEnvironmentConsoleTests {
    private let bench = Bench()

    private func evaluate(_ text: String) throws -> String? {
      try bench.environment.evaluate(text, name: "console")
    }

    private func look(_ text: String) throws -> String {
      try bench.environment.enter { try bench.environment.look(at: text) }
    }

    private func fault(_ body: () throws -> String?) -> String {
      do { return "no error: \(try body() ?? "unfinished")" } catch { return "\(error)" }
    }

    @Test func expressionsHaveValuesAndStatementsNone() throws {
      #expect(try evaluate("1 + 1") == "2")
      #expect(try evaluate("1, 'x', nil") == "1, \"x\", nil")
      #expect(try evaluate("x = 5") == "")
      #expect(try evaluate("x") == "5")
      #expect(try evaluate("-- nothing") == "")
    }

    @Test(arguments: ["1 +", "f(", "{1,", "function f()", "if true then", "[[x", "x ="])
    func whatIsUnfinishedAsksForMore(text: String) throws { #expect(try evaluate(text) == nil) }

    @Test func whatIsWrongSaysSoAtOnce() {
      #expect(fault { try evaluate("1 1") }.hasPrefix("console:1: "))
      #expect(
        fault { try evaluate("local t = nil; t.x = 1") }.contains("attempt to index a nil value (local 't')"))
    }

    @Test func aFunctionKeepsTheGlobals() throws {
      #expect(try evaluate("count = 0 function twice(n) count = count + 1 return 2 * n end") == "")
      #expect(try evaluate("twice(4), count") == "8, 1")
    }

    @Test func aLoopWithoutEndStopsAndCountsAgainstNoScript() throws {
      bench.machine.instructionBudget = 100_000
      for _ in 1...5 { #expect(fault { try evaluate("while true do end") }.contains("stopped after 100000")) }
      #expect(bench.environment.trips == 0)
      #expect(try evaluate("1") == "1")
    }

    @Test func itsCoroutineIsNeitherTheScriptsNorATask() throws {
      #expect(try evaluate("select(2, coroutine.running())") == "false")
      #expect(
        fault { try evaluate("coroutine.yield(1)") }.contains("attempt to yield from outside a coroutine"))
    }

    @Test func namesFieldsAndIndexesAreRead() throws {
      _ = try evaluate("t = { list = { 10, 20 }, ['a b'] = { c = true }, key = 'list' }")
      #expect(try look("t.list[2], t['a b'].c, t[t.key][1], (t).none") == "20, true, 10, nil")
      _ = try evaluate("t = setmetatable({}, { __index = setmetatable({}, { __index = { deep = 1 } }) })")
      #expect(try look("t.deep, t.other") == "1, nil")
      #expect(try look("math.pi") == "3.141592653589793")
    }

    @Test(arguments: [
      "f()", "t:f()", "t.x = 1", "x = 1", "1 + 1", "#t", "{1}", "function() end", "t.f 'x'", "t.x; y = 1",
      "not t", "...",
      "local x", "goto x",
    ]) func whatCouldChangeSomethingIsRefused(text: String) throws {
      _ = try evaluate("called = 0; t = {}; function f() called = called + 1 end; t.f = f")
      #expect(fault { try look(text) }.contains("add --write"), "\(text)")
      #expect(try look("called") == "0")
    }

    @Test(arguments: [
      "function() called = 1 end", "print", "coroutine.wrap(function() called = 1 end)",
    ]) func aFieldThatNeedsACallIsRefused(index: String) throws {
      _ = try evaluate("called = 0; t = setmetatable({ x = 1 }, { __index = \(index), __metatable = false })")
      #expect(fault { try look("t.y") }.contains("computed by a function"))
      #expect(try look("t.x, called") == "1, 0")
      #expect(bench.printed.isEmpty)
    }

    @Test func aChainWithoutEndIsRefused() throws {
      _ = try evaluate("a = {} b = setmetatable({}, { __index = a }) setmetatable(a, { __index = b })")
      #expect(fault { try look("a.x") }.contains("too many tables"))
      #expect(fault { try look("('x').len") }.contains("index a string"))
      #expect(fault { try look("nothing.x") }.contains("no global 'nothing'"))
      #expect(fault { try look("a" + String(repeating: ".x", count: 3000)) }.contains("longer than 4096"))
    }
  }
}
