public import Geo
import LuaBridge

/// The arguments of `geoscript.alert`.
struct AlertFields {
  var title: String
  var body: String
  var isLate: Bool
  var others: [(name: String, value: JSONValue)] = []

  /// Field names that the host fills in: those of the alert, and those that `--json` adds to each line.
  static let reserved: Set<String> = Set(Alert.fields.map(\.name)).subtracting(["title", "body"])
    .union(["type", "sequence"])

  init(_ stack: LuaStack, _ index: Int32) throws {
    guard [.table, .sequence].contains(LuaKind(stack, index)) else {
      throw LuaMessage("geoscript.alert takes a table: write geoscript.alert{ title = \"…\", body = \"…\" }")
    }
    var (title, body, isLate) = (String?.none, String?.none, false)
    var others: [(name: String, value: JSONValue)] = []
    try LuaTable.forEachField(stack, index) { name in
      switch name {
      case "title": title = LuaStackWork.description(stack, -1)
      case "body": body = LuaStackWork.description(stack, -1)
      case "late": isLate = try AlertFields.flag(stack)
      case _ where AlertFields.reserved.contains(name):
        throw LuaMessage("geoscript.alert: field '\(name)' is reserved for the host: choose another name")
      default:
        do { others.append((name, try ScriptJSON.value(stack, -1))) } catch let message as LuaMessage {
          throw LuaMessage("geoscript.alert: field '\(name)': \(message)")
        }
      }
    }
    guard let title = title ?? body else {
      throw LuaMessage("geoscript.alert: the title is missing: write geoscript.alert{ title = \"…\" }")
    }
    self.title = title
    self.body = body == title ? "" : body ?? ""
    self.isLate = isLate
    self.others = others
  }
}

extension AlertFields {
  private static func flag(_ stack: LuaStack) throws -> Bool {
    do { return try Bool.read(stack, -1) } catch let mismatch as LuaMismatch {
      throw LuaMessage("geoscript.alert: field 'late': \(mismatch.message)")
    }
  }
}

extension RunningScript {
  /// Alerts about fixes older than this, in seconds, are not raised.
  ///
  /// - Source: HO-3.
  static let lateness: TimeInterval = 900

  /// Records the alert; false when the event that raised it came too late.
  func raise(_ fields: AlertFields) throws -> Bool {
    if device.currentLateness > RunningScript.lateness, !fields.isLate {
      suppressedAlerts += 1
      return false
    }
    let event = device.currentRegionEvent
    try charge(fields)
    let time = device.clock.now
    let region = event?.region.identifier
    let words: [CLLocationManagerCallback: String] = [
      .didEnterRegion: "enter", .didExitRegion: "exit", .didDwellInRegion: "dwell",
    ]
    alertCount += 1
    record(
      .alert(
        Alert(
          id: recordID(region ?? "", at: time), time: time, device: device.name, title: fields.title,
          body: fields.body,
          region: region, event: event.flatMap { words[$0.callback] },
          visit: event.flatMap { $0.visit == 0 ? nil : $0.visit.hexadecimal },
          location: event?.location ?? device.location, isInBackground: device.appState != .foreground,
          fields: fields.others)))
    return true
  }
}

extension RunningScript {
  /// The id of the next record, the same whenever the same run writes it.
  func recordID(_ subject: String, at time: TimeInterval) -> String {
    var hash = FNV1a()
    hash.combine(device.name)
    hash.combine(subject)
    hash.combine(time.bitPattern)
    hash.combine(UInt64(sequence))
    return hash.value.hexadecimal
  }

  /// Charges the copy for bringing an alert to its sinks.
  ///
  /// - Errors: ``LuaMessage`` for one that is too long.
  private func charge(_ fields: AlertFields) throws {
    let bytes =
      fields.title.utf8.count + fields.body.utf8.count
      + fields.others.reduce(0) { $0 + $1.name.utf8.count + $1.value.description.utf8.count }
    guard bytes <= RunningScript.longestAlert else {
      throw LuaMessage(
        "geoscript.alert: an alert has at most \(RunningScript.longestAlert) bytes, got \(bytes)")
    }
    LuaStackWork.spend(environment.machine.stack, 2000 + bytes)
  }

  /// The most bytes of an alert, and of a message to a channel.
  static let longestAlert = 1 << 18
}

extension Alert {
  /// The alert as sinks write it: the fixed fields first, then the script's own.
  public var json: JSONValue {
    var members: [(name: String, value: JSONValue)] = [
      ("id", .string(id)), ("time", .string(ISO8601.format(time))), ("device", .string(device)),
      ("title", .string(title)), ("body", .string(body)),
    ]
    if let region { members.append(("region", .string(region))) }
    if let event { members.append(("event", .string(event))) }
    if let visit { members.append(("visit", .string(visit))) }
    if let location {
      members += location.coordinateFields
      members.append(("horizontalAccuracy", .number(location.horizontalAccuracy)))
    }
    if isInBackground { members.append(("appState", .string("background"))) }
    return .object(members + fields)
  }
}

extension Alert {
  /// The fixed fields of an alert in order, with their summaries.
  public static let fields: [(name: String, summary: String)] = [
    ("id", "16 hexadecimal digits; the same whenever the same run raises it"),
    ("time", "when the script raised it, by the device's clock: ISO 8601, UTC"),
    ("device", "the device's name"),
    ("title", "the script's `title`"),
    ("body", "the script's `body`; empty if it gave none"),
    ("region", "the identifier of the region; only in a region's callback"),
    ("event", "`enter`, `exit` or `dwell`; only in a region's callback"),
    (
      "visit",
      "identifies the visit: the same for all its alerts, from enter to exit; only in a region's callback"
    ),
    ("latitude", "the device's latitude in degrees; missing before its first fix"),
    ("longitude", "the device's longitude in degrees"),
    ("horizontalAccuracy", "accuracy of that fix, in meters"),
    ("appState", "`background` if the app was not in front; missing in the foreground"),
  ]

  /// The manual's table of these fields.
  public static let fieldTable =
    "| field | value |\n|---|---|\n"
    + fields.map { "| `\($0.name)` | \($0.summary) |" }.joined(separator: "\n")
}
