import Geo
import GeoFeeds

/// The versions of a stream's script, fences and settings, as its server keeps them.
///
/// Owner: the thread of its client.
///
/// - Source: SC-50, SC-51.
struct VersionLog {
  /// What is stored about a version besides its files.
  struct Head: Sendable {
    var number: UInt64
    /// When it was published, in seconds since 1970.
    var time: TimeInterval
    var script: String
    var fences: [String]
    var bytes: Int
    fileprivate var hash: String
    /// The messages with its first bytes; the rest is behind the head.
    fileprivate var parts: [UInt64]

    /// What tells it from a version of the same number in another stream.
    var key: String { "\(number)-\(hash.prefix(16))" }
  }

  /// When a version came into force.
  struct Force: Sendable {
    var version: UInt64
    /// The message of each partition that says so.
    var messages: [UInt64]
  }

  private let log: NATSLog
  private let token: String

  /// The most bytes of one message.
  private static let most = 512 << 10

  /// Makes the stream of versions if it is missing.
  ///
  /// - Errors: ``GeoError`` `unavailable` if the server refuses.
  init(_ client: NATSClient) throws(GeoError) {
    log = try NATSLog(client, name: "VERSIONS", subjects: ["version.>"])
    token = PartitionSubject.token(client.address.stream)
  }

  private func subject(_ number: UInt64) -> String { "version.\(token).head.\(number)" }

  /// Stores a version under the next number.
  ///
  /// - Errors: ``GeoError`` `unavailable` if the server does not answer or has no room.
  func append(_ version: StreamVersion, at time: TimeInterval) throws(GeoError) -> Head {
    let bytes = Array(version.json.utf8)
    var parts: [UInt64] = []
    var start = 0
    while bytes.count - start > VersionLog.most {
      let part = Array(bytes[start..<start + VersionLog.most])
      parts.append(try log.append(part, to: "version.\(token).part"))
      start += VersionLog.most
    }
    var head = Head(
      number: try newest()?.number ?? 0, time: time, script: version.script, fences: version.fences,
      bytes: version.bytes, hash: SHA256.text(of: bytes), parts: parts)
    // Somebody else may publish now.
    for _ in 0..<100 {
      head.number += 1
      do throws(GeoError) {
        _ = try log.append(Array(head.line.utf8) + bytes[start...], to: subject(head.number), after: 0)
        return head
      } catch { guard error.code == .cannotCreate else { throw error } }
    }
    throw GeoError(.unavailable, "others publish versions all the time", at: log.name)
  }

  /// The last version; nil without any.
  func newest() throws(GeoError) -> Head? {
    try log.last(of: "version.\(token).head.*").map { (found) throws(GeoError) in
      try Head(line: VersionLog.cut(found.bytes).line, in: log.name)
    }
  }

  /// A version without its files; nil if there is none of this number.
  func head(_ number: UInt64) throws(GeoError) -> Head? {
    try log.last(of: subject(number)).map { (found) throws(GeoError) in
      try Head(line: VersionLog.cut(found.bytes).line, in: log.name)
    }
  }

  /// A version with its files.
  ///
  /// - Errors: ``GeoError`` `data` if it is missing or damaged, `unavailable` if the server does not answer.
  func read(_ number: UInt64) throws(GeoError) -> (head: Head, version: StreamVersion) {
    guard let found = try log.last(of: subject(number)) else { throw missing(number) }
    let (line, rest) = VersionLog.cut(found.bytes)
    let head = try Head(line: line, in: log.name)
    var bytes: [UInt8] = []
    for part in head.parts {
      guard let message = try log.message(part) else { throw missing(number) }
      bytes += message.bytes
    }
    bytes += rest
    guard SHA256.text(of: bytes) == head.hash else {
      throw GeoError(.data, "version \(number) is damaged: publish it again", at: log.name)
    }
    return (head, try StreamVersion(json: String(decoding: bytes, as: UTF8.self)))
  }

  private func missing(_ number: UInt64) -> GeoError {
    GeoError(.data, "version \(number) is not there (any more): publish it again", at: log.name)
  }

  private static func cut(_ bytes: [UInt8]) -> (line: String, rest: ArraySlice<UInt8>) {
    let line = bytes.prefix { $0 != 0x0A }
    return (String(decoding: line, as: UTF8.self), bytes.dropFirst(line.count + 1))
  }

  // MARK: Force

  /// Notes since which messages a version is in force, for a worker that finds some removed.
  func note(_ force: Force) throws(GeoError) {
    let line = JSONValue.object([
      ("version", .integer(Int64(clamping: force.version))),
      ("messages", .array(force.messages.map { .integer(Int64(clamping: $0)) })),
    ]).description
    _ = try log.append(Array(line.utf8), to: "version.\(token).force")
  }

  /// The version that came into force last.
  func inForce() throws(GeoError) -> Force? {
    guard let found = try log.last(of: "version.\(token).force"),
      let json = try? JSONParser.parse(String(decoding: found.bytes, as: UTF8.self)),
      let version = json["version"]?.natural, case .array(let messages)? = json["messages"]
    else { return nil }
    return Force(version: version, messages: messages.compactMap(\.natural))
  }
}

extension VersionLog.Head {
  fileprivate var line: String {
    JSONValue.object([
      ("type", .string("version")), ("version", .integer(Int64(clamping: number))), ("time", .number(time)),
      ("script", .string(script)), ("fences", .array(fences.map { .string($0) })),
      ("bytes", .integer(Int64(bytes))), ("hash", .string(hash)),
      ("parts", .array(parts.map { .integer(Int64(clamping: $0)) })),
    ]).description + "\n"
  }

  fileprivate init(line: String, in place: String) throws(GeoError) {
    guard let json = try? JSONParser.parse(line), json["type"]?.text == "version",
      let number = json["version"]?.natural, let script = json["script"]?.text,
      case .array(let fences)? = json["fences"], let hash = json["hash"]?.text,
      case .array(let parts)? = json["parts"],
      case .number(let time)? = json["time"]?.asNumber
    else { throw GeoError(.data, "has a message that is not a version", at: place) }
    self.init(
      number: number, time: time, script: script, fences: fences.compactMap(\.text),
      bytes: Int(clamping: json["bytes"]?.natural ?? 0), hash: hash,
      parts: parts.compactMap(\.natural))
  }
}
