import Foundation
import Geo
import Testing

@testable import GeoWorkshop

/// What VS Code reads in a new folder.
@Suite struct WorkspaceEditorTests {
  private func object(_ path: String) throws -> [String: Any] {
    let data = try Data(contentsOf: URL(fileURLWithPath: path))
    return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
  }

  @Test(arguments: WorkspaceKind.allCases) func itNamesWhatIsThere(kind: WorkspaceKind) throws {
    let folder = try ScriptFolder()
    _ = try Workspace(folder.path("my x"), kind, program: "/usr/bin/geoscript").write()
    let launch = try object(folder.path("my x/.vscode/launch.json"))
    let configuration = try #require((launch["configurations"] as? [[String: Any]])?.first)
    let script = try #require(configuration["script"] as? String)
    let tracks = try #require(configuration["from"] as? [String])
    for file in tracks + [script] {
      #expect(FileManager.default.fileExists(atPath: folder.path("my x/\(file)")), "\(file)")
    }
    let extensionFile = try object(folder.path("my x/.vscode/extensions/geoscript/package.json"))
    let debugger = try #require(
      ((extensionFile["contributes"] as? [String: Any])?["debuggers"] as? [[String: Any]])?.first)
    #expect(debugger["type"] as? String == configuration["type"] as? String)
    #expect(
      debugger["runtime"] as? String == "geoscript" && debugger["runtimeArgs"] as? [String] == ["debug"])
    // What F5 sends starts a session.
    let client = DebugClient(folder)
    try client.ask("initialize")
    let paths = tracks.map { "\"\(folder.path("my x/\($0)"))\"" }.joined(separator: ",")
    try client.ask(
      "launch", #"{"script":"\#(folder.path("my x/\(script)"))","from":[\#(paths)],"stopOnEntry":true}"#)
    try client.ask("configurationDone")
    #expect(try client.stop().hasPrefix("entry my x.lua:"))
    #expect(client.leave() == 0)
  }
}
