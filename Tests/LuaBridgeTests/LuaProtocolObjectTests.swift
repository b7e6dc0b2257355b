import CLuaBridge
import Testing

@testable import LuaBridge

private enum Placed: LuaProtocol {
  static let luaName = "Placed"
  static let luaRequired = ["spot"]
}

private final class Root: LuaObject {
  static func bind(_ c: LuaBinder<Root>) {
    c.summary("The base of a script's classes.")
    c.initializer { Root() }
    c.open()
    c.servesTables()
  }
}

extension BridgeTests {
  @Suite struct LuaProtocolObjectTests {
    /// A bench whose function `place` takes a table or object with a spot, and gives it back.
    private func bench() -> Bench {
      let bench = Bench()
      bench.machine.add(Root.self, name: "Root", Root.bind)
      bench.machine.globals { g in
        g.function("place", ["object"], .none, "Takes it and gives it back.") {
          (object: LuaProtocolObject<Placed>) -> LuaProtocolObject<Placed> in object
        }
        g.function("spotOf", ["object"], .none, "Its spot.") { (object: LuaProtocolObject<Placed>) -> Spot in
          try object.field("spot", as: Spot.self)
        }
        g.function("titleOf", ["object"], .none, "Its title.") {
          (object: LuaProtocolObject<Placed>) -> String? in try object.field("title", as: String?.self)
        }
      }
      return bench
    }

    @Test func aPlainTableComesBackAsTheSameTableWithRootsMethods() throws {
      let lines = try bench().run(
        """
        local t = { spot = Spot(1, 2) }
        print(rawequal(place(t), t), t:isKindOfClass(Root), t:isKindOfClass(Shape), Root.is(t), t.title)
        t.title = "x"
        print(titleOf(t), spotOf(t), getmetatable(t))
        for k in pairs(t) do print(k) end
        """)
      #expect(lines == ["true\ttrue\tfalse\ttrue\tnil", "x\tSpot(1.0, 2.0)\tfalse", "spot", "title"])
    }

    @Test func aTableWithAMetatableKeepsIt() throws {
      let lines = try bench().run(
        """
        local meta = { __index = { spot = Spot(3, 4) } }
        local t = setmetatable({}, meta)
        print(rawequal(place(t), t), getmetatable(t) == meta, spotOf(t))
        """)
      #expect(lines == ["true\ttrue\tSpot(3.0, 4.0)"])
    }

    @Test func objectsOfAScriptsClassServe() throws {
      let lines = try bench().run(
        """
        local Mark = Root:subclass("Mark")
        function Mark:init(spot) self.spot = spot; return self end
        local mark = Mark(Spot(5, 6))
        print(place(mark) == mark, spotOf(mark), mark:isKindOfClass(Root), titleOf(mark))
        """)
      #expect(lines == ["true\tSpot(5.0, 6.0)\ttrue\tnil"])
    }

    @Test func whatDoesNotServeIsAnErrorThatSaysWhy() {
      let bench = bench()
      #expect(bench.failure("place(5)").hasSuffix("(Placed expected, got number)"))
      #expect(bench.failure("place(Root)").hasSuffix("(Placed expected, got class)"))
      #expect(bench.failure("place{ x = 1 }").hasSuffix("(Placed expected, field 'spot' is missing)"))
      #expect(
        bench.failure("spotOf{ spot = 5 }").hasSuffix("field 'spot' of Placed: Spot expected, got number"))
      #expect(bench.failure("titleOf{ spot = 1, title = 5 }").contains("field 'title' of Placed"))
      #expect(
        bench.failure("place(setmetatable({}, { __index = function() error('mine') end }))").contains("mine"))
    }

    @Test func theSharedMetatableCannotBeReachedOrChanged() throws {
      let bench = bench()
      let lines = try bench.run(
        """
        local t = { spot = 1 }
        place(t)
        print(getmetatable(t), pcall(setmetatable, t, {}))
        """)
      #expect(lines == ["false\tfalse\tcannot change a protected metatable"])
    }
  }
}
