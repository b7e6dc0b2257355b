import ArgumentParser
import GeoLua
import LuaBridge

/// `geoscript stubs`.
struct StubsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stubs",
    abstract: "Print definitions of everything a script can name, for editors.",
    discussion: """
      The Lua language server completes and checks scripts with them: put the file
      into its workspace.library.

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
    print("globals = { \"\(RequiredDeviceCapabilities.name)\" }  -- what a script cannot do without")
    print("unused_args = false  -- a delegate function need not use all that it is given")
  }
}
