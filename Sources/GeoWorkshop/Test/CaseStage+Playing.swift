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
    switch value.asNumber {
    case .number(let number)?: seconds = number
    default: seconds = try Quantity.seconds(try TestSheet.text(value, label), label)
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
    let paths = try TestSheet.texts(value, label)
    guard !paths.isEmpty else { throw LuaMessage("\(label): name a file: \(label)(\"walk.gpx\")") }
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
      case "start": feed.start = try FeedOptions.time(text, in: file.timeZone)
      default: feed.end = try FeedOptions.time(text, in: file.timeZone)
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
    if !hasStart {
      run.settle()
      guard let here = run.device(called: name(of: device))?.location?.coordinate else {
        throw LuaMessage("run:walk: from is missing: the device has no place yet")
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
      throw LuaMessage("\(label) takes a table of fields, got \(fields)")
    }
    if let type {
      guard fields["type"] == nil else { throw LuaMessage("\(label): type is '\(type)' here: use run:event") }
      members.append(("type", .string(type)))
    }
    let name = fields["device"]?.text ?? name(of: device)
    if fields["time"] == nil { members.append(("time", .number(nextTime(of: name)))) }
    if case .string(let time)? = fields["time"] {
      members = members.map { member in
        guard member.name == "time", let parsed = try? FeedOptions.time(time, in: file.timeZone) else {
          return member
        }
        return ("time", .number(parsed))
      }
    }
    var feed = FeedOptions()
    feed.groupField = groupField
    let context = LineContext(name: label, device: name, directory: run.directory, options: feed)
    let events: [DeviceEvent]
    do { events = try NDJSONReader.events(of: JSONValue.object(members).description, in: context) } catch {
      throw LuaMessage("\(label): \(error.message)")
    }
    try play(events, label)
  }
}
