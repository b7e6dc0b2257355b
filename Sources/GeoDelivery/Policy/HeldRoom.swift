import Geo
package import GeoLua

/// How much the alerts may take that wait for a digest or a group, and what is kept of one beyond that.
///
/// - Source: AL-15.
package struct HeldRoom: Sendable {
  /// Bytes beyond which an alert that comes keeps only the beginnings of its texts.
  static let whole = 64 << 20
  /// Bytes beyond which a digest is sent early.
  static let most = 128 << 20
  /// Bytes of a title or a body of which only the beginning is kept, and of a title in a digest.
  static let title = 1000
  /// Bytes of an alert whose texts were shortened: fields of the script go if it has more.
  fileprivate static let shortened = 4096

  /// What became of alerts beyond the room.
  package struct Tally: Sendable, Hashable {
    /// Alerts that kept only the beginnings of their texts.
    package var shortened = 0
    /// Digests that were sent before their time.
    var early = 0
    /// Alerts of which only their number is known.
    package var lost = 0

    package init() {}

    package mutating func add(_ other: Tally) {
      shortened += other.shortened
      early += other.early
      lost += other.lost
    }

    /// Lines of the summary; none if all alerts had room.
    package var lines: [String] {
      [
        (shortened, "alert", "kept only the beginnings of their texts while they waited"),
        (early, "digest", "came before the end of the quiet hours or of the group"),
        (lost, "alert", "had no room to wait: they were not sent"),
      ].filter { $0.0 > 0 }.map { "more alerts than may wait: \(counted($0.0, $0.1)) \($0.2)" }
    }
  }

  private(set) var bytes = 0

  package init() {}

  /// Takes the room of an alert; returns what is kept of it.
  package mutating func keep(_ alert: PendingAlert, _ tally: inout Tally) -> PendingAlert {
    var kept = alert
    if !isWhole(alert.size), alert.isLong {
      kept = alert.shortened
      tally.shortened += 1
    }
    bytes += kept.size
    return kept
  }

  package mutating func add(_ bytes: Int) { self.bytes += bytes }

  /// Whether an alert of so many bytes may keep its texts.
  package func isWhole(_ size: Int, part: Int = 1) -> Bool { bytes + size <= HeldRoom.whole / part }

  /// Whether nothing more may wait.
  ///
  /// - Parameter part: by how much the room is divided.
  package func isFull(part: Int = 1) -> Bool { bytes > HeldRoom.most / part }
}

extension Alert {
  /// About the bytes that it takes while it waits, as JSON and as a line.
  package var heldSize: Int { 1024 + 2 * (title.utf8.count + body.utf8.count) + extrasSize + fieldsSize }

  private var extrasSize: Int { extras.reduce(0) { $0 + $1.value.size } }
  private var fieldsSize: Int { fields.reduce(0) { $0 + $1.name.utf8.count + $1.value.size } }

  /// Whether ``withBeginnings`` changes it.
  package var isLong: Bool {
    title.utf8.count > HeldRoom.title || body.utf8.count > HeldRoom.title
      || fieldsSize + extrasSize > HeldRoom.shortened
  }

  /// The alert with the beginnings of its texts, and without what only some sinks ask for.
  package var withBeginnings: Alert {
    var short = self
    (short.title, short.body, short.extras) = (
      title.beginning(HeldRoom.title), body.beginning(HeldRoom.title), []
    )
    short.fields = fields.map { ($0.name, $0.value.withTexts(of: HeldRoom.title)) }
    if short.fieldsSize > HeldRoom.shortened { short.fields = [] }
    return short
  }
}

extension PendingAlert {
  /// About the bytes that it takes in memory.
  package var size: Int {
    let texts = [device, origin, id, title, body, text].reduce(0) { $0 + $1.utf8.count }
    return 256 + texts + extras.reduce(0) { $0 + 32 + $1.name.utf8.count + $1.value.size }
  }

  /// Whether shortening changes it.
  fileprivate var isLong: Bool { body.utf8.count > 2 * HeldRoom.shortened || !extras.isEmpty }

  /// The alert with the beginnings of its texts, and without what only some sinks ask for.
  fileprivate var shortened: PendingAlert {
    var short = PendingAlert(
      time: time, device: device, id: id, title: title.beginning(HeldRoom.title), body: shortBody)
    (short.event, short.sequence, short.origin) = (event, sequence, origin)
    (short.priority, short.isRepeat, short.channel, short.audience) = (priority, isRepeat, channel, audience)
    (short.begins, short.ends, short.text) = (begins, ends, text.beginning(2 * HeldRoom.title))
    return short
  }

  private var shortBody: String {
    guard case .object(let members)? = try? JSONParser.parse(body) else { return body }
    let short = members.map { ($0.name, $0.value.withTexts(of: HeldRoom.title)) }
    let text = JSONValue.object(short).description
    guard text.utf8.count > HeldRoom.shortened else { return text }
    let own = Set(Alert.fields.map(\.name))
    return JSONValue.object(short.filter { own.contains($0.0) }).description
  }
}
