import ArgumentParser
import Geo
import GeoHost
import GeoLua
import LuaBridge

/// `geoscript check`.
struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Find mistakes in scripts without running them.",
    discussion: """
      Finds syntax errors, unknown names, misspelled members and delegate functions,
      wrong arguments and unknown capabilities. If there is an error, the exit code
      is 65; warnings alone exit with 0.

      Examples:
        geoscript check my.lua
        geoscript check *.lua lib/*.lua
      """)

  @Argument(help: "Lua files.", completion: .file(extensions: ["lua"]))
  var files: [String]

  func run() throws {
    let checker = LuaChecker(catalog: GeoLibrary.catalog)
    var errors = 0
    for path in files {
      let script = try ScriptFile(path: path)
      let required = RequiredDeviceCapabilities(of: script.source, called: path).diagnostics
      for diagnostic in checker.check(script.source, name: path) + required {
        print(diagnostic)
        if diagnostic.severity == .error { errors += 1 }
      }
    }
    if errors > 0 { throw ExitCode(65) }
  }
}
