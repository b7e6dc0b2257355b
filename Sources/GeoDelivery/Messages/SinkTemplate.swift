import Geo
import GeoLua

/// A template for what a sink sends: text with names in double braces, in the manner of Mustache.
///
/// - Source: HO-83; mustache(5) for names, sections and comments.
package struct SinkTemplate: Sendable, Hashable {
  /// The file.
  let path: String
  let form: SinkContent.Form
  let parts: [Part]

  indirect enum Part: Sendable, Hashable {
    /// With the byte of the template at which it begins.
    case text(String, at: Int)
    case field(Field)
    /// `{{#name}}…{{/name}}` for a value that is there, `{{^name}}…{{/name}}` for one that is not.
    case section(path: [String], isInverted: Bool, parts: [Part])
  }

  struct Field: Sendable, Hashable {
    /// A name, and those inside of its value.
    var path: [String]
    var filters: [Filter] = []
    /// Whether it is written as it is: `{{{name}}}`.
    var isRaw = false
    /// Whether it stands inside of a string of JSON.
    var isQuoted = false
    /// The byte of the template at which its braces begin.
    var offset = 0
  }

  enum Filter: Sendable, Hashable {
    /// A time on the clocks of the sink's zone.
    case local
    /// A number with so many decimals.
    case decimals(Int)
    /// A part of an address (RFC 3986, section 2.1).
    case url
  }

  /// The names that stand for numbers.
  static let numbers: Set<String> = ["latitude", "longitude", "horizontalAccuracy"]
  /// The names of the host; those of a script stand behind `fields.`.
  static let names =
    Alert.fields.map(\.name) + ["channel", "message", "why", "link"]

  /// - Parameter word: `@FILE`.
  /// - Errors: ``GeoError`` `usage` for a mistake, with its place; `noInput` for a file that cannot be read.
  init(_ word: String) throws(GeoError) {
    let path = String(word.dropFirst())
    try self.init(text: try OptionFile.read(path, for: "template=@FILE"), path: path)
  }

  /// - Errors: ``GeoError`` `usage` for a mistake, with its line and column.
  init(text: String, path: String) throws(GeoError) {
    self.path = path
    form = SinkTemplate.form(of: text, path)
    var parser = SinkTemplateParser(text, path: path, form: form)
    parts = try parser.parts()
    guard form == .json else { return }
    for (sample, whose) in zip(SinkTemplate.samples, ["", SinkTemplate.ofTheLeast]) {
      let filled = content(of: sample, SinkStyle()).text
      guard let flaw = JSONParser.flaw(in: filled) else { continue }
      let writer = SinkTemplateWriter(message: sample, style: SinkStyle(), form: form)
      let offset = writer.origin(of: flaw.offset, in: parts) ?? text.utf8.count
      throw GeoError(
        .usage,
        "is not JSON once its names are replaced\(whose): \(flaw.message)\(SinkTemplate.advice(flaw.message))",
        at: "\(path):\(SinkTemplate.place(of: offset, in: text))")
    }
  }

  private static let ofTheLeast = ", in a message without a place, a region and a key"

  /// The line and the column of a byte, each from 1: `3:14`.
  static func place(of offset: Int, in text: String) -> String {
    let before = String(decoding: text.utf8.prefix(offset), as: UTF8.self)
    let lines = before.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    return "\(lines.count):\((lines.last?.count ?? 0) + 1)"
  }

  /// What to write instead of what is not JSON.
  private static func advice(_ flaw: String) -> String {
    let found = flaw.split(separator: "found ").last ?? ""
    let advice: String? =
      if flaw.contains("control character") {
        "write \\n for a new line inside a text"
      } else if found == "'''" {
        "write \" around names and texts"
      } else if found == "'}'" || found == "']'" {
        "leave out the comma before it"
      } else if flaw.hasPrefix("expected a name") {
        "write \" around the name"
      } else if flaw.hasPrefix("expected a value"), found.dropFirst().first?.isLetter == true {
        "write \" around a text"
      } else if flaw.hasPrefix("expected ','"), found == "'\"'" {
        "write a comma before it"
      } else {
        nil
      }
    return advice.map { " (\($0))" } ?? ""
  }

  /// The ending of the file says what it makes, else its first character.
  private static func form(of text: String, _ path: String) -> SinkContent.Form {
    let name = path.lowercased()
    if name.hasSuffix(".json") { return .json }
    if name.hasSuffix(".html") || name.hasSuffix(".htm") { return .html }
    if name.hasSuffix(".txt") || name.hasSuffix(".md") { return .text }
    let start = text.first { !$0.isWhitespace }
    let isTag = text.drop(while: \.isWhitespace).hasPrefix("{{")
    return isTag ? .text : start == "{" || start == "[" ? .json : start == "<" ? .html : .text
  }

  /// A message with all that the host fills in, and one with the least.
  private static let samples: [JSONValue] = {
    let least: [(name: String, value: JSONValue)] = [
      ("id", .string("0123456789abcdef")), ("time", .string("2026-05-28T20:26:40Z")),
      ("device", .string("a \"b\" \\")), ("title", .string("one\ntwo")), ("body", .string("")),
    ]
    let texts = [
      "group", "region", "event", "visit", "appState", "priority", "status", "key", "why", "channel",
    ]
    let place = numbers.sorted().map { (name: $0, value: JSONValue.number(1.5)) }
    return [
      .object(least + texts.map { ($0, .string("\"\\")) } + place + [("message", .string("\"\\"))]),
      .object(least),
    ]
  }()

  func content(of message: JSONValue, _ style: SinkStyle) -> SinkContent {
    var text = ""
    SinkTemplateWriter(message: message, style: style, form: form).write(parts, to: &text)
    return SinkContent(text: text, form: form)
  }
}
