import Testing

@testable import LuaBridge

extension BridgeTests {
  @Suite struct LuaStandInTests {
    @Test func aPlainTableComesBackAsTheSameTableWithRootsMethods() throws {
      let lines = try Places().run(
        """
        local t = { spot = Spot(1, 2) }
        print(rawequal(place(t), t), t:isKindOfClass(Root), t:isKindOfClass(Shape), Root.is(t), t.title)
        t.title = "x"
        print(titleOf(t), spotOf(t), getmetatable(t), isRoot(t))
        for k in pairs(t) do print(k) end
        """)
      #expect(lines == ["true\ttrue\tfalse\ttrue\tnil", "x\tSpot(1.0, 2.0)\tfalse\ttrue", "spot", "title"])
    }

    @Test func aTableWithAMetatableKeepsIt() throws {
      let lines = try Places().run(
        """
        local meta = { __index = { spot = Spot(3, 4) } }
        local t = setmetatable({}, meta)
        print(rawequal(place(t), t), getmetatable(t) == meta, spotOf(t), isRoot(t))
        """)
      #expect(lines == ["true\ttrue\tSpot(3.0, 4.0)\tfalse"])
    }

    @Test func objectsOfAScriptsClassAndOfTheHostServe() throws {
      let lines = try Places().run(
        """
        local Mark = Root:subclass("Mark")
        function Mark:init(spot) self.spot = spot; return self end
        local mark, pin = Mark(Spot(5, 6)), Pin()
        print(place(mark) == mark, spotOf(mark), mark:isKindOfClass(Root), titleOf(mark), isRoot(mark))
        print(place(pin) == pin, spotOf(pin), #all(), all()[1] == mark, all()[2] == pin)
        """)
      #expect(
        lines == ["true\tSpot(5.0, 6.0)\ttrue\tnil\ttrue", "true\tSpot(7.0, 8.0)\t2\ttrue\ttrue"])
    }

    @Test func oneValueHasOneStandIn() throws {
      let places = Places()
      try places.bench.run("local t = { spot = Spot(1, 2), size = 1 }; place(t); area(t); place(t); area(t)")
      #expect(places.kept.count == 2 && places.kept[0] === places.kept[1])
      #expect(places.areas.count == 2 && places.areas[0] === places.areas[1])
      // The first of the two leaves the list of the value first, then the other.
      places.kept = []
      try places.areas[0].set("size", 2)
      #expect(try places.areas[0].field("size") == 2)
    }

    @Test func theHostSetsFieldsAndCallsMethods() throws {
      let lines = try Places().run(
        """
        local t = { spot = Spot(1, 2) }
        put(t, "set"); print(t.title)
        function t:name(a, b) return self.title .. a .. b end
        print(ask(t, "name", "-"), ask(t, "title", ""), ask(t, "nothing", ""))
        local Mark = Root:subclass("Mark")
        function Mark:init() self.spot = Spot(0, 0); return self end
        function Mark:setTitle(title) self.title = title .. "!" end
        function Mark:name(a, b) return self.title .. a .. b end
        local m = Mark()
        put(m, "mark"); print(m.title, ask(m, "name", "+"))
        """)
      #expect(lines == ["set", "set-2.5\ta field\tnothing", "mark!\tmark!+2.5"])
    }

    @Test func unsuitableValuesAreErrorsWithAReason() {
      let places = Places()
      #expect(places.failure("place(5)").hasSuffix("(Placed expected, got number)"))
      #expect(places.failure("place(Root)").hasSuffix("(Placed expected, got class)"))
      #expect(places.failure("place(Shape('a', 1))").hasSuffix("(Placed expected, got Shape)"))
      #expect(places.failure("place{ x = 1 }").hasSuffix("(Placed expected, field 'spot' is missing)"))
      #expect(
        places.failure("titleOf{ spot = 1, title = 5 }").contains("field 'title' of Placed: string expected"))
      #expect(
        places.failure("place(setmetatable({}, { __index = function() error('mine') end }))").contains("mine")
      )
      #expect(
        places.failure(
          "local M = Root:subclass('M'); function M:init() place(self); return self end; M()"
        ).contains("call super.init first"))
    }

    @Test func theSharedMetatableCannotBeReachedOrChanged() throws {
      let lines = try Places().run(
        """
        local t = { spot = 1 }
        place(t)
        print(getmetatable(t), pcall(setmetatable, t, {}))
        """)
      #expect(lines == ["false\tfalse\tcannot change a protected metatable"])
    }

    @Test func assignmentsToAScriptsInstanceTellItsStandIn() throws {
      let places = Places()
      let lines = try places.bench.run(
        """
        local Mark = Root:subclass("Mark")
        function Mark:init() self.spot = Spot(0, 0); return self end
        function Mark:setTitle(title) self.title = title .. "!" end
        local m, other = Mark(), Mark()
        m.early = 1
        place(m)
        m.spot = Spot(1, 1); m.title = "t"; m.spot = nil
        other.spot = Spot(2, 2)
        print(m.title, m.spot, pcall(function() m.forbidden = 1 end))
        print(m.forbidden)
        """)
      #expect(places.changes == [["spot", "title", "spot", "forbidden"]])
      #expect(lines[0] == "t!\tnil\tfalse\ttest.lua:9: not that one" && lines[1] == "1")
    }

    @Test func aScriptTellsOfChangesOfItsTables() throws {
      let places = Places()
      let lines = try places.bench.run(
        """
        local t, Mark = { spot = Spot(0, 0) }, Root:subclass("Mark")
        local free = setmetatable({ spot = 1 }, {})
        local m = Mark.new{ spot = Spot(1, 1) }
        place(t); place(free); place(m)
        t:willChangeValueForKey("spot"); t.spot = Spot(3, 3); t:didChangeValueForKey("spot")
        Root:didChangeValueForKey(t, "title"); Root.didChangeValueForKey(free, "spot")
        m:didChangeValueForKey("a"); Mark:didChangeValueForKey(m, "b"); Mark.super.didChangeValueForKey(m, "c")
        Root:didChangeValueForKey({}, "nobody looks")
        print(pcall(Root.didChangeValueForKey, Root, 5))
        print(pcall(t.didChangeValueForKey, t))
        """)
      #expect(places.changes == [["spot", "title"], ["spot"], ["a", "b", "c"]])
      #expect(lines[0].contains("call 'didChangeValueForKey' on an object"))
      #expect(lines[1].contains("bad argument #1 to 'didChangeValueForKey' (string expected, got no value)"))
    }

    @Test func aStandInKeepsItsValueUntilTheCopyEnds() throws {
      let places = Places()
      let bytes = places.bench.environment.bytes
      try places.bench.run("for i = 1, 1000 do place{ spot = Spot(i, i), title = 't' .. i } end")
      places.bench.machine.collect()
      #expect(places.kept[999].spot == Spot(x: 1000, y: 1000))
      places.bench.environment.finish()
      places.bench.machine.collect()
      #expect(places.kept[999].spot == nil)
      #expect(places.bench.environment.bytes <= bytes + 4096)
      places.kept = []
      #expect(ScriptedPlace.alive == 0)
    }

    @Test func cyclesThroughTheHostEndWithTheirCopy() throws {
      let before = Shape.alive
      let places = Places()
      let machine = places.bench.machine
      // table → userdata → Swift object → stand-in → table
      final class Holder: LuaObject { var all: [any Placed] = [] }
      machine.add(Holder.self, name: "Holder") { c in
        c.initializer { Holder() }
        c.method("add", ["object"], "Keeps it.") { (me: Holder, object: LuaConforming<PlacedProtocol>) in
          me.all.append(object.object)
        }
      }
      let chunk = try LuaChunk(
        "local h = Holder(); local t = { spot = Spot(0, 0), holder = h, shape = Shape('a', 1) }; h:add(t)",
        name: "cycle", machine: machine)
      var sizes: [Int] = []
      for _ in 0..<50 {
        let environment = LuaEnvironment(machine: machine)
        try environment.run(chunk)
        environment.finish()
        machine.collect()
        sizes.append(machine.bytes)
      }
      #expect(ScriptedPlace.alive == 0 && Shape.alive == before)
      #expect(machine.liveObjects == 0)
      #expect(sizes[49] <= sizes[9])
    }

    @Test func standInsOutliveTheMachine() throws {
      var kept: [any Placed] = []
      do {
        let places = Places()
        try places.bench.run("place{ spot = Spot(1, 1) }")
        kept = places.kept
      }
      #expect(kept[0].spot == nil)
    }

    @Test(arguments: [1, 2, 3, 5, 7, 11, 17, 23, 41, 97, 211])
    func chaosLeavesNoStandIn(_ n: Int) throws {
      do {
        let places = Places()
        for _ in 0..<20 {
          places.bench.machine.setChaos(n)
          _ = try? places.bench.run(
            """
            local Mark = Root:subclass("Mark")
            for i = 1, 20 do
              local m = Mark.new{ spot = Spot(i, i) }
              place(m).spot = Spot(1, 1)
              m.more = { m }
              local t = place{ spot = Spot(2, 2), all = all() }
              t:didChangeValueForKey("spot")
              put(t, "x") put(m, "y")
              spotOf(setmetatable({}, { __index = t }))
            end
            """)
          places.bench.machine.setChaos(0)
          places.kept = []
        }
        places.bench.machine.collect()
      }
      #expect(ScriptedPlace.alive == 0)
    }
  }
}
