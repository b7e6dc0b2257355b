public import Geo
import GeoLua

/// A sink with what its address says: a word after `--alerts` or `--channel`.
public struct AlertSinkOption: Sendable, Hashable {
  /// Where messages go.
  public enum Kind: Sendable, Hashable {
    /// A readable line on standard output.
    case text
    /// One JSON object per line, on standard output or appended to a file.
    case ndjson(path: String?)
    /// A shell command for each message, which gets it on standard input.
    case exec(command: String)
    /// A web hook that each message is posted to.
    case post(HTTPAddress)
    case none
  }

  public var kind: Kind
  public var shape = SinkShape()

  public init(_ kind: Kind) { self.kind = kind }

  public static let text = AlertSinkOption(.text)
  public static let none = AlertSinkOption(.none)
  public static func ndjson(path: String?) -> AlertSinkOption { AlertSinkOption(.ndjson(path: path)) }
  public static func exec(command: String) -> AlertSinkOption { AlertSinkOption(.exec(command: command)) }

  /// Reads a word after `--alerts`.
  ///
  /// - Errors: ``GeoError`` `usage` for a mistake, listing the possible forms; `noInput` for a file that cannot be
  ///   read.
  public init(_ word: String) throws(GeoError) {
    let parts = AlertSinkOption.parts(try AlertSinkOption.address(word))
    var words = SinkWords(parts.words)
    kind = try AlertSinkOption.kind(parts.address, &words)
    do throws(GeoError) {
      shape = try SinkShape(&words)
      try words.finish()
      if case .ndjson = kind, let template = shape.template, template.form != .json {
        throw GeoError(.usage, "ndjson takes templates of JSON only", at: template.path)
      }
    } catch {
      let subject = parts.address.prefix { $0 != ":" }
      throw error.place == nil ? GeoError(error.code, "the sink \(subject): \(error.message)") : error
    }
  }

  /// Reads a word after `--channel`: `lights=mqtt://…`.
  ///
  /// - Errors: as ``init(_:)``.
  public init(channel word: String) throws(GeoError) {
    let name = String(word.prefix { $0 != "=" })
    guard name.endIndex != word.endIndex, ChannelMessage.isName(name) else {
      // What stands there may be a secret.
      throw GeoError(.usage, "--channel takes a name and an address: --channel lights=https://…")
    }
    do throws(GeoError) {
      try self.init(String(word.dropFirst(name.count + 1)))
      guard shape.channel == nil || shape.channel == name else {
        throw GeoError(.usage, "channel= names another channel: leave it out")
      }
      shape.channel = name
    } catch {
      throw error.place == nil ? GeoError(error.code, "--channel \(name): \(error.message)") : error
    }
  }

  /// The word itself, or the first line of `@FILE`.
  static func address(_ word: String) throws(GeoError) -> String {
    guard word.hasPrefix("@") else { return word }
    let path = String(word.dropFirst())
    let lines = try TextFile.read(path).split(whereSeparator: \.isNewline)
      .filter { !$0.allSatisfy(\.isWhitespace) }
    guard let line = lines.first, lines.count == 1 else {
      throw GeoError(.usage, "must hold one address on one line, holds \(lines.count)", at: path)
    }
    guard !line.hasPrefix("@") else {
      throw GeoError(.usage, "names another file: write the address", at: path)
    }
    return String(line)
  }

  /// Separates an address from our words: behind `#` for web hooks and commands, behind `?` for others.
  ///
  /// - Source: HO-82.
  static func parts(_ text: String) -> (address: Substring, words: Substring) {
    if text.hasPrefix("exec:") {
      // In a shell, a # behind a space begins a comment.
      guard let mark = text.ranges(of: " #").last else { return (text[...], "") }
      let words = text[mark.upperBound...]
      let isOurs = words.contains("=") && !words.contains(where: \.isWhitespace)
      return isOurs ? (text[..<mark.lowerBound], words) : (text[...], "")
    }
    let mark: Character = HTTPAddress.isMeant(by: text) ? "#" : "?"
    guard let start = text.firstIndex(of: mark) else { return (text[...], "") }
    let words = text[text.index(after: start)...]
    // Addresses are copied from browsers, with fragments that say nothing to us.
    let isOurs = mark == "?" || words.contains("=") || ["map", "why"].contains(words)
    return (text[..<start], isOurs ? words : "")
  }

  private static func kind(_ text: Substring, _ words: inout SinkWords) throws(GeoError) -> Kind {
    switch text {
    case "text": return .text
    case "ndjson": return .ndjson(path: nil)
    case "none": return .none
    case _ where text.hasPrefix("ndjson:") && text.utf8.count > 7:
      return .ndjson(path: String(text.dropFirst(7)))
    case _ where text.hasPrefix("exec:") && text.utf8.count > 5:
      return .exec(command: String(text.dropFirst(5)))
    case _ where HTTPAddress.isMeant(by: String(text)): return .post(try HTTPAddress(String(text)))
    default:
      // An address with a misspelled scheme may contain a password.
      let name = text.prefix { $0 != "/" }
      throw GeoError(.usage, "'\(name)' is not an alert sink: write \(forms) or none")
    }
  }

  /// The forms of addresses, as messages list them.
  private static let forms = "text, ndjson, ndjson:FILE, exec:COMMAND, https://…"

  /// The server of a web hook; nil for other sinks.
  public var origin: String? {
    if case .post(let address) = kind { address.origin } else { nil }
  }
}
