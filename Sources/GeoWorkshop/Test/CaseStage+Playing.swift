import Geo
import GeoFeeds
import GeoFormats
import GeoHost
import GeoLua
import LuaBridge

/// The words that make something happen.
extension CaseStage {
  /// - Errors: ``LuaMessage`` and ``GeoError`` for wrong arguments and files.
  func play(_ verb: TestVerb, _ arguments: [JSONValue], on device: String?) throws {
    let first = arguments.first ?? .null
    switch verb {
    case .track, .events: try playFiles(first, arguments.count > 1 ? arguments[1] : .null, verb, on: device)
    case .sim: try simulate(try TestSheet.text(first, "run:sim"), on: device)
    case .walk: try walk(first, on: device)
    case .fix: try playLine(first, type: "location", "run:fix", on: device)
    case .tap: try playLine(first, type: "tap", "run:tap", on: device)
    case .event: try playLine(first, type: nil, "run:event", on: device)
    case .wait: try wait(try seconds(first, "run:wait"))
    case .geocode: try rehearse(first)
    default: try finish()
    }
  }

  /// Seconds, as a number or as `4min`.
  func seconds(_ value: JSONValue, _ label: String) throws -> TimeInterval {
    let seconds: TimeInterval
    switch (value, value.asNumber) {
    case (_, .number(let number)?): seconds = number
    case (.string(let text), _): seconds = try Quantity.seconds(text, label)
    default:
      throw LuaMessage("\(label) takes seconds or a text such as \"4min\", got \(TestSheet.shown(value))")
    }
    guard seconds >= 0, seconds <= 1e9 else {
      throw LuaMessage("\(label) takes 0 s to 30 years, got \(value)")
    }
    return seconds
  }

  // MARK: Files and simulations

  private func playFiles(_ value: JSONValue, _ options: JSONValue, _ verb: TestVerb, on device: String?)
    throws
  {
    let label = "run:\(verb.rawValue)"
    let example = verb == .track ? "walk.gpx" : "walk.ndjson"
    let paths = value.hasMembers ? try TestSheet.texts(value, label) : []
    guard !paths.isEmpty else {
      throw LuaMessage("\(label): name a file: \(label)(\"\(example)\"), got \(TestSheet.shown(value))")
    }
    for path in paths {
      let address = try SourceAddress(path)
      guard address.isFile, path != "-" else {
        throw LuaMessage("\(label): \(path) is not a file: a test plays files (run:sim plays simulations)")
      }
    }
    var feed = FeedOptions()
    feed.timeZone = file.timeZone
    feed.groupField = groupField
    try TestSheet.each(options, of: label, ["interval", "pace", "start", "end"]) { name, value in
      let text = try TestSheet.text(value, "\(label): \(name)")
      switch name {
      case "interval": feed.interval = try Quantity.seconds(text, name)
      case "pace": feed.pace = try Quantity.speed(text, name)
      case "start": feed.start = try FeedOptions.time(text, in: file.timeZone, for: "start")
      default: feed.end = try FeedOptions.time(text, in: file.timeZone, for: "end")
      }
    }
    let files = paths.map { TestPaths.resolved($0, in: file.folder) }
    // The first file of a test names its device, as that of `geoscript run` does.
    let name = files.count > 1 ? nil : device ?? mainDevice
    try play(try events(of: files, device: name, options: feed), "\(label): \(paths.joined(separator: ", "))")
  }

  private func simulate(_ text: String, on device: String?) throws {
    var address = text.hasPrefix("sim:") ? text : "sim:" + text
    func add(_ name: String, _ value: String) throws {
      guard try SourceAddress(address)[name] == nil else { return }
      address += (address.contains("?") ? "&" : "?") + "\(name)=\(value)"
    }
    let name = name(of: device)
    try add("start", JSONValue.text(of: nextTime(of: name)))
    // A file is one of the test's folder.
    let kind = address.dropFirst(4).prefix { $0 != "?" }
    if kind.contains(".") {
      address = "sim:" + TestPaths.resolved(String(kind), in: file.folder) + address.dropFirst(4 + kind.count)
    }
    try play(try events(of: [address], device: name, options: FeedOptions()), "run:sim")
  }

  private func walk(_ fields: JSONValue, on device: String?) throws {
    var words: [String] = []
    var hasStart = false
    try TestSheet.each(
      fields, of: "run:walk", ["from", "to", "via", "speed", "interval", "accuracy", "pause"]
    ) {
      name, value in
      hasStart = hasStart || name == "from"
      switch name {
      case "from", "to": words.append("\(name)=\(try placeText(value, "run:walk: \(name)"))")
      case "via":
        for one in places(value) { words.append("via=\(try placeText(one, "run:walk: via"))") }
      default: words.append("\(name)=\(try TestSheet.text(value, "run:walk: \(name)"))")
      }
    }
    guard fields["to"] != nil else {
      throw LuaMessage("run:walk: to is missing: write run:walk{ to = \"52.5,13.4\", speed = 1.4 }")
    }
    if !hasStart {
      run.settle()
      guard let here = run.device(called: name(of: device))?.location?.coordinate else {
        throw LuaMessage("run:walk: the device has no place yet: add from = \"52.5,13.4\"")
      }
      words.append("from=\(JSONValue.text(of: here.latitude)),\(JSONValue.text(of: here.longitude))")
    }
    try simulate("walk?" + words.joined(separator: "&"), on: device)
  }

  /// One place, or several.
  private func places(_ value: JSONValue) -> [JSONValue] {
    guard case .array(let all) = value, all.first?.asNumber == nil else { return [value] }
    return all
  }

  /// A place as `latitude,longitude`: of a text, of two numbers, or of a coordinate.
  private func placeText(_ value: JSONValue, _ label: String) throws -> String {
    switch value {
    case .string(let text): return text.filter { $0 != " " }
    case .array(let numbers) where numbers.count == 2:
      return try numbers.map { try TestSheet.text($0, label) }.joined(separator: ",")
    default:
      guard let latitude = value["latitude"] ?? value["lat"],
        let longitude = value["longitude"] ?? value["lon"]
      else {
        throw LuaMessage(
          "\(label) takes a place: \"52.5,13.4\", { 52.5, 13.4 } or a coordinate, got \(value)")
      }
      return "\(try TestSheet.text(latitude, label)),\(try TestSheet.text(longitude, label))"
    }
  }

  // MARK: Single events

  /// Plays a line of the event log made of the fields of a table.
  private func playLine(_ fields: JSONValue, type: String?, _ label: String, on device: String?) throws {
    guard case .object(var members) = fields else {
      throw LuaMessage("\(label) takes a table of fields, got \(TestSheet.shown(fields))")
    }
    if let type {
      guard fields["type"] == nil else { throw LuaMessage("\(label): type is '\(type)' here: use run:event") }
      members.append(("type", .string(type)))
    }
    try checkNames(of: members, type ?? fields["type"]?.text ?? "location", label)
    let name = fields["device"]?.text ?? name(of: device)
    let time = try fields["time"].map { try instant($0, label) } ?? nextTime(of: name)
    members.removeAll { $0.name == "time" }
    members.append(("time", .number(time)))
    var feed = FeedOptions()
    feed.groupField = groupField
    let context = LineContext(name: label, device: name, directory: run.directory, options: feed)
    let events: [DeviceEvent]
    do { events = try NDJSONReader.events(of: JSONValue.object(members).description, in: context) } catch {
      throw LuaMessage("\(label): \(error.message)")
    }
    try play(events, label)
  }

  /// The time of an event: the next such time of the clock, or a date.
  ///
  /// - Source: TE-13.
  private func instant(_ value: JSONValue, _ label: String) throws -> TimeInterval {
    switch value {
    case .integer(let seconds): return TimeInterval(seconds)
    case .number(let seconds): return seconds
    case .string(let text):
      let start = now ?? usualStart
      guard let next = ClockTime.moment(text, after: start, in: file.timeZone, near: 0) else { fallthrough }
      guard next.isOfDay, next.time < start else { return next.time }
      return ClockTime.moment(text, after: start + next.length, in: file.timeZone, near: 0)?.time ?? next.time
    default:
      throw LuaMessage(
        "\(label): time takes a time such as \"10:02\", \"10:02:30\", a date of ISO 8601 or seconds since 1970, "
          + "got \(TestSheet.shown(value))")
    }
  }

  /// A misspelled field would be skipped in silence, and the test would play something else.
  private func checkNames(
    of members: [(name: String, value: JSONValue)], _ type: String, _ label: String
  ) throws {
    guard var names = NDJSONType.fieldNames(of: type) else { return }
    if let groupField { names.append(groupField) }
    for member in members where !names.contains(member.name) {
      guard !(type == "location" && member.name == "attributes") else {
        throw LuaMessage(
          "\(label): give attributes their own event: run:event{ type = \"attributes\", attributes = { … } }"
        )
      }
      let advice = NearestName.advice(member.name, among: names)
      throw LuaMessage(
        "\(label): '\(member.name)' is not a field of a line of the type \(type)\(advice) "
          + "(expected \(names.joined(separator: ", ")))")
    }
  }
}

extension JSONValue {
  /// Whether it is something, and no empty table.
  fileprivate var hasMembers: Bool {
    switch self {
    case .null: false
    case .object(let members): !members.isEmpty
    case .array(let elements): !elements.isEmpty
    default: true
    }
  }
}
