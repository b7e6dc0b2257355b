import Geo
import LuaBridge

/// The form of a message that a service expects: `template=slack`.
struct NamedTemplate: Sendable, Hashable {
  enum Service: String, Sendable, CaseIterable {
    case slack, discord, telegram, teams, gotify, pushover
  }

  let service: Service
  /// What the service needs besides the message: the chat of Telegram, the keys of Pushover.
  private let recipients: [String: String]

  /// - Errors: ``GeoError`` `usage` for an unknown service, and without what the service needs.
  init(_ name: String, _ words: inout SinkWords) throws(GeoError) {
    let names = Service.allCases.map(\.rawValue)
    guard let service = Service(rawValue: name) else {
      throw GeoError(
        .usage,
        "template=\(name) is not known: write @FILE or one of \(names.joined(separator: ", "))"
          + NearestName.advice(name, among: names))
    }
    self.service = service
    let needed: [(word: String, member: String)] =
      switch service {
      case .telegram: [("chat", "chat_id")]
      case .pushover: [("token", "token"), ("user", "user")]
      default: []
      }
    var recipients: [String: String] = [:]
    for (word, member) in needed {
      guard let value = try words.take(word), !value.isEmpty else {
        throw GeoError(.usage, "template=\(name) needs \(word)=: write #template=\(name)&\(word)=…")
      }
      recipients[member] = value
    }
    self.recipients = recipients
  }

  /// What may not be in a message that others read.
  var secrets: [String] { Array(recipients.values) }

  func content(of message: JSONValue) -> SinkContent {
    let note = SinkNote(message, nil)
    let members: [(name: String, value: JSONValue?)] =
      switch service {
      case .slack: slack(note)
      case .discord: discord(note)
      case .telegram: telegram(note)
      case .teams: teams(note)
      case .gotify: gotify(note)
      case .pushover: pushover(note)
      }
    let known = members.compactMap { member in member.value.map { (name: member.name, value: $0) } }
    return SinkContent(text: JSONValue.object(known).description, form: .json)
  }

  private typealias Members = [(name: String, value: JSONValue?)]

  /// - Source: api.slack.com/reference/surfaces/formatting: `&`, `<` and `>` are escaped, a link is `<address|words>`.
  private func slack(_ note: SinkNote) -> Members {
    func escaped(_ text: String) -> String {
      text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }
    var lines = ["*\(escaped(note.title).replacing("*", with: "∗"))*", escaped(note.text)]
    if let link = note.link { lines.append("<\(escaped(link))|Map>") }
    return [("text", .string(NamedTemplate.cut(lines.joined(separator: "\n"), 40_000)))]
  }

  /// - Source: discord.com/developers/docs/resources/webhook, "Execute Webhook"; the limits of an embed are in
  ///   resources/message. Nobody is pinged.
  private func discord(_ note: SinkNote) -> Members {
    var embed: [(name: String, value: JSONValue)] = [
      ("title", .string(NamedTemplate.cut(note.title, 256))),
      ("description", .string(NamedTemplate.cut(note.text, 4096))), ("timestamp", .string(note.time)),
      ("footer", .object([("text", .string(NamedTemplate.cut(note.device, 2048)))])),
    ]
    if let link = note.link { embed.append(("url", .string(link))) }
    return [
      ("embeds", .array([.object(embed)])), ("allowed_mentions", .object([("parse", .array([]))])),
    ]
  }

  /// - Source: core.telegram.org/bots/api#sendmessage, #html-style: at most 4,096 characters.
  private func telegram(_ note: SinkNote) -> Members {
    var text =
      "<b>\(SinkTemplateWriter.html(NamedTemplate.cut(note.title, 500)))</b>\n"
      + SinkTemplateWriter.html(NamedTemplate.cut(note.text, 3000))
    if let link = note.link { text += "\n<a href=\"\(SinkTemplateWriter.html(link))\">Map</a>" }
    return [
      ("chat_id", recipients["chat_id"].map { .string($0) }), ("text", .string(text)),
      ("parse_mode", .string("HTML")), ("link_preview_options", .object([("is_disabled", .bool(true))])),
      ("disable_notification", (note.priority ?? 3) < 3 ? .bool(true) : nil),
    ]
  }

  /// - Source: learn.microsoft.com, "Post a workflow when a webhook request is received"; adaptivecards.io, 1.4.
  private func teams(_ note: SinkNote) -> Members {
    func block(_ text: String, _ more: [(name: String, value: JSONValue)]) -> JSONValue {
      .object([("type", .string("TextBlock")), ("text", .string(text)), ("wrap", .bool(true))] + more)
    }
    var card: [(name: String, value: JSONValue)] = [
      ("$schema", .string("http://adaptivecards.io/schemas/adaptive-card.json")),
      ("type", .string("AdaptiveCard")), ("version", .string("1.4")),
      (
        "body",
        .array([
          block(note.title, [("weight", .string("Bolder")), ("size", .string("Medium"))]),
          block(note.text, []), block(note.time, [("isSubtle", .bool(true))]),
        ])
      ),
    ]
    if let link = note.link {
      card.append(
        (
          "actions",
          .array([
            .object([("type", .string("Action.OpenUrl")), ("title", .string("Map")), ("url", .string(link))])
          ])
        ))
    }
    let attachment: [(name: String, value: JSONValue)] = [
      ("contentType", .string("application/vnd.microsoft.card.adaptive")), ("content", .object(card)),
    ]
    return [("type", .string("message")), ("attachments", .array([.object(attachment)]))]
  }

  /// - Source: gotify.net/api-docs#/message/createMessage; gotify.net/docs/msgextras.
  private func gotify(_ note: SinkNote) -> Members {
    let click = note.link.map { link in
      JSONValue.object([
        (
          "client::notification",
          .object([("click", .object([("url", .string(link))]))])
        )
      ])
    }
    return [
      ("title", .string(note.title)), ("message", .string(note.text)),
      ("priority", .integer([1: 0, 2: 2, 3: 5, 4: 8, 5: 10][note.priority ?? 3] ?? 5)), ("extras", click),
    ]
  }

  /// - Source: pushover.net/api: at most 1,024 characters of text, 250 of title, 512 of address; an emergency (2) needs
  ///   `retry` and `expire`.
  private func pushover(_ note: SinkNote) -> Members {
    let priority = (note.priority ?? 3) - 3
    return [
      ("token", recipients["token"].map { .string($0) }), ("user", recipients["user"].map { .string($0) }),
      ("title", .string(NamedTemplate.cut(note.title, 250))),
      ("message", .string(NamedTemplate.cut(note.text, 1024))), ("priority", .integer(Int64(priority))),
      ("retry", priority == 2 ? .integer(60) : nil), ("expire", priority == 2 ? .integer(3600) : nil),
      ("timestamp", ISO8601.parse(note.time).map { .integer(Int64($0)) }),
      ("url", note.link.flatMap { $0.count <= 512 ? .string($0) : nil }),
      ("url_title", note.link == nil ? nil : .string("Map")),
    ]
  }

  static func cut(_ text: String, _ limit: Int) -> String {
    text.utf16.count <= limit ? text : text.prefix(limit - 1) + "…"
  }
}
