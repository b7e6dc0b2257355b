import Testing

@testable import LuaBridge

extension BridgeTests {
  @Suite struct LuaObjectTests {
    @Test func propertiesMethodsAndClassMethodsWork() throws {
      let bench = Bench()
      let lines = try bench.run(
        """
        local s = Shape("a", 2)
        print(s.name, s.size, s:area(10))
        s.size = 3
        print(s:area(1), kSize)
        local c = Circle.new{ name = "c", size = 2 }
        c.size = 4
        print(c:area(1), Circle.is(c), Shape.is(c), Circle.is(s), Shape:is(s))
        print(measure(c, 2), Shape:count() == Shape.count())
        print(Shape.new{ name = "n", size = 7 }.size)
        """)
      #expect(lines == ["a\t2.0\t40.0", "9.0\t10", "48.0\ttrue\ttrue\tfalse\ttrue", "96.0\ttrue", "7.0"])
    }

    @Test func oneUserdataForEachObject() throws {
      let bench = Bench()
      let lines = try bench.run(
        """
        local s = Shape("a", 2)
        local seen
        s.delegate = { didChange = function(shape, by) seen = shape == s and by == s end }
        s:changeBy(s)
        print(seen)
        """)
      #expect(lines == ["true"])
    }

    @Test func delegateFunctionsSeeSelfOnlyWhenTheyNameIt() throws {
      let bench = Bench()
      let lines = try bench.run(
        """
        local s, o = Shape("a", 2), Shape("o", 1)
        local d = {}
        s.delegate = d
        s:changeBy(o)
        function d:didChange(shape, by) print("self", self == d, shape.name, by.name) end
        s:changeBy(o)
        function d.didChange(shape, by) print("plain", shape.name, by.name) end
        s:change_by(o)
        s.delegate = setmetatable({}, { __index = d })
        s:changeBy(o)
        s.delegate = { shapeChanged = function(shape) print("old name", shape.name) end }
        s:changeBy(o)
        s.delegate = nil
        s:changeBy(o)
        print(s.delegate)
        """)
      #expect(
        lines == [
          "self\ttrue\ta\to", "plain\ta\to", "plain\ta\to", "old name\ta", "nil",
        ])
    }

    @Test func aMisspelledDelegateFunctionWarns() throws {
      let bench = Bench()
      try bench.run("local s = Shape('a', 1); local d = {}; s.delegate = d; function d:didChagne() end")
      #expect(
        bench.warnings == [
          "test.lua:1: the host never calls 'didChagne' (did you mean 'didChange'?)"
        ])
    }

    @Test func aDelegateFieldThatIsNotAFunctionWarns() throws {
      let bench = Bench()
      try bench.run("local s = Shape('a', 1); s.delegate = { shapeDidChange = 5, didChange = 5 }")
      #expect(bench.warnings == ["'didChange' of a delegate must be a function, got a number"])
    }

    @Test func mistakesAreErrorsThatHelp() {
      let bench = Bench()
      #expect(
        bench.failure("local s = Shape('a', 1)\nprint(s.sise)")
          == "test.lua:2: Shape has no member 'sise' (did you mean 'size'?)")
      #expect(
        bench.failure("Shape('a', 1).sise = 3")
          == "test.lua:1: Shape has no member 'sise' (did you mean 'size'?)")
      #expect(
        bench.failure("Shape('a', 1).name = 'b'")
          == "test.lua:1: 'name' of Shape is read-only (make a new one: Shape.new{ name = … })")
      #expect(
        bench.failure("Shape('a', 1).size = 'b'")
          == "test.lua:1: bad value for 'size' (number expected, got string)")
      #expect(
        bench.failure("Shape('a', 1):area('x')")
          == "test.lua:1: bad argument #1 to 'area' (number expected, got string)")
      #expect(
        bench.failure("Shape('a', 1):area()")
          == "test.lua:1: bad argument #1 to 'area' (number expected, got no value)")
      #expect(
        bench.failure("Shape('a', 1).area(2)")
          == "test.lua:1: 'area' is a method of Shape: call it with a colon on one, object:area(…) (got number)"
      )
      #expect(
        bench.failure("measure({}, 1)")
          == "test.lua:1: bad argument #1 to 'measure' (Shape expected, got table)")
      #expect(
        bench.failure("Shpae('a', 1)") == "test.lua:1: there is no global 'Shpae' (did you mean 'Shape'?)")
      #expect(
        bench.failure("Shape.new{ name = 'a', sise = 1 }")
          == "test.lua:1: Shape.new: Shape has no field 'sise' (did you mean 'size'?)")
      #expect(bench.failure("Shape.new{ name = 'a' }") == "test.lua:1: Shape.new: field 'size' is missing")
      #expect(
        bench.failure("Shape.new{ name = 'a', size = 1, colour = 1 }")
          == "test.lua:1: Shape.new: Shape has no field 'colour'")
      #expect(
        bench.failure("math.flor(2)")
          == "test.lua:1: module 'math' has no field 'flor' (did you mean 'floor'?)"
      )
      #expect(bench.failure("Shape.foo = 1").hasPrefix("test.lua:1: Shape is a class of the host"))
      #expect(bench.failure("Circle:subclass('X')") == "test.lua:1: Circle cannot be subclassed")
      #expect(bench.failure("Pen()") == "test.lua:1: a script cannot make a Pen")
    }

    @Test func structsAreCopiedInBothDirections() throws {
      let bench = Bench()
      let lines = try bench.run(
        """
        local f = frame()
        f.origin.x = 5
        print(frame().origin.x, f.origin.x)
        setFrame(f)
        print(frame().origin.x, frame())
        setFrame{ origin = { x = 1, y = 2 }, width = 9 }
        print(frame().width, Spot(1, 2) == Spot(1, 2), Spot(1, 2) == Spot(1, 3))
        local proxy = setmetatable({ width = 1 }, { __index = { origin = Spot(3, 4) } })
        setFrame(proxy)
        print(frame().origin.y)
        """)
      #expect(
        lines == ["1.0\t5", "5.0\tFrame(Spot(5.0, 2.0), 3.0)", "9.0\ttrue\tfalse", "4.0"])
      #expect(
        bench.failure("setFrame{ origin = { x = 1 }, width = 9 }")
          == "test.lua:1: bad argument #1 to 'setFrame' (Frame expected, field 'origin': Spot expected, field 'y' is missing)"
      )
      #expect(bench.failure("setFrame{ origin = { x = 1, y = 0/0 }, width = 9 }").contains("NaN"))
      #expect(bench.failure("print(Spot(1, 2).z)") == "test.lua:1: Spot has no field 'z'")
    }

    @Test func manyStructsCrossAtOnceLikeOneByOne() throws {
      let bench = Bench()
      var spots: [Spot] = []
      bench.machine.globals { g in
        g.function("take", ["spots"], "Takes them.") { (all: [Spot]) in spots = all }
        g.function("give", .none, "Gives them.") { () -> [Spot] in spots }
        g.function("frames", ["frames"], .none, "Takes and gives.") { (all: [Frame]) -> [Frame] in all }
      }
      let lines = try bench.run(
        """
        local all = {}
        for i = 1, 5000 do all[i] = { x = i, y = i + 0.5 } end
        -- One that is not plain: what follows is read all the same.
        all[3000] = setmetatable({ x = 1 }, { __index = { y = 2 } })
        take(all)
        local back = give()
        print(#back, back:count(), back[1], back[1025], back[3000], back[5000], back[5000] == Spot(5000, 5000.5))
        print(frames{ frame(), frame() }[2])
        take{}; print(#give())
        """)
      #expect(
        lines == [
          "5000\t5000\tSpot(1.0, 1.5)\tSpot(1025.0, 1025.5)\tSpot(1.0, 2.0)\tSpot(5000.0, 5000.5)\ttrue",
          "Frame(Spot(1.0, 2.0), 3.0)", "0",
        ])
      #expect(
        bench.failure("take{ Spot(1, 2), { x = 1 } }").contains(
          "element 2: Spot expected, field 'y' is missing"))
      #expect(
        bench.failure("take{ Spot(1, 2), { x = 1, y = '2' } }").contains(
          "element 2: Spot expected, field 'y'"))
      #expect(
        bench.failure("take{ Spot(1, 2), Spot(1, 2), { x = 0/0, y = 1 } }").contains(
          "element 3: Spot expected, field 'x' is not a number (NaN)"))
      #expect(bench.failure("take{ Spot(1, 2), 5 }").contains("element 2: Spot expected, got number"))
    }

    @Test func sequencesAnswerLikeArrays() throws {
      let bench = Bench()
      let lines = try bench.run(
        """
        local all = shapes(3)
        print(#all, all:count(), all[1].name, all:objectAtIndex(3).name, all:anyObject().name)
        for i, s in ipairs(all) do print(i, s.name) end
        """)
      #expect(lines == ["3\t3\ts0\ts2\ts0", "1\ts0", "2\ts1", "3\ts2"])
      #expect(bench.failure("shapes(1):objectAtIndex(0)").contains("index 0 is outside 1…1"))
    }

    @Test func aScopedObjectIsAnErrorAfterItsCall() throws {
      let bench = Bench()
      let lines = try bench.run(
        """
        local Bull = Shape:subclass("Bull")
        local kept
        function Bull:draw(pen) kept = pen; return "script drew " .. self.name .. " " .. pen.width end
        print(paint(Bull("b", 1)))
        print(pcall(function() return kept.width end))
        print(pcall(Bull.draw, Bull("c", 1), kept))
        """)
      #expect(lines[0] == "script drew b 1.0")
      #expect(lines[1] == "false\ttest.lua:5: this Pen was only valid during the call that it was passed to")
    }

    @Test func collectedUserdataReleaseTheirObjects() throws {
      let before = Shape.alive
      let bench = Bench()
      try bench.run("for i = 1, 10000 do local s = Shape('x', i) end")
      bench.machine.collect()
      #expect(Shape.alive == before)
      #expect(bench.machine.liveObjects == 0)
    }

    @Test func aLoopOfTemporariesDoesNotPileUp() throws {
      let bench = Bench()
      var peak = 0
      bench.machine.globals { g in
        g.function("look", "Looks.") { peak = max(peak, Shape.alive) }
      }
      try bench.run("for i = 1, 100000 do local s = Shape('x', i); if i % 100 == 0 then look() end end")
      #expect(peak < 20_000)
    }

    @Test func heldObjectsStayAlive() throws {
      let bench = Bench()
      let before = Shape.alive
      try bench.run("keep(Shape('held', 1))")
      let shape = try #require(bench.made.first)
      bench.environment.hold(shape)
      bench.made = []
      bench.machine.collect()
      #expect(Shape.alive == before + 1)
      bench.environment.letGo(shape)
    }
  }
}
