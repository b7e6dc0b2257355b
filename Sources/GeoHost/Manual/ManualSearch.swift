public import Geo
import LuaBridge

/// Finds words in the manual.
public struct ManualSearch {
  /// The lines of one page that contain the words.
  struct Hit {
    var page: Manual.Page
    /// What the page is about, after the colon of its title.
    var subject: String
    var lines: [String]
    /// Lines that define the word come before those that use it.
    var rank: Int
  }

  private let manual: Manual
  private let asked: String
  private let words: [String]

  /// - Parameter text: Words in any case; a line must contain all of them.
  public init(_ manual: Manual, _ text: String) {
    self.manual = manual
    asked = text
    words = text.lowercased().split(separator: " ").map(String.init)
  }

  /// The pages that contain the words, first those with the words in their name, headings or members.
  var hits: [Hit] {
    guard !words.isEmpty else { return [] }
    return manual.pages.dropFirst().compactMap(hit).sorted {
      ($0.rank, $0.page.name) < ($1.rank, $1.page.name)
    }
  }

  /// The pages and lines for a terminal.
  ///
  /// - Errors: ``GeoError`` `usage` if no page contains the words.
  public func text(_ layout: TerminalPage) throws(GeoError) -> String {
    var hits = hits
    // Scripts may write the dot of a class method, and the manual has the colon.
    if hits.isEmpty, let dot = asked.firstIndex(of: ".") {
      hits = ManualSearch(manual, "\(asked[..<dot]):\(asked[asked.index(after: dot)...])").hits
    }
    guard !hits.isEmpty else {
      let advice = NearestName.advice(asked, among: names)
      throw GeoError(
        .usage, "the manual has no page and no word '\(asked)'\(advice); 'geoscript docs' lists all pages")
    }
    var lines: [String] = []
    for hit in hits {
      let subject = hit.subject.isEmpty ? "" : ": \(hit.subject)"
      lines.append(layout.styled(hit.page.title, .bold) + subject)
      lines += hit.lines.prefix(ManualSearch.shown).map { "    " + excerpt($0, layout.width - 4) }
      let rest = hit.lines.count - ManualSearch.shown
      if rest > 0 { lines.append("    … and \(rest) more") }
    }
    return (lines + ["", "Open a page with: geoscript docs NAME"]).map { $0 + "\n" }.joined()
  }

  /// The lines shown of each page.
  private static let shown = 3

  private func hit(_ page: Manual.Page) -> Hit? {
    let blocks = MarkdownBlock.read(page.text)
    var subject = ""
    if case .heading(1, let text)? = blocks.first, let colon = text.firstIndex(of: ":") {
      subject = String(text[text.index(after: colon)...].drop { $0 == " " })
    }
    var found: [(rank: Int, line: String)] = []
    for block in blocks {
      for line in ManualSearch.lines(of: block) where holds(line.text) {
        let isName = line.isName && holds(line.name)
        found.append((isName ? 1 : 2, line.text))
      }
    }
    guard !found.isEmpty || holds(page.title) else { return nil }
    let lines = found.filter { $0.rank == 1 } + found.filter { $0.rank == 2 }
    let rank = holds(page.title) ? 0 : lines.first?.rank ?? 2
    return Hit(page: page, subject: subject, lines: lines.map(\.line), rank: rank)
  }

  private func holds(_ text: String) -> Bool {
    let text = text.lowercased()
    return words.allSatisfy { text.contains($0) }
  }

  /// The lines of a block; a row and a member begin with their name.
  private static func lines(of block: MarkdownBlock) -> [(text: String, isName: Bool, name: String)] {
    switch block {
    case .heading(let level, let text): level == 1 ? [] : [(text, true, text)]
    case .paragraph(let text): [(MarkdownText(text).plain, false, "")]
    case .code(let lines): lines.map { ($0, false, "") }
    case .item(_, let text):
      [(MarkdownText(text).plain, text.hasPrefix("`"), String(text.dropFirst().prefix { $0 != "`" }))]
    case .table(let rows):
      rows.dropFirst().map { row in
        let cells = row.filter { !$0.isEmpty }.map { MarkdownText($0).plain }
        return (cells.joined(separator: " · "), true, cells.first ?? "")
      }
    }
  }

  /// The part of a line around the first of the words.
  private func excerpt(_ line: String, _ width: Int) -> String {
    guard line.count > width else { return line }
    let text = line.lowercased()
    let place =
      words.compactMap { text.firstRange(of: $0) }.map {
        text.distance(from: text.startIndex, to: $0.lowerBound)
      }
      .min() ?? 0
    guard place > width / 2 else { return line.prefix(width - 1) + "…" }
    let start = min(place - width / 3, line.count - width + 1)
    let body = line.dropFirst(start).prefix(width - 2)
    return "…" + body + (start + body.count < line.count ? "…" : "")
  }

  /// Candidates for a misspelled word: pages, headings and members.
  private var names: Set<String> {
    var names = Set(manual.pages.map(\.title))
    for page in manual.pages {
      for block in MarkdownBlock.read(page.text) {
        for line in ManualSearch.lines(of: block) where line.isName {
          names.insert(String(line.name.drop { $0 == ":" || $0 == "`" }.prefix { $0 != "(" && $0 != " " }))
        }
      }
    }
    return names
  }
}
