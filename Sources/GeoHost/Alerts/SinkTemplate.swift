import Geo
import GeoLua

/// A template for what a sink sends: text with names in double braces, in the manner of Mustache.
///
/// - Source: HO-83; mustache(5) for names, sections and comments.
struct SinkTemplate: Sendable, Hashable {
  /// The file.
  let path: String
  let form: SinkContent.Form
  let parts: [Part]

  indirect enum Part: Sendable, Hashable {
    case text(String)
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
  /// - Errors: ``GeoError`` `usage` for a mistake, with its line; `noInput` for a file that cannot be read.
  init(_ word: String) throws(GeoError) {
    let path = String(word.dropFirst())
    try self.init(text: try OptionFile.read(path, for: "template=@FILE"), path: path)
  }

  /// - Errors: ``GeoError`` `usage` for a mistake, with its line.
  init(text: String, path: String) throws(GeoError) {
    self.path = path
    form = SinkTemplate.form(of: text, path)
    var parser = SinkTemplateParser(text, path: path, form: form)
    parts = try parser.parts()
    guard form == .json else { return }
    for sample in SinkTemplate.samples {
      do throws(GeoError) { _ = try JSONParser.parse(content(of: sample, SinkStyle()).text) } catch {
        throw GeoError(.usage, "is not JSON once its names are replaced: \(error.message)", at: path)
      }
    }
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
