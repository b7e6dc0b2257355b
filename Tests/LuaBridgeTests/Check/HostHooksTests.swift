import LuaBridge
import Testing

extension LuaSyntaxTests {
  /// Global functions that a host calls by their names.
  @Suite struct Hooks {
    private static let checker = LuaChecker(
      catalog: ExampleCatalog.catalog,
      hooks: HostHooks(
        functions: ["on_fix", "on_exit"], prefixes: ["field_"], globals: ["io"], caller: "the host"))

    private func found(_ source: String) -> [String] {
      Self.checker.check(source, name: "a").map(\.description)
    }

    @Test(arguments: [
      "function on_fix() end", "on_exit = function() end", "function field_speed() end",
      "function field_() end\nio = nil",
      "function on_fix() helper() end\nfunction helper() end", "require 'other'",
      // Called by the script itself, so it may have any name.
      "function on_fi() end\nfunction on_exit() on_fi() end",
    ])
    func hooksAndFunctionsOfTheScriptGetNoWarning(source: String) {
      #expect(found(source) == [], "\(source)")
    }

    @Test(arguments: [
      ("function on_fxi() end", "the host never calls 'on_fxi' (did you mean 'on_fix'?)"),
      ("On_Exit = function() end", "the host never calls 'On_Exit' (did you mean 'on_exit'?)"),
      ("function feild_speed() end", "the host never calls 'feild_speed' (did you mean 'field_speed'?)"),
    ])
    func aMisspelledHookGetsTheNearest(source: String, message: String) {
      #expect(found(source).contains { $0 == "a:1: warning: " + message }, "\(found(source))")
    }

    @Test func aLocalHookIsNeverCalled() {
      #expect(
        found("local function on_fix() end\non_exit = function() end")
          .first == "a:1: warning: the host calls only globals, and 'on_fix' is local: leave 'local' out")
    }

    @Test func withoutAHookTheScriptDoesNothing() {
      #expect(
        found("print 'x'") == ["a:1: warning: the script has no function that the host calls, such as on_fix"]
      )
    }

    @Test func globalsAreReadAsInPlainLua() {
      let rest = "function on_fix() count = (count or 0) + 1 end\n"
      #expect(found(rest) == [])
      #expect(
        found(rest + "print(cuont)") == [
          "a:2: warning: unknown global 'cuont', which is nil here (did you mean 'count'?)"
        ])
      // What scripts never have stays an error.
      #expect(
        found(rest + "dofile 'x'").first?.hasPrefix("a:2: 'dofile' is not available in scripts") == true)
    }
  }
}
