import CLuaBridge
import Testing

@testable import LuaBridge

extension BridgeTests {
  @Suite struct LuaIsolationTests {
    @Test func copiesShareCodeAndNothingElse() throws {
      let bench = Bench()
      let chunk = try LuaChunk(
        """
        count = (rawget(_G, "count") or 0) + 1
        local calls = 0
        function bump() calls = calls + 1; count = count + 1; return calls, count end
        bump()
        print(bump())
        """, name: "s.lua", machine: bench.machine)
      let other = LuaEnvironment(machine: bench.machine)
      try bench.environment.run(chunk)
      try other.run(chunk)
      try bench.environment.run(LuaChunk("print(bump())", name: "t.lua", machine: bench.machine))
      try other.run(LuaChunk("print(bump())", name: "t.lua", machine: bench.machine))
      #expect(bench.printed == ["2\t3", "2\t3", "3\t4", "3\t4"])
    }

    @Test(arguments: [
      "string.rep = nil", "math.pi = 3", "rawset(math, 'pi', 3)", "rawset(Shape, 'x', 1)",
      "Shape.count = nil",
      "getmetatable('').__index = nil", "setmetatable(math, nil)", "setmetatable(_G, {})",
      "setmetatable({}, { __gc = function() end })", "rawset(string, 'len', nil)", "table.insert(math, 3)",
      "getmetatable(Shape).__index = nil", "debug.getregistry()", "io.open('x')", "os.execute('true')",
      "dofile('x')", "loadfile('x')", "string.dump(print)", "package.loadlib('x', 'y')",
    ])
    func sharedTablesAreReadOnly(_ source: String) throws {
      let bench = Bench()
      #expect(bench.failure(source) != "(no error)")
      #expect(
        try bench.run("print(math.pi == 3, ('x'):rep(2), ('abc'):len(), Shape.count ~= nil)") == [
          "false\txx\t3\ttrue"
        ])
    }

    @Test func randomNumbersAreEachCopysOwn() throws {
      let bench = Bench()
      let chunk = try LuaChunk(
        "print(math.random(1000000), math.random(), math.random(5, 6) >= 5)", name: "r",
        machine: bench.machine)
      try LuaEnvironment(machine: bench.machine, seed: 1).run(chunk)
      try LuaEnvironment(machine: bench.machine, seed: 2).run(chunk)
      try LuaEnvironment(machine: bench.machine, seed: 1).run(chunk)
      #expect(bench.printed[0] == bench.printed[2])
      #expect(bench.printed[0] != bench.printed[1])
    }

    @Test func collectgarbageOnlyCounts() throws {
      let bench = Bench()
      #expect(try bench.run("print(collectgarbage('count') > 0, collectgarbage('collect'))") == ["true\t0"])
    }

    @Test func nothingShowsHashOrder() throws {
      let bench = Bench()
      let lines = try bench.run(
        """
        local t = { z = 1, a = 2, [3] = 3, [1] = 1, [2] = 2, [2.5] = 4, [-1] = 5, m = 6, [true] = 7 }
        local keys = {}
        for k in pairs(t) do keys[#keys + 1] = tostring(k) end
        print(table.concat(keys, " "))
        print(next({}), (next({ b = 1, a = 2 })))
        print(tostring({}):match("0x"), tostring(print):match("0x"), string.format("%s", {}):match("0x"))
        """)
      #expect(lines == ["1 2 3 -1 2.5 a m z true", "nil\ta", "nil\tnil\tnil"])
    }

    @Test func objectsAsKeysComeByBirth() throws {
      let bench = Bench()
      let lines = try bench.run(
        """
        local all, set = {}, {}
        for i = 1, 100 do all[i] = { n = i } end
        for i = 100, 1, -1 do set[all[i]] = true end
        local last, ordered = 0, true
        for t in pairs(set) do ordered = ordered and t.n == last + 1; last = t.n end
        print(ordered, last)
        local shapes = {}
        for i = 1, 20 do shapes[Shape("s" .. i, i)] = true end
        last = 0
        for s in pairs(shapes) do ordered = ordered and s.size == last + 1; last = s.size end
        print(ordered, last)
        local functions = { [function() end] = 1, [function() end] = 2, [coroutine.create(print)] = 3 }
        for _, v in pairs(functions) do print(v) end
        """)
      #expect(lines == ["true\t100", "true\t20.0", "1", "2", "3"])
    }

    @Test func aCopyIsChargedForWhatItAllocates() throws {
      let bench = Bench()
      let other = LuaEnvironment(machine: bench.machine)
      let chunk = try LuaChunk("big = ('x'):rep(100000)", name: "b", machine: bench.machine)
      let before = (bench.environment.bytes, other.bytes)
      try other.run(chunk)
      #expect(other.bytes - before.1 >= 100_000)
      #expect(bench.environment.bytes - before.0 < 1000)
      other.finish()
      bench.machine.collect()
      #expect(other.bytes < 1000)
    }

    @Test func requireUsesTheHostsAnswer() throws {
      let bench = Bench()
      bench.machine.onRequire = { [unowned bench] name, _ in
        let chunk = try LuaChunk(
          "local n = ...; return { name = n, print = print }", name: name, machine: bench.machine)
        try bench.environment.load(chunk, name: name)
      }
      #expect(try bench.run("print(require('mine').name)") == ["mine"])
    }
  }
}
