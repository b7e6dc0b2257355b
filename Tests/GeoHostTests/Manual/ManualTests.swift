import CommandTesting
import Foundation
import GeoLua
import LuaBridge
import Testing

@testable import GeoHost

/// The pages: what is embedded, linked and looked up.
@Suite struct ManualTests {
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
  static let folder = root.appendingPathComponent("Sources/Manual/pages")
  static let manual = Manual(catalog: GeoLibrary.catalog)

  @Test func everyPageOfTheFolderIsEmbedded() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: ManualTests.folder.path).sorted()
    let pages = Manual.written()
    #expect(pages.map(\.name) == files)
    for page in pages {
      let file = ManualTests.folder.appendingPathComponent(page.name)
      #expect(try String(contentsOf: file, encoding: .utf8) == page.text, "\(page.name)")
    }
  }

  @Test func theListOfPagesNamesEveryPageByItsTitle() throws {
    let pages = Manual.written()
    let list = try #require(pages.first { $0.title == "README" }).text
    for page in pages where page.title != "README" {
      let heading = try #require(page.text.split(separator: "\n").first)
      #expect(heading.hasPrefix("# ") && heading.contains(": "), "\(page.name)")
      #expect(list.contains("- [\(page.title)](\(page.name)): "), "\(page.name)")
    }
  }

  /// The addresses of headings, as a web page of the text has them.
  private static func anchors(_ text: String) -> Set<String> {
    Set(
      text.split(separator: "\n").filter { $0.hasPrefix("#") }.map { line in
        let words = line.drop { $0 == "#" || $0 == " " }.lowercased().filter {
          $0.isLetter || $0.isNumber || "- ".contains($0)
        }
        return "#" + words.replacing(" ", with: "-")
      })
  }

  @Test(arguments: Manual.written())
  func everyLinkLeadsSomewhere(page: Manual.Page) {
    for link in page.text.matches(of: /\]\(([^)]*)\)/) {
      let target = String(link.output.1)
      guard !target.hasPrefix("http") else { continue }
      if target.hasPrefix("#") {
        #expect(ManualTests.anchors(page.text).contains(target), "\(page.name): \(target)")
        continue
      }
      let file = ManualTests.folder.appendingPathComponent(target).standardizedFileURL
      #expect(FileManager.default.fileExists(atPath: file.path), "\(page.name): \(target)")
    }
  }

  @Test func everyTableIsFilledIn() throws {
    let command = try Command()
    #expect(try command.run("docs", "--to", command.path("all")).code == 0)
    for page in ManualTests.manual.pages {
      let text = command.read("all/\(page.name)")
      #expect(text.hasPrefix("#") || text.hasPrefix("<!-- Generated"), "\(page.name)")
      #expect(!text.contains("<!-- table:") && !text.contains("](../"), "\(page.name)")
    }
    #expect(command.read("all/run.md").contains("| `--from <source>` |"))
    #expect(command.read("all/options.md").contains("## geoscript gazetteer build"))
  }

  @Test(arguments: [
    "alerts", "sources", "inputs", "fences", "regions", "background", "maps", "drawing", "geocoding",
    "geocoders", "pictures", "profiles", "functions", "constants", "structs", "protocols", "modules",
    "delegates", "CLLocationManager", "cllocationmanager", "README", "install", "quickstart", "state",
    "services", "sandbox", "exit-codes", "json", "testing",
  ])
  func everyNameOpensItsPage(name: String) {
    #expect(ManualTests.manual.page(name)?.title.lowercased() == name.lowercased())
  }

  @Test(arguments: ["CLLocationManagerDelegate", "MKMapViewDelegate", "geoscript", "CLLocationCoordinate2D"])
  func aHeadingOpensItsSection(name: String) throws {
    let text = try #require(ManualTests.manual.page(name)).text
    #expect(text.hasPrefix("## \(name)\n"))
    #expect(text.matches(of: #/(?m)^## /#).count == 1)
  }

  @Test func withoutANameTheListOpens() {
    #expect(ManualTests.manual.page(nil)?.title == "README")
    #expect(ManualTests.manual.page("CLNothing") == nil)
  }

  @Test(arguments: Manual.written())
  func aPageFitsIntoEightyPlainColumns(page: Manual.Page) {
    let layout = TerminalPage(width: 80, isPlain: true)
    for block in MarkdownBlock.read(ManualTables.fill(page.text, with: ManualTables.all)) {
      if case .code = block { continue }
      for line in layout.text(of: .init(name: "", text: block.source)).split(separator: "\n") {
        // An address stays whole, so that it can be copied.
        let isOneWord = !line.drop { $0 == " " }.contains(" ")
        #expect((line.count <= 80 || isOneWord) && !line.contains("\u{1B}"), "\(page.name): \(line)")
      }
    }
  }
}

extension MarkdownBlock {
  /// The block as a page of its own.
  fileprivate var source: String {
    switch self {
    case .heading(let level, let text): String(repeating: "#", count: level) + " " + text
    case .paragraph(let text): text
    case .code(let lines): "```\n" + lines.map { $0 + "\n" }.joined() + "```"
    case .item(let marker, let text): marker + " " + text
    case .table(let rows):
      rows.enumerated().map { index, row in
        let line = "| " + row.map { $0.replacing("|", with: "\\|") }.joined(separator: " | ") + " |"
        return index == 0 ? line + "\n|" + row.map { _ in "---|" }.joined() : line
      }
      .joined(separator: "\n")
    }
  }
}
