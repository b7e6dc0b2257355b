import CommandTesting
import Foundation
import LuaBridge
import Testing

@testable import GeoHost

/// README and the quickstart show the real output.
@Suite struct ReadmeTests {
  private static let files = ["README.md", "Sources/Manual/pages/quickstart.md"]

  private func text(_ file: String) throws -> String {
    try String(contentsOf: ManualTests.root.appendingPathComponent(file), encoding: .utf8)
  }

  /// The first block of code of a language.
  private func block(_ language: String, in text: String) throws -> String {
    let start = try #require(text.range(of: "```\(language)\n")).upperBound
    return String(
      text[start..<(try #require(text.range(of: "```", range: start..<text.endIndex))).lowerBound])
  }

  @Test(arguments: files) func theFirstScriptPrintsWhatIsShown(file: String) throws {
    let text = try text(file)
    let command = try Command(["rex.lua": try block("lua", in: text)])
    let track = ManualTests.root.appendingPathComponent("examples/tracks/zbevnica-hike.gpx").path
    let result = try command.run("run", "rex.lua", "--from", track)
    #expect(result.code == 0 && !result.output.isEmpty)
    #expect(text.contains("\n" + result.output + "```\n"))
    #expect(try command.run("check", "rex.lua").output.isEmpty)
  }

  @Test func readmeIsShort() throws {
    #expect(try text("README.md").utf8.count <= 9 * 1024)
  }

  @Test func everyLinkOfReadmeLeadsSomewhere() throws {
    for link in try text("README.md").matches(of: /\]\(([^)]*)\)|src="([^"]*)"/) {
      let target = String(link.output.1 ?? link.output.2 ?? "")
      guard !target.hasPrefix("http") else { continue }
      let path = ManualTests.root.appendingPathComponent(target).path
      #expect(FileManager.default.fileExists(atPath: path), "\(target)")
    }
  }

  @Test func everyNamedPageOpens() throws {
    let help = try ["run", "draw", "convert", "geocode", "gazetteer", "state", "docs"].map {
      try Command().run($0, "--help").output
    }
    let texts = try [text("README.md")] + help + Manual.written().map(\.text)
    for name in texts.flatMap({ $0.matches(of: /geoscript docs ([A-Za-z][A-Za-z-]*)/) }).map({
      String($0.output.1)
    }) {
      guard name == name.lowercased() || name.hasPrefix("CL"), name != "webhook", name != "dwell" else {
        continue
      }
      #expect(ManualTests.manual.page(name) != nil, "\(name)")
    }
  }
}
