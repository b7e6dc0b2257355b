import Geo
import GeoFeeds

/// The address of Home Assistant's broker: `homeassistant+mqtt://user@host`.
public struct HomeAssistantAddress: Sendable, Hashable {
  /// The first level of the topics that Home Assistant reads.
  let prefix: String
  /// The first level of the topics of our values.
  let base: String
  private let source: SourceAddress

  /// - Errors: ``GeoError`` `usage` for a mistake, `noInput` for a file that cannot be read.
  init(_ text: Substring, _ words: inout SinkWords) throws(GeoError) {
    var source = try SourceAddress(String(text.dropFirst("homeassistant+".count)))
    guard !source.host.isEmpty else {
      throw GeoError(.usage, "the host is missing: write homeassistant+mqtt://HOST")
    }
    guard source.path.allSatisfy({ $0 == "/" }) else {
      throw GeoError(
        .usage, "the address has a topic: leave it out (prefix= and topic= name the first levels)")
    }
    prefix = try HomeAssistantAddress.level(try words.take("prefix") ?? "homeassistant", "prefix")
    base = try HomeAssistantAddress.level(try words.take("topic") ?? "geoscript", "topic")
    for name in ["client", "password-file", "ca", "cert", "key", "keepalive", "timeout"] {
      if let value = try words.take(name) { source.query.append(.init(name: name, value: value)) }
    }
    self.source = source
    _ = try broker(role: "alerts")
  }

  private static func level(_ text: String, _ word: String) throws(GeoError) -> String {
    let isName =
      !text.isEmpty && !text.hasPrefix("$")
      && !text.contains(where: { "+#/".contains($0) || $0.isWhitespace })
    guard isName else { throw GeoError(.usage, "\(word)= takes one level of a topic, got '\(text)'") }
    return text
  }

  /// Secrets and files are checked here.
  ///
  /// - Parameter role: each connection has its own client ID; that of the mirror says whether we are there.
  func broker(role: String) throws(GeoError) -> MQTTAddress {
    var source = source
    source.path = "/\(base)/\(role)"
    if let index = source.query.firstIndex(where: { $0.name == "client" }) {
      source.query[index].value += "-\(role)"
    }
    if role == "mirror" { source.query.append(.init(name: "status", value: status)) }
    return try MQTTAddress(source)
  }

  /// The topic that says whether the run is there.
  var status: String { "\(base)/status" }

  /// The address without user and words.
  var label: String { "homeassistant+\(source.scheme)://\(source.host)\(source.port.map { ":\($0)" } ?? "")" }
}
