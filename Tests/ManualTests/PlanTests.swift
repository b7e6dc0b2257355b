import Foundation
import Testing

/// The pages that describe the layout: each path that they name exists.
@Suite struct PlanTests {
  @Test(
    arguments: [
      ("Sources/README.md", "Sources/"), ("Tests/README.md", "Tests/"),
      (".github/CONTRIBUTING.md", ".github/"),
      ("Sources/Manual/rulings/README.md", "Sources/Manual/rulings/"),
    ])
  func eachPathExists(page: String, folder: String) throws {
    let paths = try Self.paths(in: Repository.text(page))
    #expect(!paths.isEmpty)
    for path in paths {
      #expect(
        Repository.exists(path) || Repository.exists(folder + path),
        "\(page) names \(path), which is not there")
    }
  }

  @Test func pathsAreFoundAndNothingElse() {
    let text = """
      See `GeoMap/View/Screen.swift` and [a page](../README.md#words), `lb_keys.c`, `scripts/check golden`,
      `CLHeading`, `a/b`, [a site](https://example.org/a.md), `X+Lua.swift`, `--map a.png`, `GeoMap/X/Y.swift`
      """
    #expect(
      Self.paths(in: text) == ["GeoMap/View/Screen.swift", "lb_keys.c", "scripts/check", "../README.md"])
  }

  /// The texts in backticks with a known ending or folder, then the targets of links. `X` and `Y` stand for
  /// any name.
  private static func paths(in text: String) -> [String] {
    let quoted = text.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .filter { $0.offset % 2 == 1 }.compactMap { $0.element.split(separator: " ").first.map(String.init) }
      .filter { word in
        let ending = (word as NSString).pathExtension
        let isCode = ["swift", "c", "cpp", "h", "js", "md", "lua"].contains(ending) && !word.contains("…")
        let isFolder = ["scripts/", "Tests/", "Sources/", "examples/"].contains(where: word.hasPrefix)
        let isPattern = word.split { "/+.".contains($0) }.contains { ["X", "Y", "NAME"].contains($0) }
        return (isCode || isFolder) && !isPattern && !word.contains("*")
      }
    let linked = text.components(separatedBy: "](").dropFirst().compactMap { part in
      part.split(separator: ")").first?.split(separator: "#", omittingEmptySubsequences: false).first
        .map(String.init)
    }
    return quoted + linked.filter { !$0.isEmpty && !$0.contains("://") }
  }
}
