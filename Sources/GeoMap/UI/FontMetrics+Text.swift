/// The letters of a text with their widths.
extension FontMetrics {
  /// Calls `body` with each letter of a line and its width; Arabic letters in their joined forms.
  func forEachWidth(_ line: Substring.UnicodeScalarView, _ body: (UInt32, Double) -> Void) {
    var joins = false
    // After a lam was passed on: whether it joins the previous letter.
    var lamJoins: Bool?
    var rest = line.makeIterator()
    var next = rest.next()?.value
    while let code = next {
      next = rest.next()?.value
      guard FontMetrics.arabic.contains(code) else {
        (joins, lamJoins) = (false, nil)
        body(code, width(code))
        continue
      }
      // Combining marks have no width and do not separate letters.
      if FontMetrics.isMark(code) {
        body(code, 0)
        continue
      }
      let isJoined = joins && width(code, .final) != nil
      joins = width(code, .initial) != nil && next.map { joinsBefore($0) } == true
      if let joined = lamJoins, FontMetrics.isAlef(code) {
        // The width of the ligature beyond that already passed on for the lam.
        body(code, ligatureWidth(isJoined: joined) - (width(0x644, joined ? .medial : .initial) ?? 0))
        lamJoins = nil
        continue
      }
      let form: ArabicForm = isJoined ? (joins ? .medial : .final) : joins ? .initial : .isolated
      lamJoins = code == 0x644 && joins ? isJoined : nil
      body(code, width(code, form) ?? width(code))
    }
  }

  /// Whether a letter lets the previous one join; a mark counts as standing on one that does.
  private func joinsBefore(_ code: UInt32) -> Bool {
    FontMetrics.isMark(code) || width(code, .final) != nil
  }

  private static func isAlef(_ code: UInt32) -> Bool { [0x622, 0x623, 0x625, 0x627].contains(code) }

  private static func isMark(_ code: UInt32) -> Bool {
    (0x610...0x61a).contains(code) || (0x64b...0x65f).contains(code) || code == 0x670
      || (0x6d6...0x6dc).contains(code)
  }
}

extension UIFont {
  /// Whether it is drawn in bold.
  var isBold: Bool {
    let name = fontName.lowercased()
    return ["bold", "heavy", "black", "demi"].contains { name.contains($0) }
  }

  /// The distance between lines.
  ///
  /// - Units: points.
  public var lineHeight: Double { pointSize * FontMetrics.lineHeight }

  /// Returns the size of a text, with line breaks between words at `limit` points and cut after `most` lines,
  /// 0 for no limit.
  ///
  /// - Units: points.
  /// - Source: the widths of DejaVu Sans; drawn text may differ by its kerning.
  public func measure(_ text: String, width limit: Double = .infinity, lines most: Int = 0) -> CGSize {
    guard !text.isEmpty, pointSize > 0 else { return .zero }
    let metrics = isBold ? FontMetrics.bold : .regular
    var rows = TextRows(limit: limit > 0 ? limit / pointSize : .infinity)
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      metrics.forEachWidth(line.unicodeScalars) { rows.add($0, $1) }
      rows.endLine()
    }
    let count = most > 0 ? min(most, rows.count) : rows.count
    return CGSize(width: rows.widest * pointSize, height: Double(count) * lineHeight)
  }
}

extension CGSize {
  /// The size rounded up to whole points, as for frames of labels.
  var inWholePoints: CGSize { CGSize(width: width.rounded(.up), height: height.rounded(.up)) }
}

/// Fills rows with letters.
///
/// - Units: parts of the point size.
private struct TextRows {
  let limit: Double
  private(set) var count = 0
  private(set) var widest = 0.0
  /// The row up to the last possible break, with and without the trailing spaces.
  private var row = 0.0
  private var trimmed = 0.0
  /// The part after that.
  private var word = 0.0

  init(limit: Double) { self.limit = limit }

  mutating func add(_ code: UInt32, _ width: Double) {
    if code == 0x20 || code == 0x3000 {
      closeWord()
      row += width
      return
    }
    // Rows may break anywhere between East Asian letters.
    let isWide = FontMetrics.isWide(code)
    if isWide { closeWord() }
    // A mark never begins a row.
    if row + word + width > limit, width > 0 {
      if row > 0 {
        endRow()
      } else if word > 0 {
        closeWord()
        endRow()
      }
      // The word alone may be too long for a row as well.
      if word + width > limit, word > 0 {
        closeWord()
        endRow()
      }
    }
    word += width
    if isWide { closeWord() }
  }

  mutating func endLine() {
    closeWord()
    endRow()
  }

  private mutating func closeWord() {
    guard word > 0 else { return }
    row += word
    trimmed = row
    word = 0
  }

  private mutating func endRow() {
    count += 1
    widest = max(widest, trimmed)
    row = 0
    trimmed = 0
  }
}
