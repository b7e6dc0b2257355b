import Foundation
import Geo
import Testing

@testable import GeoWorkshop

/// Folders for new scripts.
@Suite struct WorkspaceTests {
  private func folder() throws -> ScriptFolder { try ScriptFolder() }

  @Test(arguments: WorkspaceKind.allCases) func itsTestsPassAtOnce(kind: WorkspaceKind) throws {
    let folder = try folder()
    for name in ["first", "my \(kind.rawValue)"] {
      let files = try Workspace(folder.path(name), kind, program: "/usr/bin/geoscript").write()
      #expect(files.contains("\(name).lua") && files.contains("\(name)_test.lua"))
      for file in files { #expect(FileManager.default.fileExists(atPath: folder.path("\(name)/\(file)"))) }
      let report = try TestRunner([folder.path(name)], TestOptions()).run()
      #expect(report.exitCode == 0, "\(report.text)")
      #expect(!report.outcomes.isEmpty)
      let service = files.first { $0.hasSuffix(".service") }
      let unit = try String(contentsOfFile: folder.path("\(name)/\(try #require(service))"), encoding: .utf8)
      #expect(unit.contains("WorkingDirectory=/"))
      let readme = try String(contentsOfFile: folder.path("\(name)/README.md"), encoding: .utf8)
      #expect(readme.split(separator: "\n", omittingEmptySubsequences: false).count - 1 <= 10)
    }
  }

  /// A test that cannot fail shows nothing: without its script's alerts each kind's test fails.
  @Test(arguments: WorkspaceKind.allCases) func itsTestsCanFail(kind: WorkspaceKind) throws {
    let folder = try folder()
    _ = try Workspace(folder.path("x"), kind, program: "/usr/bin/geoscript").write()
    try "geoscript.alert = nil".write(toFile: folder.path("x/x.lua"), atomically: true, encoding: .utf8)
    #expect(try TestRunner([folder.path("x")], TestOptions()).run().exitCode == 1)
    try "print(1)".write(toFile: folder.path("x/x.lua"), atomically: true, encoding: .utf8)
    #expect(try TestRunner([folder.path("x")], TestOptions()).run().exitCode == 1)
  }

  @Test func nothingIsOverwritten() throws {
    let folder = try folder()
    try FileManager.default.createDirectory(atPath: folder.path("dog"), withIntermediateDirectories: true)
    try "mine".write(toFile: folder.path("dog/README.md"), atomically: true, encoding: .utf8)
    let error = #expect(throws: GeoError.self) {
      try Workspace(folder.path("dog"), .dog, program: "/usr/bin/geoscript").write()
    }
    #expect(error?.code == .cannotCreate)
    #expect(error?.description.contains("README.md: is there already: nothing is written") == true)
    #expect(folder.files(in: "dog") == ["README.md"])
    let onFile = #expect(throws: GeoError.self) {
      try Workspace(folder.path("home.lua"), .home, program: "/usr/bin/geoscript").write()
    }
    #expect(onFile?.description.contains("is not a folder") == true)
    let nowhere = #expect(throws: GeoError.self) {
      try Workspace(folder.path("no/such/dog"), .dog, program: "/usr/bin/geoscript").write()
    }
    #expect(nowhere?.code == .cannotCreate)
  }

  @Test(arguments: ["", "/", "-x", ".hidden", "a\"b", "a\\b", " ", String(repeating: "x", count: 101)])
  func impossibleNamesAreRefused(name: String) {
    let error = #expect(throws: GeoError.self) { try Workspace(name, .home, program: "/usr/bin/geoscript") }
    #expect(error?.code == .usage)
  }
}
