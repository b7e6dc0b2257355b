import Testing

@testable import LuaBridge

private final class Early: LuaObject {}
private final class Late: LuaObject {}
private final class Inner: LuaObject {}

extension BridgeTests {
  @Suite struct LuaDeclarationTests {
    private let machine = LuaMachine()

    private func declare(_ made: @escaping (String) -> Void) {
      machine.globals { g in
        made("first")
        g.function("first", .none, "First.") { true }
      }
      machine.add(Early.self, name: "Early") { c in
        made("Early")
        c.initializer { Early() }
      }
      machine.add(Late.self, name: "Late", aliases: ["Old"]) { c in
        made("Late")
        c.initializer { Late() }
        c.property("inner", .none, "Inside.") { _ in Inner() }
      }
      machine.add(Inner.self, name: "Inner") { _ in made("Inner") }
      machine.globals { g in
        made("second")
        g.constant("second", 2, .one, "Second.")
      }
    }

    private func run(_ source: String) throws -> LuaEnvironment {
      let environment = LuaEnvironment(machine: machine)
      try environment.run(LuaChunk(source, name: "test", machine: machine))
      return environment
    }

    @Test func unusedDeclarationsAreNotCreated() throws {
      var made: [String] = []
      declare { made.append($0) }
      _ = try run("assert(first())")
      #expect(made == ["first"])
      _ = try run("local late = Late()")
      #expect(made == ["first", "Late"])
    }

    @Test func anObjectMakesItsClass() throws {
      var made: [String] = []
      declare { made.append($0) }
      _ = try run("local inner = Old().inner")
      #expect(made == ["Late", "Inner"])
    }

    @Test func aScopeIsMadeWhenNoneBeforeItHasTheName() throws {
      var made: [String] = []
      declare { made.append($0) }
      _ = try run("assert(second == 2)")
      #expect(made == ["first", "second"])
    }

    @Test func theCatalogHasAllInTheOrderOfDeclaration() throws {
      declare { _ in }
      _ = try run("local late = Late()")
      #expect(machine.catalog.classes.map(\.name) == ["Early", "Late", "Inner"])
      #expect(machine.catalog.functions.map(\.name) == ["first"])
      #expect(machine.catalog.constants.map(\.name) == ["second"])
    }

    @Test(arguments: ["local a, b = Early, Late", "local b, a = Late, Early"])
    func keyOrderDoesNotRevealWhichClassWasUsedFirst(naming: String) throws {
      declare { _ in }
      _ = try run(
        """
        \(naming)
        local names = {}
        for key in pairs{ [a] = 1, [b] = 2 } do names[#names + 1] = tostring(key) end
        assert(table.concat(names, " ") == "Early Late")
        """)
    }

    @Test func makingAClassIsNotChargedToTheScriptThatNamesIt() throws {
      declare { _ in }
      let first = try run("local late = Late")
      let second = try run("local late = Late")
      #expect(first.bytes == second.bytes)
    }
  }
}
