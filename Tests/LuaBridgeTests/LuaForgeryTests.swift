import CLuaBridge
import Testing

@testable import LuaBridge

/// An open class beside Shape, whose initializer reads a table.
private final class Sheet: LuaObject {
  nonisolated(unsafe) static var alive = 0
  let corner: Spot

  init(_ corner: Spot) {
    self.corner = corner
    Sheet.alive += 1
  }

  deinit { Sheet.alive -= 1 }

  static func add(to machine: LuaMachine) {
    machine.add(Sheet.self, name: "Sheet") { c in
      c.summary("A sheet.")
      c.initializer(["corner"]) { (corner: Spot) in Sheet(corner) }
      c.property("x", .one, "Across.") { $0.corner.x }
      c.open()
    }
  }
}

extension BridgeTests {
  /// Scripts that pass off one thing for another.
  @Suite struct LuaForgeryTests {
    @Test func aTableWithTheNameOfAnInternalKeyIsNoClass() throws {
      let bench = Bench()
      #expect(
        try bench.run(
          """
          local fake = setmetatable({}, { __lb_class = Shape("a", 1), __lb_real = { 1 }, __lb_table_class = Pen })
          print(pcall(Shape.count, fake), Shape.is(fake), rawset(fake, 1, 2) == fake, next(fake))
          """) == ["true\tfalse\ttrue\t1\t2"])
    }

    @Test(arguments: [
      "s.anyObject()", "s.anyObject('x')", "s.anyObject(5)", "s.count()", "s.objectAtIndex(nil, 1)",
    ])
    func sequencesCheckWhatTheyAreCalledOn(_ call: String) {
      #expect(Bench().failure("local s = shapes(2); \(call)").contains("table expected"))
    }

    @Test func anInitializerOfAnotherClassIsRefused() throws {
      let bench = Bench()
      Sheet.add(to: bench.machine)
      let lines = try bench.run(
        """
        local A, B, other = Shape:subclass("A"), Sheet:subclass("B"), nil
        function B:init() A.super.init(self, "a", 1) end
        print(pcall(B))
        function A:init() other = self; error("half made") end
        pcall(A)
        function B:init() return other end
        print(pcall(B))
        print(pcall(function() return other.size end))
        """)
      #expect(lines[0].hasPrefix("false\ttest.lua:2: init of Shape is called once"))
      #expect(lines[1] == "false\tB:init must return self or nil")
      #expect(lines[2].hasPrefix("false\t"))
    }

    @Test func anInitializerThatRunsItselfAgainMakesOneObject() throws {
      let before = Sheet.alive
      do {
        let bench = Bench()
        Sheet.add(to: bench.machine)
        #expect(
          try bench.run(
            """
            local B = Sheet:subclass("B")
            function B:init()
              local calls = 0
              B.super.init(self, setmetatable({}, { __index = function()
                calls = calls + 1
                if calls == 1 then B.super.init(self, Spot(7, 7)) end
                return 1
              end }))
              return self
            end
            print(B().x)
            """) == ["7.0"])
        bench.environment.finish()
        bench.machine.collect()
      }
      #expect(Sheet.alive == before)
    }

    @Test func aSetterMayChangeTheTableThatNewReads() throws {
      let bench = Bench()
      #expect(
        try bench.run(
          """
          local S, t = Shape:subclass("S"), { name = "n", size = 1 }
          for i = 1, 50 do t["f" .. i] = i end
          for i = 1, 50 do
            S["setF" .. i] = function(self, value)
              for j = 1, 50 do t["f" .. j] = nil; t["g" .. i .. "_" .. j] = j end
              rawset(_G, "sum", (rawget(_G, "sum") or 0) + value)
            end
          end
          S.new(t)
          print(sum)
          """) == ["1275"])
    }

    @Test func numbersOfSharedObjectsDoNotRevealTheFirstUser() throws {
      let bench = Bench()
      try bench.environment.run(
        LuaChunk("tostring(Shape.new); tostring(pairs)", name: "a", machine: bench.machine))
      try LuaEnvironment(machine: bench.machine).run(
        LuaChunk("print(tostring(print), tostring(pairs))", name: "b", machine: bench.machine))
      #expect(bench.printed == ["function: 1\tfunction: 2"])
    }

    @Test func sharedMemoryIsNotChargedToOneInstance() throws {
      let bench = Bench()
      let chunk = try LuaChunk(
        "kept = {}; for i = 1, 3000 do kept[i] = Shape('', 1) end", name: "a", machine: bench.machine)
      let environments = (0..<40).map { _ in LuaEnvironment(machine: bench.machine) }
      for environment in environments { try environment.run(chunk) }
      // The table of all objects has grown in some of them.
      let bytes = environments.map(\.bytes)
      #expect((bytes.max() ?? 0) - (bytes.min() ?? 0) < 10_000)
    }
  }
}
