import Testing

@testable import LuaBridge

extension BridgeTests {
  @Suite struct LuaScriptedTests {
    @Test func overridesAreCalledByTheHostAndReachTheirBase() throws {
      let bench = Bench()
      let lines = try bench.run(
        """
        local Double = Shape:subclass("Double")
        function Double:area(scale) return 2 * Double.super.area(self, scale) end
        local d = Double("d", 3)
        print(measure(d, 1), d:area(1), Double.is(d), Shape.is(d), tostring(Double))
        local Quad = Double:subclass("Quad")
        print(measure(Quad("q", 3), 1))
        function Quad:area(scale) return 2 * Quad.super.area(self, scale) end
        print(measure(Quad("q", 3), 1))
        Double.area = nil
        print(measure(Double("d", 3), 1))
        print(measure(Shape("s", 3), 1))
        """)
      #expect(lines == ["18.0\t18.0\ttrue\ttrue\tDouble", "18.0", "36.0", "9.0", "9.0"])
    }

    @Test func aBaseThatFailsLeavesTheOverrideInPlace() throws {
      let bench = Bench()
      bench.machine.globals { g in
        g.function("fail", ["shape"], "Asks for the base and fails before it comes to it.") {
          (shape: Shape) in
          try LuaScript.callingBase(of: shape, 0) { _ in throw Refused(reason: "early") }
        }
        g.function("nested", ["shape"], .one, "Asks for both bases, one in the other, in either order.") {
          (shape: Shape) -> Double in
          try LuaScript.callingBase(of: shape, 0) { shape in
            try LuaScript.callingBase(of: shape, 1) { shape in
              let area = try shape.area(scale: 1)
              return try area + Double(shape.draw(Pen()).count)
            } + shape.area(scale: 1)
          }
        }
        g.function("midway", ["shape"], .one, "Comes to the base through the other method's override.") {
          (shape: Shape) -> Double in
          try LuaScript.callingBase(of: shape, 0) { shape in
            _ = try shape.draw(Pen())
            return try shape.area(scale: 1)
          }
        }
      }
      let lines = try bench.run(
        """
        local X = Shape:subclass("X")
        function X:area(scale) return 100 end
        local x = X("x", 2)
        print(pcall(fail, x)); print(measure(x, 1))
        print(nested(x), measure(x, 1), paint(x))
        local inner
        function X:draw(pen) inner = measure(self, 1); return "drawn" end
        print(midway(x), inner, paint(x))
        print(pcall(x.area, x, "no number"), measure(x, 1), X.super.area(x, 1), measure(x, 1))
        """)
      #expect(lines[0].hasPrefix("false") && lines[1] == "100.0")
      // Base area 4, "host drew x", then the override: the request for the base is used up.
      #expect(lines[2] == "115.0\t100.0\thost drew x")
      #expect(lines[3] == "4.0\t100.0\tdrawn")
      #expect(lines[4].hasSuffix("100.0\t4.0\t100.0"))
    }

    @Test func objectsCrossAsOptionalsInArraysAndAsTheirBaseClass() throws {
      let bench = Bench()
      bench.machine.globals { g in
        g.function("sum", ["shapes"], .one, "Adds up.") { (shapes: [Shape]) in
          try shapes.reduce(0) { try $0 + $1.area(scale: 1) }
        }
        g.function("same", ["shape"], .none, "Gives it back.") { (shape: Shape?) -> Shape? in shape }
        g.function("twice", ["shape"], .none, "Gives it back twice.") { (shape: Shape) -> [Shape?] in
          [shape, nil, shape]
        }
      }
      let lines = try bench.run(
        """
        local X = Shape:subclass("X")
        function X:area(scale) return 7 end
        local x, c = X("x", 1), Circle("c", 1)
        print(sum{ x, c, Shape("s", 2) }, same(x) == x, same(nil), #twice(c), twice(c)[1] == c, twice(x)[3] == x)
        print(x:isKindOfClass(Shape), x:isKindOfClass(X), c:isKindOfClass(X), c:isKindOfClass(Circle))
        print(pcall(sum, { x, 5 }))
        """)
      #expect(lines[0] == "14.0\ttrue\tnil\t3\ttrue\ttrue")
      #expect(lines[1] == "true\ttrue\tfalse\ttrue")
      #expect(lines[2].contains("element 2: Shape expected, got number"))
    }

    @Test func initIsCalledWithSelfAndReachesTheHostsInitializer() throws {
      let bench = Bench()
      let lines = try bench.run(
        """
        local Named = Shape:subclass("Named")
        function Named:init(size, colour)
          self.colour = colour
          self = Named.super.init(self, "named", size)
          self.size = self.size + 1
          return self
        end
        local n = Named(4, "red")
        print(n.name, n.size, n.colour, n.nothing)
        function Named:describe() return self.name .. "/" .. self.colour end
        print(n:describe())
        local T = Shape:subclass("T")
        function T:init(t) self.t = t; return T.super.init(self, t.label, 1) end
        print(T.new{ label = "l" }.name)
        print(Shape:subclass("Plain").new{ name = "p", size = 2, extra = true }.extra)
        local None = Shape:subclass("None")
        function None:init() return nil end
        print(None())
        """)
      #expect(lines == ["named\t5.0\tred\tnil", "named/red", "l", "true", "nil"])
    }

    @Test func anInitThatForgetsSuperIsAnError() {
      let bench = Bench()
      let message = bench.failure(
        "local X = Shape:subclass('X'); function X:init() return self end; X()")
      #expect(message.contains("bad argument #1 to 'Shape'"))
      #expect(
        bench.failure(
          "local X = Shape:subclass('X'); function X:init() local n = self.name; return self end; X()"
        ).contains("call super.init first"))
    }

    @Test func anOverrideThatAnswersWithSomethingElseIsNamedWithItsLine() {
      #expect(
        Bench().failure(
          "local X = Shape:subclass('X')\nfunction X:area() return 'big' end\nmeasure(X('x', 1), 1)"
        ).contains("test.lua:2: bad result of 'area' (number expected, got string)"))
    }

    @Test func aScriptsSetterStoresWithoutCallingItself() throws {
      let bench = Bench()
      let lines = try bench.run(
        """
        local P = Shape:subclass("P")
        function P:setColour(c) print("set", c); self.colour = c end
        local p = P("p", 1)
        p.colour = "red"
        print(p.colour)
        """)
      #expect(lines == ["set\tred", "red"])
    }

    @Test func aNearNameOnAnOpenInstanceWarnsOnce() throws {
      let bench = Bench()
      try bench.run(
        "local P = Shape:subclass('P'); for i = 1, 3 do local p = P('p', 1); p.sise = 1; p.other = 2 end")
      // LU-10: `check` and the run tell of names close to a host member.
      #expect(bench.warnings == ["test.lua:1: 'sise' is a new field of P (did you mean 'size'?)"])
    }
  }
}
