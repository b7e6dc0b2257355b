public import Geo
import LuaBridge

/// The arguments of `geoscript.alert`.
struct AlertFields {
  var title: String
  var body: String
  var isLate: Bool
  var priority: AlertPriority?
  /// Nil for an alert without a key.
  var terms: AlertTerms?
  var others: [(name: String, value: JSONValue)] = []

  /// Field names that the host fills in: those of the alert, and those that `--json` adds to each line.
  static let reserved: Set<String> = Set(Alert.fields.map(\.name)).subtracting([
    "title", "body", "group", "key", "priority",
  ])
  .union(["type", "sequence"])

  static let form = "geoscript.alert{ title = \"…\", body = \"…\" }"

  /// Which function gets the fields: `geoscript.resolve` needs no title, and takes no terms.
  enum Call: String {
    case alert = "geoscript.alert"
    case resolve = "geoscript.resolve"
  }

  init(_ stack: LuaStack, _ index: Int32, of call: Call = .alert) throws {
    guard [.table, .sequence].contains(LuaKind(stack, index)) else {
      throw LuaMessage(
        call == .alert
          ? "geoscript.alert takes a table: write \(AlertFields.form)"
          : "geoscript.resolve: the fields must be a table: write geoscript.resolve(key, { title = \"…\" })")
    }
    var (title, body, isLate) = (String?.none, String?.none, false)
    var others: [(name: String, value: JSONValue)] = []
    var (terms, priority) = (AlertTermFields(), AlertPriority?.none)
    try LuaTable.forEachField(stack, index) { name in
      switch name {
      case "title": title = LuaStackWork.description(stack, -1)
      case "body": body = LuaStackWork.description(stack, -1)
      case "late": isLate = try AlertFields.flag(stack)
      case _ where AlertTermFields.names.contains(name) || name == "priority":
        guard call == .alert else {
          throw LuaMessage("geoscript.resolve: field '\(name)' belongs to geoscript.alert: leave it out")
        }
        if name == "priority" {
          priority = try AlertFields.priority(stack)
        } else {
          try terms.read(name, stack)
        }
      case _ where AlertFields.reserved.contains(name):
        throw LuaMessage("\(call.rawValue): field '\(name)' is reserved for the host: choose another name")
      default:
        do { others.append((name, try ScriptJSON.value(stack, -1))) } catch let message as LuaMessage {
          throw LuaMessage("\(call.rawValue): field '\(name)': \(message)")
        }
      }
    }
    if let key = LuaTable.strayKey(stack, index, length: 0, takesStrings: true) {
      throw LuaMessage(
        "\(call.rawValue): each field needs a name, \(key) has none: write \(AlertFields.form)")
    }
    self.terms = try terms.terms()
    self.priority = priority
    guard let title = title ?? body ?? (call == .resolve ? "" : nil) else {
      throw LuaMessage("geoscript.alert: the title is missing: write geoscript.alert{ title = \"…\" }")
    }
    self.title = title
    self.body = body == title ? "" : body ?? ""
    self.isLate = isLate
    self.others = others
  }
}

extension AlertFields {
  /// The alert of a notification.
  ///
  /// - Errors: ``LuaMessage`` for one without words.
  init(title: String, body: String, others: [(name: String, value: JSONValue)]) throws {
    guard !title.isEmpty || !body.isEmpty else {
      throw LuaMessage("a notification needs a title or a body: set content.title")
    }
    self.title = title.isEmpty ? body : title
    self.body = title.isEmpty ? "" : body
    isLate = false
    self.others = others
  }

  private static func priority(_ stack: LuaStack) throws -> AlertPriority {
    // ntfy calls the highest one by both names.
    if LuaKind(stack, -1) == .string {
      let word = try String.read(stack, -1)
      if let known = AlertPriority(rawValue: word == "urgent" ? "max" : word) { return known }
    }
    let names = (AlertPriority.allCases.map(\.rawValue) + ["urgent"]).map { "\"\($0)\"" }.joined(
      separator: ", ")
    throw LuaMessage(
      "geoscript.alert: field 'priority': one of \(names) expected, got \(LuaStackWork.description(stack, -1))"
    )
  }

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
    try app?.refuseInCondition("geoscript.alert")
    try refuseGroup(among: fields)
    // In a group script, the device that caused it; the hub has no fixes.
    let source = subject?.device ?? device
    if source.currentLateness > RunningScript.lateness, !fields.isLate {
      suppressedAlerts += 1
      return false
    }
    try charge(fields)
    return try bring(fields)
  }

  /// Records the alert, whose work is charged already; false when its terms hold it back.
  @discardableResult
  func bring(_ fields: AlertFields) throws -> Bool {
    let source = subject?.device ?? device
    let report = source.currentRegionEvent
    let (region, event, visit) = RunningScript.regionFields(report)
    var alert = Alert(
      id: recordID(region ?? "", at: device.clock.now), time: device.clock.now, device: causingName,
      group: app?.group.name, title: fields.title, body: fields.body, region: region, event: event,
      visit: visit, location: report?.location ?? source.location,
      isInBackground: device.appState != .foreground, fields: fields.others)
    alert.priority = fields.priority
    if let terms = fields.terms {
      alert.key = terms.key
      alert.status = .firing
      guard try policy.admit(&alert, terms) else { return false }
    }
    alertCount += 1
    record(.alert(alert))
    return true
  }

  /// Refuses a field that the host fills in for a group.
  func refuseGroup(among fields: AlertFields, of call: AlertFields.Call = .alert) throws {
    if app != nil, fields.others.contains(where: { $0.name == "group" }) {
      throw LuaMessage("\(call.rawValue): field 'group' is reserved for the host: choose another name")
    }
  }

  /// The device that causes what the script does; empty in a group script where none does.
  var causingName: String { app == nil ? device.name : subject?.name ?? "" }

  /// What an alert says about the region whose callback raised it.
  static func regionFields(_ report: RegionReport?) -> (region: String?, event: String?, visit: String?) {
    guard let report else { return (nil, nil, nil) }
    let words: [CLLocationManagerCallback: String] = [
      .didEnterRegion: "enter", .didExitRegion: "exit", .didDwellInRegion: "dwell",
    ]
    let visit = report.visit == 0 ? nil : report.visit.hexadecimal
    return (report.region.identifier, words[report.callback], visit)
  }
}

extension RunningScript {
  /// The id of the next record, the same whenever the same run writes it.
  func recordID(_ matter: String, at time: TimeInterval) -> String {
    var hash = FNV1a()
    if let app { hash.combine(app.group.name) }
    hash.combine(causingName)
    hash.combine(matter)
    hash.combine(time.bitPattern)
    hash.combine(UInt64(sequence))
    return hash.value.hexadecimal
  }

  /// Charges the copy for bringing an alert to its sinks.
  ///
  /// - Errors: ``LuaMessage`` for one that is too long.
  func charge(_ fields: AlertFields) throws {
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
    var members: [(name: String, value: JSONValue)] = [("id", .string(id)), ("time", .time(time))]
    if group == nil || !device.isEmpty { members.append(("device", .string(device))) }
    if let group { members.append(("group", .string(group))) }
    members += [("title", .string(title)), ("body", .string(body))]
    if let region { members.append(("region", .string(region))) }
    if let event { members.append(("event", .string(event))) }
    if let visit { members.append(("visit", .string(visit))) }
    if let location {
      members += location.coordinateFields
      members.append(("horizontalAccuracy", .number(location.horizontalAccuracy)))
    }
    if let zone { members.append(("zone", .string(zone))) }
    if isInBackground { members.append(("appState", .string("background"))) }
    if let key { members.append(("key", .string(key))) }
    if let status { members.append(("status", .string(status.rawValue))) }
    if let priority { members.append(("priority", .string(priority.rawValue))) }
    if let occurrence { members.append(("alert", .string(occurrence))) }
    if let repeatNumber { members.append(("repeat", .integer(Int64(repeatNumber)))) }
    return .object(members + fields)
  }
}

extension Alert {
  /// The fixed fields of an alert in order, with their summaries.
  public static let fields: [(name: String, summary: String)] = [
    ("id", "16 hexadecimal digits; the same whenever the same run raises it"),
    ("time", "when the script raised it, by the device's clock: ISO 8601, UTC"),
    ("device", "the device's name; missing in a group script if no single device caused it"),
    ("group", "the name of the group; only in a group script"),
    ("title", "the script's `title`, or its `body` if it gave no title"),
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
    ("zone", "the [privacy zone](privacy.md) that the device is in, in place of the three fields before"),
    ("appState", "`background` if the app was not in front; missing in the foreground"),
    ("key", "the script's `key`, which names a condition"),
    ("status", "`firing`, or `resolved` for the end that `geoscript.resolve` sends; only with a key"),
    (
      "priority",
      "the script's `priority`: `min`, `low`, `default`, `high` or `max`, for which it may also write `urgent`; missing if "
        + "it gave none"
    ),
    ("alert", "the `id` of the alert that began the condition; missing in that alert"),
    ("repeat", "counts the repeats of `repeatEvery` from 1"),
  ]

  /// The manual's table of these fields.
  public static let fieldTable =
    "| field | value |\n|---|---|\n"
    + fields.map { "| `\($0.name)` | \($0.summary) |" }.joined(separator: "\n")
}
