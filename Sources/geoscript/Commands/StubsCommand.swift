import ArgumentParser
import GeoLua
import GeoWorkshop
import LuaBridge

/// `geoscript stubs`.
struct StubsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stubs",
    abstract: "Print definitions of all names a script can use, for editors.",
    discussion: """
      With them, the Lua language server completes and checks your scripts. --write
      puts them and a .luarc.json that names them into this folder; a .luarc.json
      that is there is not overwritten.

      Examples:
        geoscript stubs --write
        geoscript stubs > geoscript.d.lua
        geoscript stubs --luacheck > .luacheckrc
      """)

  @Flag(help: "Print a configuration for luacheck instead.")
  var luacheck = false

  @Flag(help: "Write the definitions and .luarc.json into this folder.")
  var write = false

  func validate() throws {
    guard !(write && luacheck) else {
      throw ValidationError("--write has no file for luacheck: geoscript stubs --luacheck > .luacheckrc")
    }
  }

  func run() throws {
    if write {
      for file in try EditorFiles.write(to: ".") { print("wrote \(file)") }
      return
    }
    let catalog = GeoLibrary.catalog
    guard luacheck else { return print(LuaStubs(catalog: catalog).text(), terminator: "") }
    print(LuacheckStandard(catalog: catalog).text(), terminator: "")
    print("std = \"lua54+geoscript\"")
    print("globals = { \"\(RequiredDeviceCapabilities.name)\" }  -- capabilities the script requires")
    print("unused_args = false  -- a delegate function may ignore arguments")
  }
}
