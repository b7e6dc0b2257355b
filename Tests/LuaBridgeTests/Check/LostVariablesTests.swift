import Testing

@testable import LuaBridge

@Suite struct LostVariablesTests {
  private func found(_ script: String) -> [String] {
    LostVariables.warnings(in: script, called: "a.lua") { "keep store.\($0)" }.map(\.description)
  }

  @Test func aVariableThatAFunctionAssignsIsLost() {
    #expect(
      found("local count = 0\nlocal app = {}\nfunction app.didEnter()\n  count = count + 1\n  last = 7\nend")
        == [
          "a.lua:4: warning: variable 'count' is lost when the script starts again: keep store.count",
          "a.lua:5: warning: variable 'last' is lost when the script starts again: keep store.last",
        ])
  }

  @Test func whatTheMainChunkAssignsComesAgain() {
    #expect(found("count = 1\nlocal a\na = 2").isEmpty)
    #expect(found("local function setUp() x = 1 end\nsetUp()").isEmpty)
    #expect(found("local setUp = function() x = 1 end\nsetUp()").isEmpty)
    #expect(!found("local function setUp() x = 1 end\nsetUp()\nfunction again() setUp() end").isEmpty)
    #expect(!found("local limit\nlocal function setUp() limit = 3 end\nreturn { f = setUp }").isEmpty)
  }

  @Test func localsAndFieldsAreNotVariablesOfTheScript() {
    #expect(found("local t = {}\nfunction t.f() local a = 1; a = 2; t.x = 3 end").isEmpty)
    #expect(found("this is not Lua").isEmpty)
  }
}
