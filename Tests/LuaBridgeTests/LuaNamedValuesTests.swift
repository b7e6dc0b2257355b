import Testing

@testable import LuaBridge

extension BridgeTests {
  @Suite struct LuaNamedValuesTests {
    /// A class with more properties than a call has room for on its stack, and one that the initializer
    /// takes.
    private final class Panel: LuaObject {
      static let dials = 60
      var log: [String]
      init(name: String) { log = [name] }

      static func bind(_ c: LuaBinder<Panel>) {
        c.initializer(["name"]) { (name: String) in Panel(name: name) }
        for dial in 1...dials {
          c.property("dial\(dial)", .one, "A number.") { _ in
            0.0
          } set: { (me: Panel, value: Double) in
            me.log.append("\(dial)=\(value)")
          }
        }
        c.property("name", .none, "Its name.") {
          $0.log[0]
        } set: { (me: Panel, _: String) in
          me.log = []
        }
        c.property("log", .none, "What was set.") { $0.log.joined(separator: " ") }
      }
    }

    private func bench() -> Bench {
      let bench = Bench()
      bench.machine.add(Panel.self, name: "Panel", Panel.bind)
      return bench
    }

    @Test func propertiesAreSetInTheirOrder() throws {
      let all = (1...Panel.dials).map { "dial\($0) = \($0)" }.reversed().joined(separator: ", ")
      let lines = try bench().run(
        """
        print(Panel.new{ name = "n" }.log)
        print(Panel.new{ dial7 = 1, dial60 = 2, name = "n", dial1 = 3, dial2 = nil }.log)
        print(Panel.new{ name = "n", \(all) }.log)
        local values = { name = "n", dial1 = 4 }
        Panel.new(values)
        print(values.name, values.dial1)
        """)
      let each = (1...Panel.dials).map { " \($0)=\($0).0" }.joined()
      #expect(lines == ["n", "n 1=3.0 7=1.0 60=2.0", "n" + each, "n\t4"])
    }

    @Test func wrongValuesAreNamed() {
      let bench = bench()
      #expect(
        bench.failure("Panel.new{ name = 'n', dial3 = 'x' }")
          == "test.lua:1: Panel.new: field 'dial3': number expected, got string")
      #expect(
        bench.failure("Panel.new{ name = 'n', dial3 = 1, dail4 = 2 }")
          == "test.lua:1: Panel.new: Panel has no field 'dail4' (did you mean 'dial4'?)")
      #expect(
        bench.failure("Panel.new{ name = 'n', log = 'x' }")
          == "test.lua:1: Panel.new: 'log' cannot be set")
      #expect(
        bench.failure("Panel.new{ name = 'n', 5 }").hasPrefix("test.lua:1: Panel.new: Panel has no field '["))
      #expect(
        bench.failure("Panel.new{ dial3 = 1 }") == "test.lua:1: Panel.new: field 'name' is missing")
      #expect(
        bench.failure("Panel.new{ name = {} }")
          == "test.lua:1: Panel.new: field 'name': string expected, got table")
    }
  }
}
