import LuaBridge
import Testing

@Suite struct DeclaredListTests {
  private func list(_ script: String) -> DeclaredList {
    DeclaredList(of: "Needs", in: script, called: "s.lua")
  }

  @Test func aLiteralListIsReadWithItsPositions() {
    let list = list(
      "-- Needs nothing yet\nlocal a = 1\nNeeds = {\n  \"gps\", 'wi' .. 'fi' == 1 and \"x\" or nil,\n [[z]] }"
    )
    #expect(list.items.map(\.text) == ["gps", "z"])
    #expect(list.items[0].line == 4 && list.items[0].column == 3)
    #expect(list.faults.map(\.line) == [4])
  }

  @Test(arguments: [
    "", "x = 1", "print(Needs)", "local t = { Needs = { 'a' } }", "t.Needs = { 'a' }", "Needs = {",
  ])
  func aScriptThatDeclaresNothingHasNoFaults(script: String) {
    #expect(list(script).items.isEmpty && list(script).faults.isEmpty)
  }

  static let faults = [
    ("Needs = 'gps'", "s.lua:1: Needs is read before the script runs: it must be a list, { \"…\", \"…\" }"),
    ("Needs = f()", "s.lua:1: Needs is read before the script runs: it must be a list, { \"…\", \"…\" }"),
    ("a, Needs = 1", "s.lua:1: Needs is read before the script runs: it must be a list, { \"…\", \"…\" }"),
    (
      "Needs = { gps = true }",
      "s.lua:1: Needs is read before the script runs: it must contain only quoted strings"
    ),
    ("Needs = { 5 }", "s.lua:1: Needs is read before the script runs: it must contain only quoted strings"),
    ("Needs = {}\nNeeds = {}", "s.lua:2: Needs is assigned twice: assign it once"),
    (
      "if x then Needs = {} end",
      "s.lua:1: Needs is read before the script runs: assign it outside blocks and functions"
    ),
    (
      "local function f()\nNeeds = {}\nend",
      "s.lua:2: Needs is read before the script runs: assign it outside blocks and functions"
    ),
    (
      "local Needs = { 'gps' }",
      "s.lua:1: Needs is read before the script runs: it must be a global (remove 'local')"
    ),
  ]

  @Test(arguments: faults) func computedListsAreFaults(script: String, message: String) {
    #expect(list(script).faults.map(\.description) == [message])
  }

  @Test func aMisspelledNameWarns() {
    let warnings = DeclaredList(of: "RequiredThings", in: "RequiredThngs = { 'gps' }", called: "s.lua").faults
    #expect(
      warnings.map(\.description) == [
        "s.lua:1: warning: global 'RequiredThngs' declares nothing (did you mean 'RequiredThings'?)"
      ])
  }

  @Test func aNameAmongSeveralTargetsGetsItsOwnValue() {
    #expect(list("a, Needs, b = 1, { 'gps' }, 3").items.map(\.text) == ["gps"])
  }
}
