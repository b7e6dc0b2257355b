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
    /// A topic of a broker.
    case mqtt(MQTTSinkAddress)
    /// A topic of ntfy.
    case ntfy(NtfyAddress)
    /// Mail.
    case smtp(SMTPAddress)
    /// Home Assistant, by discovery.
    case homeAssistant(HomeAssistantAddress)
    /// A service that Apprise knows.
    case apprise(AppriseAddress)
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
    do throws(GeoError) {
      kind = try AlertSinkOption.kind(parts.address, &words)
      shape = try SinkShape(&words)
      try words.finish()
      if case .ndjson = kind, let template = shape.template, template.form != .json {
        throw GeoError(.usage, "ndjson takes templates of JSON only", at: template.path)
      }
      if let service = shape.service?.service, origin == nil {
        throw GeoError(.usage, "template=\(service) is for https://… only: write template=@FILE")
      }
      if shape.map { try checkPicture() }
      if case .homeAssistant = kind, shape.template != nil || shape.channel != nil {
        throw GeoError(.usage, "Home Assistant gets alerts as they are: leave template= and channels out")
      }
    } catch {
      // An address may hold a password, so only its scheme is shown.
      let subject = parts.address.prefix { $0 != ":" }
      guard error.place == nil, !error.message.contains("alert sink") else { throw error }
      throw GeoError(error.code, "the sink \(subject): \(error.message)")
    }
  }

  /// - Errors: ``GeoError`` `usage` for a sink that sends no pictures.
  private func checkPicture() throws(GeoError) {
    switch kind {
    case .ntfy, .smtp, .apprise: return
    case .post where shape.template == nil && shape.service == nil: return
    case .exec where shape.template == nil: return
    default:
      throw GeoError(
        .usage,
        "map=1 is for ntfy:, smtp:, apprise:, and for https: and exec: without a template: leave it out")
    }
  }

  /// Reads a word after `--alerts` that may stand for several sinks: each address in a file of Apprise is one.
  ///
  /// - Errors: as ``init(_:)``.
  public static func all(_ word: String) throws(GeoError) -> [AlertSinkOption] {
    let text = try address(word)
    let parts = parts(text)
    guard parts.address.hasPrefix("apprise:@") else { return [try AlertSinkOption(text)] }
    var sinks: [AlertSinkOption] = []
    let addresses = try AppriseAddress.read(String(parts.address.dropFirst(9)))
    for (number, address) in addresses.enumerated() {
      var sink = try AlertSinkOption(
        "apprise:json://localhost" + (parts.words.isEmpty ? "" : "#\(parts.words)"))
      sink.kind = .apprise(address)
      if let name = sink.shape.name, addresses.count > 1 { sink.shape.name = "\(name)-\(number + 1)" }
      sinks.append(sink)
    }
    return sinks
  }

  /// Reads a word after `--alerts`.
  ///
  /// - Errors: as ``all(_:)``, with the option's name.
  public static func alerts(_ word: String) throws(GeoError) -> [AlertSinkOption] {
    do throws(GeoError) { return try all(word) } catch {
      throw error.place == nil ? GeoError(error.code, "--alerts: \(error.message)") : error
    }
  }

  /// Reads a word after `--channel`: `lights=mqtt://…`.
  ///
  /// - Errors: as ``init(_:)``.
  public static func channel(_ word: String) throws(GeoError) -> [AlertSinkOption] {
    let name = String(word.prefix { $0 != "=" })
    guard name.endIndex != word.endIndex, ChannelMessage.isName(name) else {
      // What stands there may be a secret.
      throw GeoError(.usage, "--channel takes a name and an address: --channel lights=https://…")
    }
    do throws(GeoError) {
      var sinks = try all(String(word.dropFirst(name.count + 1)))
      guard sinks.allSatisfy({ $0.shape.channel == nil || $0.shape.channel == name }) else {
        throw GeoError(.usage, "channel= names another channel: leave it out")
      }
      guard !sinks.contains(where: { if case .homeAssistant = $0.kind { true } else { false } }) else {
        throw GeoError(.usage, "Home Assistant gets alerts: name it with --alerts")
      }
      for index in sinks.indices { sinks[index].shape.channel = name }
      return sinks
    } catch {
      throw error.place == nil ? GeoError(error.code, "--channel \(name): \(error.message)") : error
    }
  }

  /// The word itself, or the first line of `@FILE`.
  package static func address(_ word: String) throws(GeoError) -> String {
    guard word.hasPrefix("@") else { return word }
    let path = String(word.dropFirst())
    let lines = try OptionFile.read(path, for: "an address as @FILE").split(whereSeparator: \.isNewline)
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
    // Addresses of Apprise have words of their own behind ?.
    let isForeign =
      HTTPAddress.isMeant(by: text) || text.hasPrefix("apprise:") && !text.hasPrefix("apprise:@")
    let mark: Character = isForeign ? "#" : "?"
    guard let start = mark == "#" ? text.lastIndex(of: mark) : text.firstIndex(of: mark) else {
      return (text[...], "")
    }
    let words = text[text.index(after: start)...]
    // Addresses are copied from browsers, with fragments that say nothing to us.
    let isOurs = mark == "?" || words.contains("=") || ["map", "why"].contains(words)
    // A channel of Slack begins with # in an address of Apprise.
    if !isOurs, text.hasPrefix("apprise:") { return (text[...], "") }
    return (text[..<start], isOurs ? words : "")
  }

  private static func kind(_ text: Substring, _ words: inout SinkWords) throws(GeoError) -> Kind {
    let scheme = text.firstRange(of: "://").map { text[..<$0.lowerBound].lowercased() } ?? ""
    switch text {
    case "text": return .text
    case "ndjson": return .ndjson(path: nil)
    case "none": return .none
    case "ndjson:": throw GeoError(.usage, "the file is missing: write ndjson:FILE")
    case "exec:": throw GeoError(.usage, "the command is missing: write exec:COMMAND")
    case _ where text.hasPrefix("ndjson:"):
      return .ndjson(path: String(text.dropFirst(7)))
    case _ where text.hasPrefix("exec:"):
      return .exec(command: String(text.dropFirst(5)))
    case _ where HTTPAddress.isMeant(by: String(text)): return .post(try HTTPAddress(String(text)))
    case _ where ["mqtt", "mqtts"].contains(scheme): return .mqtt(try MQTTSinkAddress(text, &words))
    case _ where ["ntfy", "ntfys"].contains(scheme): return .ntfy(try NtfyAddress(text, &words))
    case _ where ["homeassistant+mqtt", "homeassistant+mqtts"].contains(scheme):
      return .homeAssistant(try HomeAssistantAddress(text, &words))
    case _ where text.hasPrefix("apprise:"): return .apprise(try AppriseAddress(text.dropFirst(8)))
    case _ where ["smtp", "smtps"].contains(scheme): return .smtp(try SMTPAddress(text, &words))
    default:
      // An address with a misspelled scheme may contain a password.
      throw SinkAdvice.unknown(text)
    }
  }

  /// Whether a message waits for an answer, so that the end of a run may have to wait.
  public var waitsForReceivers: Bool {
    switch kind {
    case .text, .ndjson, .none: false
    default: true
    }
  }

  /// What its address begins with, which holds no secret.
  public var scheme: String {
    switch kind {
    case .text: "text"
    case .ndjson: "ndjson"
    case .exec: "exec:…"
    case .post: "https://…"
    case .mqtt: "mqtt://…"
    case .ntfy: "ntfy://…"
    case .smtp: "smtp://…"
    case .homeAssistant: "homeassistant+mqtt://…"
    case .apprise: "apprise:…"
    case .none: "none"
    }
  }

  /// The server of a web hook; nil for other sinks.
  public var origin: String? {
    if case .post(let address) = kind { address.origin } else { nil }
  }
}
