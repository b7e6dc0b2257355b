import ArgumentParser
import GeoLua
import LuaBridge

/// `geoscript stubs`.
struct StubsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stubs",
    abstract: "Print definitions of all names a script can use, for editors.",
    discussion: """
      With them, the Lua language server completes and checks your scripts: put the
      file into its workspace.library.

      Examples:
        geoscript stubs > geoscript.d.lua
        geoscript stubs --luacheck > .luacheckrc
      """)

  @Flag(help: "Print a configuration for luacheck instead.")
  var luacheck = false

  func run() {
    let catalog = GeoLibrary.catalog
    guard luacheck else { return print(LuaStubs(catalog: catalog).text(), terminator: "") }
    print(LuacheckStandard(catalog: catalog).text(), terminator: "")
    print("std = \"lua54+geoscript\"")
    print("globals = { \"\(RequiredDeviceCapabilities.name)\" }  -- capabilities the script requires")
    print("unused_args = false  -- a delegate function may ignore arguments")
  }
}
