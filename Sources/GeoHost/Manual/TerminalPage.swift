public import LuaBridge

/// Lays out a page of the manual for a terminal.
public struct TerminalPage {
  /// The most columns of a line.
  public var width: Int
  /// Whether headings, words and code have no colors.
  public var isPlain: Bool

  public init(width: Int, isPlain: Bool) {
    self.width = max(width, 20)
    self.isPlain = isPlain
  }

  /// Returns the page's lines, each with a line break.
  public func text(of page: Manual.Page) -> String {
    var lines: [String] = []
    var isItem = false
    for block in MarkdownBlock.read(page.text) {
      // Blank lines separate all blocks except the items of a list.
      var isNextItem = false
      if case .item = block { isNextItem = true }
      if !lines.isEmpty, !(isItem && isNextItem) { lines.append("") }
      isItem = isNextItem
      lines += self.lines(of: block)
    }
    return lines.map { $0 + "\n" }.joined()
  }

  private func lines(of block: MarkdownBlock) -> [String] {
    switch block {
    case .heading(let level, let text):
      let words = MarkdownText(text).plain
      if isPlain { return [String(repeating: "#", count: level) + " " + words] }
      return ["\u{1B}[1\(level == 1 ? ";4" : "")m\(words)\u{1B}[0m"]
    case .paragraph(let text): return wrapped(text, width: width)
    case .code(let lines): return lines.map { $0.isEmpty ? "" : "    " + styled($0, .code) }
    case .item(let marker, let text):
      let indent = String(repeating: " ", count: marker.count + 1)
      let lines = wrapped(text, width: width - indent.count)
      return lines.enumerated().map { ($0 == 0 ? marker + " " : indent) + $1 }
    case .table(let rows): return TerminalTable(rows, page: self).lines
    }
  }

  /// The words of a text in lines of at most `width` columns; a longer word gets its own line.
  func wrapped(_ text: String, width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    var count = 0
    for word in self.words(of: text) {
      let length = self.width(of: word)
      if count > 0, count + 1 + length > width {
        lines.append(line)
        (line, count) = ("", 0)
      }
      line += (count > 0 ? " " : "") + word.map { styled($0.text, $0.style) }.joined()
      count += (count > 0 ? 1 : 0) + length
    }
    return lines + [line]
  }

  /// The words of a text; without colors, code keeps its backticks.
  func words(of text: String) -> [MarkdownText.Word] { MarkdownText(text, marksCode: isPlain).words }

  /// The columns that a word takes.
  func width(of word: MarkdownText.Word) -> Int { word.reduce(0) { $0 + $1.text.count } }

  /// A piece of text with its terminal codes.
  func styled(_ text: String, _ style: MarkdownText.Style) -> String {
    if isPlain { return text }
    return switch style {
    case .plain: text
    case .bold: "\u{1B}[1m\(text)\u{1B}[0m"
    case .code: "\u{1B}[36m\(text)\u{1B}[0m"
    case .link: "\u{1B}[4m\(text)\u{1B}[0m"
    }
  }
}
