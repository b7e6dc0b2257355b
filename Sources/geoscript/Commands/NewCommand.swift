import ArgumentParser
import Geo
package import GeoWorkshop

/// `geoscript new`.
struct NewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new",
    abstract: "Make a folder with a script, its test and what goes with them.",
    discussion: """
      The folder has a script, a test that passes at once, a small track,
      geoscript.toml, files for the Lua language server and for VS Code, a unit of
      systemd and a README. Nothing that is there is overwritten.
      More: geoscript docs new.

      Examples:
        geoscript new dog
        geoscript new vans --kind fleet
        cd vans && geoscript test
      """)

  @Argument(help: "The folder to make.", completion: .directory)
  var name: String

  @Option(help: "What the script is about.")
  var kind: WorkspaceKind?

  func run() throws {
    let base = name.split(separator: "/").last.map(String.init) ?? name
    let kind = kind ?? WorkspaceKind(rawValue: base) ?? .home
    let workspace = try Workspace(name, kind, program: try ServiceInstall.program())
    let files = try workspace.write()
    for file in files { print("wrote \(workspace.path)/\(file)") }
    let folder = workspace.path.contains(" ") ? "'\(workspace.path)'" : workspace.path
    print("next: cd \(folder) && geoscript test")
  }
}

extension WorkspaceKind: ExpressibleByArgument {}
