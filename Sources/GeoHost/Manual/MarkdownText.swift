/// A line of Markdown as words with their styles.
struct MarkdownText {
  enum Style { case plain, bold, code, link }

  /// A piece of a word in one style.
  struct Piece: Equatable {
    var text: String
    var style: Style
  }

  /// The text between two spaces; its style may change inside.
  typealias Word = [Piece]

  private(set) var words: [Word] = []
  /// Whether the next letter begins a word.
  private var isBetween = true

  /// Reads `code`, **bold** and [links](…); a link to a server keeps its address.
  ///
  /// - Parameter marksCode: Whether code keeps its backticks because nothing else marks it.
  init(_ text: String, marksCode: Bool = false) {
    var rest = text[...]
    while let character = rest.first {
      if character == "`", let body = MarkdownText.body(&rest, "`", "`") {
        append(marksCode ? "`\(body)`" : body, .code)
      } else if rest.hasPrefix("**"), let body = MarkdownText.body(&rest, "**", "**") {
        append(body, .bold)
      } else if character == "[", let link = MarkdownText.link(&rest) {
        append(link.text, .link)
        if link.target.contains("://") { append(" (\(link.target))", .plain) }
      } else {
        append(String(rest.removeFirst()), .plain)
      }
    }
  }

  /// The text without any marks.
  var plain: String { words.map { $0.map(\.text).joined() }.joined(separator: " ") }

  private mutating func append(_ text: String, _ style: Style) {
    for character in text {
      if character == " " {
        isBetween = true
      } else if isBetween {
        words.append([Piece(text: String(character), style: style)])
        isBetween = false
      } else if let last = words[words.count - 1].last, last.style == style {
        words[words.count - 1][words[words.count - 1].count - 1].text.append(character)
      } else {
        words[words.count - 1].append(Piece(text: String(character), style: style))
      }
    }
  }

  /// Takes `opening body closing` from the front of a text; returns nil and leaves the text if it is not
  /// closed.
  private static func body(_ rest: inout Substring, _ opening: String, _ closing: String) -> String? {
    let inner = rest.dropFirst(opening.count)
    guard let end = inner.firstRange(of: closing), end.lowerBound > inner.startIndex else { return nil }
    rest = inner[end.upperBound...]
    return String(inner[..<end.lowerBound])
  }

  /// Takes `[text](target)` from the front of a text and drops the marks inside.
  private static func link(_ rest: inout Substring) -> (text: String, target: String)? {
    var after = rest
    guard let text = body(&after, "[", "]"), after.hasPrefix("("), let target = body(&after, "(", ")") else {
      return nil
    }
    rest = after
    return (text.filter { $0 != "`" }, target)
  }
}
