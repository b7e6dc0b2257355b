/// The letters of a text with their widths.
extension FontMetrics {
  /// Calls `body` with each letter of a line and its width, Arabic ones as they join each other.
  func forEachWidth(_ line: Substring.UnicodeScalarView, _ body: (UInt32, Double) -> Void) {
    var joins = false
    // Of a lam that was just told, whether it joins what came before it.
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
      // Signs over and under letters take no room and part nothing.
      if FontMetrics.isMark(code) {
        body(code, 0)
        continue
      }
      let isJoined = joins && width(code, .final) != nil
      joins = width(code, .initial) != nil && next.map { joinsBefore($0) } == true
      if let joined = lamJoins, FontMetrics.isAlef(code) {
        // What the two take together beyond what was told of the lam.
        body(code, ligatureWidth(isJoined: joined) - (width(0x644, joined ? .medial : .initial) ?? 0))
        lamJoins = nil
        continue
      }
      let form: ArabicForm = isJoined ? (joins ? .medial : .final) : joins ? .initial : .isolated
      lamJoins = code == 0x644 && joins ? isJoined : nil
      body(code, width(code, form) ?? width(code))
    }
  }

  /// Whether a letter lets the one before it join; a sign is taken to stand on one that does.
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
  /// Whether what draws takes its bold typeface.
  var isBold: Bool {
    let name = fontName.lowercased()
    return ["bold", "heavy", "black", "demi"].contains { name.contains($0) }
  }

  /// From one line to the next.
  ///
  /// - Units: points.
  public var lineHeight: Double { pointSize * FontMetrics.lineHeight }

  /// Returns how much room a text takes, broken between words at `limit` points and cut after `most` lines, 0 for none.
  ///
  /// - Units: points.
  /// - Source: the widths of DejaVu Sans; what draws may differ by its kerning.
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
  /// The next larger size without fractions: frames of labels lie on whole points.
  var inWholePoints: CGSize { CGSize(width: width.rounded(.up), height: height.rounded(.up)) }
}

/// Rows that letters are put into, one after the other.
///
/// - Units: parts of the point size.
private struct TextRows {
  let limit: Double
  private(set) var count = 0
  private(set) var widest = 0.0
  /// The row up to where it may be broken, with and without the spaces at its end.
  private var row = 0.0
  private var trimmed = 0.0
  /// What came after that.
  private var word = 0.0

  init(limit: Double) { self.limit = limit }

  mutating func add(_ code: UInt32, _ width: Double) {
    if code == 0x20 || code == 0x3000 {
      closeWord()
      row += width
      return
    }
    // Between East Asian letters a row may be broken anywhere.
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
