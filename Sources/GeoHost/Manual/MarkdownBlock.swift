/// A block of a page, in the Markdown that the manual uses.
enum MarkdownBlock: Hashable {
  case heading(level: Int, String)
  case paragraph(String)
  /// Lines between fences, without their fences.
  case code([String])
  /// `marker` is `-`, or `1.` with its number.
  case item(marker: String, String)
  /// Without the row of dashes.
  case table([[String]])

  /// Reads a page; comments are left out.
  static func read(_ text: String) -> [MarkdownBlock] {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
    var blocks: [MarkdownBlock] = []
    while let line = lines.popFirst() {
      if line.isEmpty || line.hasPrefix("<!--") { continue }
      if line.hasPrefix("```") {
        let body = lines.prefix { !$0.hasPrefix("```") }
        lines = lines.dropFirst(body.count + 1)
        blocks.append(.code(body.map(String.init)))
      } else if line.hasPrefix("#") {
        let level = line.prefix { $0 == "#" }.count
        blocks.append(.heading(level: level, String(line.dropFirst(level + 1))))
      } else if line.hasPrefix("|") {
        let rest = lines.prefix { $0.hasPrefix("|") }
        lines = lines.dropFirst(rest.count)
        blocks.append(.table([cells(line)] + rest.dropFirst().map(cells)))
      } else if let marker = marker(line) {
        let rest = lines.prefix { $0.hasPrefix("  ") }
        lines = lines.dropFirst(rest.count)
        blocks.append(.item(marker: marker, joined([line.dropFirst(marker.count)] + rest)))
      } else {
        let rest = lines.prefix { isProse($0) }
        lines = lines.dropFirst(rest.count)
        blocks.append(.paragraph(joined([line] + rest)))
      }
    }
    return blocks
  }

  private static func isProse(_ line: Substring) -> Bool {
    !line.isEmpty && !["#", "|", "```", "<!--"].contains { line.hasPrefix($0) } && marker(line) == nil
  }

  private static func joined(_ lines: [Substring]) -> String {
    lines.map { $0.drop { $0 == " " } }.joined(separator: " ")
  }

  /// `-` or `12.`, where a space follows.
  private static func marker(_ line: Substring) -> String? {
    if line.hasPrefix("- ") { return "-" }
    let digits = line.prefix { $0.isASCII && $0.isNumber }
    guard !digits.isEmpty, line.dropFirst(digits.count).hasPrefix(". ") else { return nil }
    return digits + "."
  }

  /// The cells of a row; `\|` is a bar in a cell.
  private static func cells(_ row: Substring) -> [String] {
    var cells = [""]
    var isEscaped = false
    for character in row.dropFirst() {
      if isEscaped {
        cells[cells.count - 1].append(contentsOf: character == "|" ? "|" : "\\\(character)")
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else if character == "|" {
        cells.append("")
      } else {
        cells[cells.count - 1].append(character)
      }
    }
    // The text after the last bar is not a cell.
    return cells.dropLast().map { cell in
      let start = cell.drop { $0 == " " }
      return String(start.reversed().drop { $0 == " " }.reversed())
    }
  }
}
