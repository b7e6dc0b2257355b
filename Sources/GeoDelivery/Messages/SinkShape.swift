import Geo
import GeoLua

/// What the words of an address say about any sink: which messages it gets, and in what form.
///
/// - Source: HO-82.
public struct SinkShape: Sendable, Hashable {
  /// The sink's own name; nil for one that is known by its address.
  public var name: String?
  /// The channel whose messages it gets; nil for alerts.
  public var channel: String?
  package var only: SinkFilter?
  package var not: [SinkFilter] = []
  package var template: SinkTemplate?
  /// The service whose form messages get.
  var service: NamedTemplate?
  /// Whether messages get a picture, and the reason of a crossing.
  var map = false
  var why = false
  package var style = SinkStyle()

  public init() {}

  /// - Errors: ``GeoError`` `usage` for a mistake, `noInput` for a template that cannot be read.
  init(_ words: inout SinkWords) throws(GeoError) {
    name = try words.take("name")
    if let name, name.isEmpty || name.contains(where: \.isWhitespace) {
      throw GeoError(.usage, "name= takes a name without spaces, got '\(name)'")
    }
    channel = try words.take("channel")
    if let channel, !ChannelMessage.isName(channel) {
      throw GeoError(.usage, "channel= takes a name without spaces, got '\(channel)'")
    }
    for text in words.takeAll("only") {
      let filter = try SinkFilter(text, word: "only")
      if only == nil { only = filter } else { only?.add(filter) }
    }
    for text in words.takeAll("not") { not.append(try SinkFilter(text, word: "not")) }
    if let zone = try words.take("time-zone") { style.zone = try TimeZoneOption(zone).rules }
    if let locale = try words.take("locale") { style.locale = try SinkLocale(locale) }
    map = try words.takeFlag("map")
    why = try words.takeFlag("why")
    guard let word = try words.take("template") else { return }
    if word.hasPrefix("@") {
      template = try SinkTemplate(word)
    } else {
      service = try NamedTemplate(word, &words)
    }
  }

  /// Whether the sink gets every alert, as it is.
  var isPlain: Bool {
    channel == nil && only == nil && not.isEmpty && template == nil && service == nil && !map && !why
  }

  /// Whether the sink gets a message.
  func accepts(_ message: SinkMessage) -> Bool {
    guard channel == message.channel else { return false }
    guard only != nil || !not.isEmpty else { return true }
    guard let json = try? JSONParser.parse(message.body) else { return true }
    return only?.matches(json) != false && !not.contains { $0.matches(json) }
  }

  /// Names the sinks that get the same alerts: what waits for them is joined together.
  var audience: String {
    (only.map { "only=\($0.text)" } ?? "") + not.map { "not=\($0.text)" }.joined()
  }

  /// Whether the sink gets what has come through quiet hours and groups.
  func takes(_ alert: PendingAlert) -> Bool {
    guard let wanted = alert.audience else { return accepts(alert.message) }
    return channel == nil && audience == wanted
  }

  /// The body of a message with what the sink asks for.
  func body(of message: SinkMessage) -> String {
    let wanted = message.extras.filter { $0.name == "map" ? map : why }
    guard !wanted.isEmpty, message.body.hasSuffix("}") else { return message.body }
    return message.body.dropLast() + "," + JSONValue.object(wanted).description.dropFirst()
  }

  /// The line of a message in a file; nil for one that the sink does not get.
  func line(_ message: SinkMessage) -> String? { accepts(message) ? line(of: message) : nil }

  /// The line of a message that the sink gets.
  func line(of message: SinkMessage) -> String {
    let body = body(of: message)
    guard let template, let json = try? JSONParser.parse(body),
      let line = try? JSONParser.parse(template.content(of: json, style).text)
    else { return body + "\n" }
    return line.description + "\n"
  }

  /// What the sink sends of a message that it accepts.
  func content(of body: String) -> SinkContent {
    guard channel != nil || template != nil || service != nil, let json = try? JSONParser.parse(body) else {
      return SinkContent(text: body, form: .json)
    }
    if let template { return template.content(of: json, style) }
    if let service { return service.content(of: json) }
    // HO-81: a text goes as it is, a table as JSON.
    switch json["message"] {
    case .string(let text)?: return SinkContent(text: text, form: .text)
    case let payload?: return SinkContent(text: payload.description, form: .json)
    case nil: return SinkContent(text: body, form: .json)
    }
  }
}
