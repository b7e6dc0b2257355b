import Geo
import LuaBridge

/// The topic of a sink, with names in braces: `home/{device}/{event}`.
struct MQTTTopic: Sendable, Hashable {
  private enum Part: Sendable, Hashable {
    case text(String)
    case name(String)
  }

  private var parts: [Part] = []
  /// The topic as it was given.
  let text: String

  static let names = ["device", "group", "event", "region", "channel"]

  /// - Errors: ``GeoError`` `usage` for a topic that nobody can publish to.
  /// - Source: MQTT 3.1.1, 4.7.
  init(_ text: String) throws(GeoError) {
    self.text = text
    guard !text.isEmpty else {
      throw GeoError(.usage, "the topic is missing: write mqtt://HOST/home/{device}/{event}")
    }
    guard text.utf8.count <= 4096, !text.hasPrefix("$"),
      !text.unicodeScalars.contains(where: { $0 == "+" || $0 == "#" || $0.value < 0x20 || $0.value == 0x7f })
    else {
      throw GeoError(
        .usage,
        "the topic must be a name without +, # and a leading $: write mqtt://HOST/home/{device}/{event}")
    }
    var rest = text[...]
    while let start = rest.firstIndex(of: "{") {
      parts.append(.text(String(rest[..<start])))
      let name = rest[start...].dropFirst().prefix { $0 != "}" }
      guard name.endIndex != rest.endIndex, MQTTTopic.names.contains(String(name)) else {
        throw GeoError(
          .usage,
          "{\(name)} in a topic is not one of \(MQTTTopic.names.map { "{\($0)}" }.joined(separator: ", "))"
            + NearestName.advice(String(name), among: MQTTTopic.names))
      }
      parts.append(.name(String(name)))
      rest = rest[rest.index(after: name.endIndex)...]
    }
    parts.append(.text(String(rest)))
  }

  /// The topic of a message.
  func filled(_ message: JSONValue) -> String {
    parts.reduce(into: "") { topic, part in
      switch part {
      case .text(let text): topic += text
      case .name(let name): topic += MQTTTopic.level(message[name]?.text, name)
      }
    }
  }

  /// A value as a part of a topic. A slash stays: phones of OwnTracks are called `user/phone`.
  private static func level(_ value: String?, _ name: String) -> String {
    guard let value, !value.isEmpty else { return name == "event" ? "alert" : "none" }
    return String(
      String.UnicodeScalarView(
        value.unicodeScalars.map {
          $0 == "+" || $0 == "#" || $0.value < 0x20 || (0x7f...0x9f).contains($0.value) ? "_" : $0
        }))
  }
}
