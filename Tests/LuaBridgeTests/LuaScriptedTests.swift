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
      #expect(bench.warnings == ["test.lua:1: 'sise' is a new field of P (did you mean 'size'?)"])
    }
  }
}
