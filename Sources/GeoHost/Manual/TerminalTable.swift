/// Fits a table into the columns of a terminal.
///
/// Columns get the width of their longest words and share the rest. If even the words do not fit, each row
/// becomes a line with the other cells below it.
struct TerminalTable {
  private let rows: [[String]]
  private let page: TerminalPage

  init(_ rows: [[String]], page: TerminalPage) {
    let count = rows.map(\.count).max() ?? 0
    self.rows = rows.map { $0 + Array(repeating: "", count: count - $0.count) }
    self.page = page
  }

  private static let gap = 2

  var lines: [String] {
    guard let head = rows.first, !head.isEmpty else { return [] }
    guard let widths = widths(head.count) else { return stacked(head) }
    var lines: [String] = []
    for (index, row) in rows.enumerated() {
      if index == 0, row.allSatisfy(\.isEmpty) { continue }
      lines += self.lines(index == 0 ? row.map { $0.isEmpty ? "" : "**\($0)**" } : row, widths)
      if index == 0 { lines.append(widths.map { String(repeating: "─", count: $0) }.joined(separator: "  ")) }
    }
    return lines
  }

  /// The columns' widths; nil if they cannot be made narrow enough.
  private func widths(_ count: Int) -> [Int]? {
    let room = page.width - (count - 1) * TerminalTable.gap
    let words = (0..<count).map { column in
      rows.map { row in page.words(of: row[column]).map { page.width(of: $0) } }
    }
    let least = words.map { $0.joined().max() ?? 0 }
    let most = words.map { $0.map { $0.reduce(0, +) + max($0.count - 1, 0) }.max() ?? 0 }
    if most.reduce(0, +) <= room { return most }
    // A column with one word per line is unreadable.
    guard least.reduce(0, +) <= room, (0..<count).allSatisfy({ least[$0] > 0 || most[$0] == 0 }) else {
      return nil
    }
    var widths = least
    var left = room - least.reduce(0, +)
    // Columns that lack least are widened first, so that short ones are not wrapped.
    let order = (0..<count).sorted { (most[$0] - least[$0], $0) < (most[$1] - least[$1], $1) }
    for (position, column) in order.enumerated() {
      let share = min(most[column] - least[column], left / (count - position))
      widths[column] += share
      left -= share
    }
    guard !isCramped(widths, most) else { return nil }
    return widths
  }

  /// Whether a cell would have too many lines to read across the row.
  private func isCramped(_ widths: [Int], _ most: [Int]) -> Bool {
    zip(widths, most).contains { width, most in width < 16 && most > width * 6 }
  }

  private func lines(_ row: [String], _ widths: [Int]) -> [String] {
    let cells = zip(row, widths).map { page.wrapped($0, width: $1) }
    let height = cells.map(\.count).max() ?? 0
    return (0..<height).map { index in
      var line = ""
      var column = 0
      for (cell, width) in zip(cells, widths) {
        let text = index < cell.count ? cell[index] : ""
        guard !text.isEmpty else {
          column += width + TerminalTable.gap
          continue
        }
        line += String(repeating: " ", count: max(column - visible(line), 0)) + text
        column += width + TerminalTable.gap
      }
      return line
    }
  }

  /// The columns that a line takes without its color codes.
  private func visible(_ line: String) -> Int {
    var count = 0
    var isControl = false
    for character in line {
      if character == "\u{1B}" { isControl = true }
      if !isControl { count += 1 }
      if isControl, character == "m" { isControl = false }
    }
    return count
  }

  /// The first cell of each row, then the others, each with its title.
  private func stacked(_ head: [String]) -> [String] {
    var lines: [String] = []
    for row in rows.dropFirst() {
      if !lines.isEmpty { lines.append("") }
      lines += page.wrapped(row[0], width: page.width)
      for (title, cell) in zip(head, row).dropFirst() where !cell.isEmpty {
        let text = title.isEmpty ? cell : "\(title): \(cell)"
        lines += page.wrapped(text, width: page.width - 4).map { "    " + $0 }
      }
    }
    return lines
  }
}
