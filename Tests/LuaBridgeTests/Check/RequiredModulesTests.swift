import LuaBridge
import Testing

@Suite struct RequiredModulesTests {
  @Test func namesAreThoseAfterRequire() {
    let source = """
      local a, b = require "lib.a", require("b")
      local function later() return require 'c/d' end
      local name = "e"
      require(name) -- not written as a text
      print("require 'f'")
      """
    #expect(RequiredModules.names(in: source).sorted() == ["b", "c/d", "lib.a"])
    #expect(RequiredModules.names(in: "local = require 'x'").isEmpty)
  }
}
