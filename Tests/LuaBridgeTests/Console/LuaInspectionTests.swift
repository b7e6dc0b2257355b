import CLuaBridge
import Testing

@testable import LuaBridge

extension BridgeTests {
  /// LU-28: values as text that Lua reads back. `Tests/specs/geoscript_inspect_spec.lua` has the shapes.
  @Suite struct LuaInspectionTests {
    private func text(_ source: String) throws -> String {
      let bench = Bench()
      return try #require(try bench.environment.evaluate(source, name: "console"))
    }

    @Test(arguments: [
      ("{3, 2, x = 'y'}", #"{3, 2, x = "y"}"#), ("{[2] = 1}", "{[2] = 1}"), ("{1, nil, 3}", "{1, nil, 3}"),
      ("-0.0", "-0.0"), ("0/0", "0/0"), ("2^53", "9007199254740992.0"),
      ("'\\0é\\255'", #""\x00\xc3\xa9\xff""#),
      ("coroutine.create(function() end)", "<thread>"), ("{_x1 = 1, ['1x'] = 2}", #"{["1x"] = 2, _x1 = 1}"#),
    ]) func aValue(source: String, expected: String) throws { #expect(try text(source) == expected) }

    @Test func keysThatAreTablesStandByTheirBirth() throws {
      let made = "local a, b = {}, {} return {[b] = 2, [a] = 1}"
      #expect(try text("(function() \(made) end)()") == "{[<table>] = 1, [<table>] = 2}")
    }

    @Test func aShortTableInsideALongOneStaysInItsLine() throws {
      let lines = try text("{('x'):rep(70), {1, {2}}, a = {('y'):rep(78)}}").split(separator: "\n")
      #expect(lines.count == 7)
      #expect(lines[2] == "  {1, {2}},")
      #expect(lines[3] == "  a = {")
      #expect(lines.allSatisfy { $0.count <= 85 })
    }

    @Test func whatTakesTooMuchIsCut() throws {
      let text = try text("(function() local t = {} for i = 1, 200000 do t[i] = i end return t end)()")
      #expect(text.hasSuffix("<more>,\n}"))
      #expect(text.count < 2 << 20)
    }
  }
}
