import Geo
import GeoLua

/// Joins alerts into one message: a line each, and one for a condition that began and ended among them.
struct AlertDigest {
  private let alerts: [PendingAlert]
  private let repeats: [AlertWindow.Repeats]
  private let zone: TimeZoneRules
  /// The ends of conditions that began here, by the id of the beginning.
  private let ends: [String: PendingAlert]

  init(_ alerts: [PendingAlert], repeats: [AlertWindow.Repeats], zone: TimeZoneRules) {
    (self.alerts, self.repeats, self.zone) = (alerts, repeats, zone)
    let begun = Set(alerts.flatMap(\.begins))
    var ends: [String: PendingAlert] = [:]
    for alert in alerts {
      if let begin = alert.ends, begun.contains(begin) { ends[begin] = alert }
    }
    self.ends = ends
  }

  /// Such as «3 alerts, 4 repeats».
  var subject: String {
    let count = repeats.reduce(0) { $0 + $1.count }
    let parts = [(alerts.count, "alert"), (count, "repeat")].filter { $0.0 > 0 }
    return parts.map { counted($0.0, $0.1) }.joined(separator: ", ")
  }

  private var lines: [String] {
    var lines: [String] = []
    for alert in alerts {
      // Said with its beginning.
      if let begin = alert.ends, ends[begin] != nil { continue }
      let end = alert.begins.lazy.compactMap { ends[$0] }.first
      let time = clock(alert.time) + (end.map { "–\(clock($0.time))" } ?? "")
      let title = alert.title.beginning(HeldRoom.title)
      lines.append(PlainText.line("\(time) \(alert.origin): \(title)"))
    }
    lines += repeats.map { PlainText.line("\(grouped($0.count)) × \($0.device): \($0.title)") }
    let most = AlertWindow.listed
    return lines.count <= most ? lines : lines.prefix(most) + ["and \(grouped(lines.count - most)) more"]
  }

  /// Hours and minutes on the clocks of the zone.
  private func clock(_ time: TimeInterval) -> String {
    let local = Int(time.rounded(.down)) + zone.offset(at: time)
    return RegionSchedule.text(
      local.flooredQuotientAndRemainder(dividingBy: RegionSchedule.day).remainder / 60 * 60)
  }

  /// The device of all alerts, or the first three of several.
  private var device: String {
    var (names, seen): ([String], Set<String>) = ([], [])
    for name in alerts.map(\.origin) + repeats.map(\.device) where seen.insert(name).inserted {
      names.append(name)
    }
    let rest = names.count > 3 ? " and \(names.count - 3) more" : ""
    return names.prefix(3).joined(separator: ", ") + rest
  }

  func message(title: String, at time: TimeInterval, kind: String) -> PendingAlert {
    var hash = FNV1a()
    for alert in alerts { hash.combine(alert.id) }
    for each in repeats { hash.combine("\(each.device) \(each.title) \(each.count)") }
    hash.combine(time.bitPattern)
    hash.combine(kind)
    var alert = Alert(
      id: hash.value.hexadecimal, time: time, device: device, title: title,
      body: lines.joined(separator: "\n"),
      fields: [
        ("digest", .string(kind)), ("count", .integer(Int64(alerts.count))),
        ("alerts", .array(alerts.prefix(AlertWindow.listed).map { .string($0.id) })),
      ])
    let priority = alerts.map(\.priority).max() ?? .default
    if priority != .default { alert.priority = priority }
    var message = PendingAlert(alert, body: alert.json.description)
    message.text = PlainText.line(
      "\(ISO8601.format(time, in: zone))  \(device)  \(title): \(lines.joined(separator: "; "))")
    // A sink that has the digest knows the conditions that go on.
    message.begins = alerts.flatMap(\.begins).filter { ends[$0] == nil }
    return message
  }
}

extension PendingAlert {
  /// The alert as the state directory keeps it while it waits.
  var json: JSONValue {
    var members: [(name: String, value: JSONValue)] = [
      ("time", .number(time)), ("device", .string(device)), ("id", .string(id)), ("title", .string(title)),
      ("priority", .string(priority.rawValue)), ("body", .string(body)), ("text", .string(text)),
      ("begins", .array(begins.map { .string($0) })), ("sequence", .integer(Int64(sequence))),
      ("repeat", .bool(isRepeat)),
    ]
    if origin != device { members.append(("origin", .string(origin))) }
    if let ends { members.append(("ends", .string(ends))) }
    if !extras.isEmpty { members.append(("extras", .object(extras))) }
    return .object(members)
  }

  init?(json: JSONValue) {
    guard let time = json["time"]?.seconds, let id = json["id"]?.text, let body = json["body"]?.text
    else { return nil }
    self.init(
      time: time, device: json["device"]?.text ?? "", id: id, title: json["title"]?.text ?? "", body: body)
    priority = json["priority"]?.text.flatMap { AlertPriority(rawValue: $0) } ?? .default
    text = json["text"]?.text ?? ""
    if case .array(let begun)? = json["begins"] { begins = begun.compactMap(\.text) }
    origin = json["origin"]?.text ?? device
    ends = json["ends"]?.text
    if case .object(let kept)? = json["extras"] { extras = kept }
    sequence = Int(json["sequence"]?.seconds ?? 0)
    if case .bool(true)? = json["repeat"] { isRepeat = true }
  }
}
