import Geo
import GeoStore

/// The address of a topic of ntfy: `ntfys://ntfy.example/topic`.
public struct NtfyAddress: Sendable, Hashable {
  /// The address of the topic.
  let topic: HTTPAddress
  /// The address of the server, which takes JSON.
  let server: HTTPAddress
  let name: String

  /// - Errors: ``GeoError`` `usage` for a mistake.
  init(_ text: Substring, _ words: inout SinkWords) throws(GeoError) {
    let isSecure = text.lowercased().hasPrefix("ntfys:")
    let rest = text.dropFirst(isSecure ? 5 : 4)
    guard rest.hasPrefix("://") else {
      throw GeoError(.usage, "an address of ntfy is ntfys://HOST/TOPIC")
    }
    let base = (isSecure ? "https" : "http") + rest
    let path = rest.dropFirst(3).drop { $0 != "/" }
    // docs.ntfy.sh: a topic has letters, digits, _ and -, at most 64.
    name = path.split(separator: "/").last.map(String.init) ?? ""
    let isName = name.utf8.allSatisfy { byte in
      (0x30...0x39).contains(byte) || ((0x41...0x5a).contains(byte & 0xdf) && byte < 0x80)
        || "_-".utf8.contains(byte)
    }
    guard !name.isEmpty else { throw GeoError(.usage, "the topic is missing: write ntfys://HOST/TOPIC") }
    guard (1...64).contains(name.utf8.count), isName, !path.hasSuffix("/") else {
      throw GeoError(
        .usage, "the topic of ntfy must have 1 to 64 letters, digits, _ and -: write ntfys://HOST/TOPIC")
    }
    topic = try HTTPAddress(base, of: "ntfy")
    server = try HTTPAddress(String(base.dropLast(name.count)), of: "ntfy")
  }

  /// The address without its topic, which is as good as a password.
  var label: String { "ntfy " + topic.origin }
}

/// Publishes messages to a topic of ntfy.
///
/// - Source: docs.ntfy.sh/publish, "Publish as JSON" and "Attach local file".
final class NtfySink: AlertTransport {
  private let address: NtfyAddress
  private let shape: SinkShape
  private let pictures: SinkPictures
  private let post: HTTPPost

  static func route(
    _ address: NtfyAddress, _ shape: SinkShape, _ patience: Double
  ) throws(GeoError) -> AlertRoute {
    if let missing = HTTPClient.missing { throw GeoError(.cannotCreate, missing, at: address.label) }
    return AlertRoute(
      key: "ntfy+" + HTTPPost.key(address.topic), label: address.label, patience: patience
    ) { NtfySink(address, shape, $0) }
  }

  init(_ address: NtfyAddress, _ shape: SinkShape, _ pictures: SinkPictures) {
    (self.address, self.shape, self.pictures) = (address, shape, pictures)
    post = HTTPPost(address.server, [], others: [address.name])
  }

  func send(_ item: OutboxItem, isOver: () -> Bool) -> DeliveryAnswer {
    let message = (try? JSONParser.parse(item.body)) ?? .null
    let note = SinkNote(message, shape.template.map { $0.content(of: message, shape.style) })
    if let png = pictures.png(of: message) {
      return post.send(
        HTTPPost.Request(
          address: address.topic, method: "PUT", body: png, headers: NtfySink.headers(note, message)), isOver)
    }
    var members: [(name: String, value: JSONValue)] = [
      ("topic", .string(address.name)), ("title", .string(note.title)), ("message", .string(note.text)),
    ]
    if let priority = note.priority { members.append(("priority", .integer(Int64(priority)))) }
    if !note.tags.isEmpty { members.append(("tags", .array(note.tags.map { .string($0) }))) }
    if let link = note.link { members.append(("click", .string(link))) }
    if let actions = NtfySink.actions(message) { members.append(("actions", actions)) }
    return post.send(
      HTTPPost.Request(
        body: Array(JSONValue.object(members).description.utf8), headers: ["Content-Type: application/json"]),
      isOver)
  }

  /// The fields of a message whose body is a picture. ntfy decodes RFC 2047, and `\\n` in a message.
  ///
  /// - Source: docs.ntfy.sh/publish, "Attach local file" and "UTF-8 in headers".
  private static func headers(_ note: SinkNote, _ message: JSONValue) -> [String] {
    func words(_ text: String) -> String { MailMessage.words(text, separator: " ") }
    var headers = [
      "Content-Type: image/png", "X-Filename: map.png", "X-Title: \(words(note.title))",
      "X-Message: \(words(note.text.replacing("\n", with: "\\n")))",
    ]
    if let priority = note.priority { headers.append("X-Priority: \(priority)") }
    if !note.tags.isEmpty { headers.append("X-Tags: \(words(note.tags.joined(separator: ",")))") }
    if let link = note.link { headers.append("X-Click: \(words(link))") }
    if let actions = actions(message) { headers.append("X-Actions: \(words(actions.description))") }
    return headers
  }

  /// The buttons that a script gave, as ntfy has them.
  static func actions(_ message: JSONValue) -> JSONValue? {
    guard case .array(let actions)? = message["actions"] ?? message["message"]?["actions"], !actions.isEmpty
    else {
      return nil
    }
    return .array(actions)
  }
}
