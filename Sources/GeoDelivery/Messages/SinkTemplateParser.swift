import Geo
import LuaBridge

/// Reads a template.
struct SinkTemplateParser {
  /// What stands between two pieces of text.
  private struct Tag {
    var before: Substring
    /// What stands between the braces.
    var name: Substring
    var isRaw: Bool
    /// The byte of the text at which its braces begin.
    var offset: Int
  }

  private var tags: ArraySlice<Tag> = []
  private var tail: Substring
  private let text: String
  private let path: String
  private let form: SinkContent.Form
  /// Whether the text so far ends inside of a string of JSON.
  private var isQuoted = false

  init(_ text: String, path: String, form: SinkContent.Form) {
    (tail, self.text, self.path, self.form) = (text[...], text, path, form)
  }

  private func fault(_ message: String, at offset: Int) -> GeoError {
    GeoError(.usage, message, at: "\(path):\(SinkTemplate.place(of: offset, in: text))")
  }

  private func offset(of index: String.Index) -> Int { text.utf8.distance(from: text.startIndex, to: index) }

  mutating func parts() throws(GeoError) -> [SinkTemplate.Part] {
    try split()
    return try parts(of: nil)
  }

  /// Finds the tags.
  private mutating func split() throws(GeoError) {
    while let start = tail.firstRange(of: "{{") {
      let before = tail[..<start.lowerBound]
      let offset = offset(of: start.lowerBound)
      tail = tail[start.upperBound...]
      let isRaw = tail.hasPrefix("{")
      guard let end = tail.firstRange(of: isRaw ? "}}}" : "}}") else {
        throw fault("{{ is not closed: write {{name}}", at: offset)
      }
      let name = tail[..<end.lowerBound].dropFirst(isRaw ? 1 : 0)
      tags.append(Tag(before: before, name: name, isRaw: isRaw, offset: offset))
      tail = tail[end.upperBound...]
    }
  }

  /// The parts up to the end of the section that is open, or of the text.
  private mutating func parts(of section: Tag?) throws(GeoError) -> [SinkTemplate.Part] {
    var parts: [SinkTemplate.Part] = []
    while let tag = tags.popFirst() {
      append(tag.before, to: &parts)
      let name = SinkTemplateParser.trimmed(tag.isRaw ? tag.name : tag.name.dropFirst())
      switch tag.isRaw ? nil : tag.name.first {
      case "!": break
      case let mark? where "#^".contains(mark):
        let path = try self.path(of: name, tag.offset)
        parts.append(.section(path: path, isInverted: mark == "^", parts: try self.parts(of: tag)))
      case "/":
        guard let section, SinkTemplateParser.trimmed(section.name.dropFirst()) == name else {
          throw fault("{{/\(name)}} closes nothing that is open", at: tag.offset)
        }
        return parts
      case "&": parts.append(.field(try field(name, isRaw: true, tag.offset)))
      case let mark? where ">=".contains(mark):
        throw fault("{{\(tag.name)}}: a template has neither partials nor other braces", at: tag.offset)
      default:
        parts.append(
          .field(try field(SinkTemplateParser.trimmed(tag.name), isRaw: tag.isRaw, tag.offset)))
      }
    }
    if let section {
      let name = SinkTemplateParser.trimmed(section.name.dropFirst())
      throw fault("{{\(section.name)}} is not closed: write {{/\(name)}}", at: section.offset)
    }
    append(tail, to: &parts)
    return parts
  }

  private static func trimmed(_ text: Substring) -> Substring {
    var text = text.drop(while: \.isWhitespace)
    while text.last?.isWhitespace == true { text.removeLast() }
    return text
  }

  private mutating func append(_ text: Substring, to parts: inout [SinkTemplate.Part]) {
    guard !text.isEmpty else { return }
    parts.append(.text(String(text), at: offset(of: text.startIndex)))
    guard form == .json else { return }
    var isEscaped = false
    for character in text {
      if isEscaped {
        isEscaped = false
      } else if character == "\\" {
        isEscaped = isQuoted
      } else if character == "\"" {
        isQuoted.toggle()
      }
    }
  }

  private func field(_ text: Substring, isRaw: Bool, _ offset: Int) throws(GeoError) -> SinkTemplate.Field {
    let words = text.split(separator: "|", omittingEmptySubsequences: false)
      .map { SinkTemplateParser.trimmed($0) }
    let path = try self.path(of: words[0], offset)
    var field = SinkTemplate.Field(path: path, isRaw: isRaw, isQuoted: isQuoted, offset: offset)
    for word in words.dropFirst() { field.filters.append(try filter(word, of: path, offset)) }
    return field
  }

  private func filter(_ word: Substring, of path: [String], _ offset: Int) throws(GeoError)
    -> SinkTemplate.Filter
  {
    let name = path.joined(separator: ".")
    let isOurs = !["fields", "message"].contains(path[0])
    switch word {
    case "local":
      guard !isOurs || name == "time" else {
        throw fault(
          "{{\(name)|local}}: local is for times, and \(name) is not one: write {{time|local}}", at: offset)
      }
      return .local
    case "url": return .url
    default:
      guard let decimals = Int(word), (0...9).contains(decimals) else {
        throw fault(
          "{{\(name)|\(word)}}: there is no '\(word)': write local, url, or the number of decimals (0 to 9)",
          at: offset)
      }
      guard !isOurs || SinkTemplate.numbers.contains(name) else {
        throw fault("{{\(name)|\(word)}}: decimals are for numbers, and \(name) is a text", at: offset)
      }
      return .decimals(decimals)
    }
  }

  /// - Errors: ``GeoError`` `usage` for a name that no message has.
  private func path(of name: Substring, _ offset: Int) throws(GeoError) -> [String] {
    let path = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard !path.contains("") else { throw fault("{{\(name)}} names nothing: write {{title}}", at: offset) }
    if path[0] == "fields" {
      guard path.count > 1 else {
        throw fault("{{fields}} needs a name: {{fields.battery}} is the script's field battery", at: offset)
      }
      return path
    }
    guard SinkTemplate.names.contains(path[0]) else {
      throw fault(
        "{{\(name)}} is not a field of the host (\(SinkTemplate.names.joined(separator: ", ")))"
          + NearestName.advice(path[0], among: SinkTemplate.names)
          + "; a field of your script is {{fields.\(name)}}", at: offset)
    }
    guard path.count == 1 || path[0] == "message" else {
      throw fault("{{\(name)}}: \(path[0]) has no fields: write {{\(path[0])}}", at: offset)
    }
    return path
  }
}
