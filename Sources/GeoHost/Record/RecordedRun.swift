package import Geo
import GeoFeeds
import GeoFormats
import GeoLua
import Glibc

/// What the results of a run depend on besides its events: the first line of its recording has it.
///
/// - Shapes: an object; an option that was not given is missing. Files are hashed: the script and its modules by SHA-256.
/// - Source: WY-9.
package struct RecordedRun: Sendable {
  /// The member of the first line, and that of the line of a module.
  static let member = "run"
  static let module = "module"
  /// The member of the first line with the names of the zones that stand in place of positions.
  static let masked = "masked"

  let facts: JSONValue

  /// The longest value that stands there as it is.
  private static let longest = 64

  init(_ options: RunOptions, _ script: ScriptFile, _ unit: ScriptUnit) {
    let usual = RunOptions(script: "")
    var facts: [(name: String, value: JSONValue)] = [
      ("script", .string(script.name)), ("sha256", .string(script.hash)),
      ("seed", .string("\(options.seed)")),
      ("timeZone", .string(options.followsZones ? RecordedRun.following : options.timeZone.name)),
    ]
    func add(_ name: String, _ value: some CustomStringConvertible, if isGiven: Bool) {
      guard isGiven else { return }
      facts.append((name, .string(RecordedRun.shortened("\(value)"))))
    }
    add("fences", RecordedRun.hashes(ofFiles: options.fences), if: !options.fences.isEmpty)
    add("fence-accuracy", options.fenceAccuracy, if: options.fenceAccuracy != usual.fenceAccuracy)
    add(
      "settings", RecordedRun.hashes(ofFiles: options.settings.map { [$0] } ?? []),
      if: options.settings != nil)
    add("group-by", options.groupBy ?? "", if: options.groupBy != nil)
    // A recording of a script for each device has the silences themselves.
    add("stale-after", options.staleAfter ?? 0, if: options.staleAfter != nil && unit != .device)
    add("profile", options.profile.name, if: options.profile.name != usual.profile.name)
    add("background", true, if: options.runsInBackground)
    add("owntracks-waypoints", true, if: options.takesWaypoints)
    add(
      "arguments", RecordedRun.hash(options.arguments.joined(separator: "\0")), if: !options.arguments.isEmpty
    )
    add("max-instructions", options.maxInstructions, if: options.maxInstructions != usual.maxInstructions)
    add("max-memory", options.maxMemory, if: options.maxMemory != usual.maxMemory)
    add("max-memory-device", options.maxMemoryDevice, if: options.maxMemoryDevice != usual.maxMemoryDevice)
    self.facts = .object(facts)
  }

  /// The zone of a run whose devices each have that of their place.
  private static let following = "auto"

  private static func hash(_ text: String) -> String { SHA256.text(of: Array(text.utf8)) }

  /// A value as a recording has it.
  static func shortened(_ text: String) -> String { text.utf8.count <= longest ? text : hash(text) }

  static func hashes(ofFiles paths: [String]) -> String {
    paths.map { (try? FileHash.text(of: $0)) ?? "?" }.joined(separator: " ")
  }

  /// Names what differs between the recordings among the sources and the run that would play them.
  ///
  /// - Returns: sentences; empty if nothing does, or if no recording says how its run was.
  /// - Errors: ``GeoError`` of the script.
  package static func differences(_ options: RunOptions) throws(GeoError) -> [String] {
    var found: [String] = []
    for path in options.sources {
      let lines = RecordedRun.lines(of: path)
      guard let head = lines.first, let recorded = head[RecordedRun.member] else { continue }
      let run = try Run(options)
      let own = RecordedRun(options, run.script, try run.declaredUnit())
      if let program = head["program"]?.text, program != Product.userAgent {
        found.append("\(program) has recorded it, and this is \(Product.userAgent)")
      }
      found += own.differences(from: recorded)
      for line in lines.dropFirst() {
        guard let name = line[RecordedRun.module]?.text, let old = line["sha256"]?.text else { continue }
        let now = try? ScriptFile(path: "\(run.script.folder)/\(name)").hash
        if now != old { found.append("the module \(name) \(now == nil ? "is missing" : "has changed")") }
      }
    }
    var seen: Set<String> = []
    return found.filter { seen.insert($0).inserted }
  }

  /// The first line of a recording; nil for other files.
  static func head(of path: String) -> JSONValue? {
    guard canBePeeked(path), let start = try? ByteStream(path: path).peek(), start.starts(with: mark),
      let line = start.split(separator: 10, maxSplits: 1).first
    else { return nil }
    return try? JSONParser.parse(String(decoding: line, as: UTF8.self))
  }

  /// Whether a source is a file; a pipe can be read only once.
  private static func canBePeeked(_ path: String) -> Bool {
    guard path != "-", let address = try? SourceAddress(path), address.isFile else { return false }
    return isRegularFile(path)
  }

  private static let mark = Array("{\"type\":\"recording\"".utf8)

  private func differences(from recorded: JSONValue) -> [String] {
    guard case .object(let members) = recorded, case .object(let own) = facts else { return [] }
    var names = members.map(\.name)
    names += own.map(\.name).filter { !names.contains($0) }
    return names.compactMap { name in
      let (old, new) = (recorded[name]?.text, facts[name]?.text)
      guard old != new, name != "script" else { return nil }
      switch name {
      case "sha256": return "the script \(facts["script"]?.text ?? "") has changed"
      case "fences", "settings":
        return "the files of --\(name) \(old == nil || new == nil ? "differ" : "have changed")"
      case "arguments": return "the words after -- differ"
      case "timeZone":
        guard old != RecordedRun.following, new != RecordedRun.following else { return nil }
        return "--time-zone was \(old ?? "UTC") and is \(new ?? "UTC")"
      default: return "--\(name) was \(old ?? "not given") and is \(new ?? "not given")"
      }
    }
  }

  /// Says which recordings among the sources are of runs that took over another version of their script.
  package static func reloads(_ sources: [String], in zone: TimeZoneRules) -> [String] {
    sources.compactMap { path in
      var (times, script): ([TimeInterval], String) = ([], "")
      guard head(of: path) != nil else { return nil }
      try? RecordingLines.each(in: path) { line in
        guard line["reload"] != nil, let time = line["reloaded"]?.text.flatMap(ISO8601.parse) else { return }
        if times.isEmpty { script = PlainText.line(line["script"]?.text ?? "") }
        times.append(time)
      }
      guard let first = times.first else { return nil }
      let more = times.count > 1 ? ", and \(times.count - 1) more times" : ""
      return
        "\(path): the run took over another version of \(script) at \(ISO8601.format(first, in: zone))\(more): "
        + "this plays one version, so what it says of later events may differ from the run"
    }
  }

  /// Says which recordings among the sources lack positions, and which zones stand in their place.
  package static func masks(_ sources: [String]) -> [String] {
    sources.compactMap { path in
      guard case .array(let names)? = head(of: path)?[masked] else { return nil }
      let zones = names.compactMap(\.text).map { PlainText.line($0) }.joined(separator: ", ")
      return "\(path): was recorded under --privacy-zone, without the positions in \(zones): "
        + "the run can differ from the recorded one (--record-exact keeps them)"
    }
  }

  /// The lines of a recording's beginning that say how its run was; empty for other files.
  static func lines(of path: String) -> [JSONValue] {
    guard canBePeeked(path), let head = try? ByteStream(path: path).peek()
    else { return [] }
    // Behind a state they may be far from the beginning.
    if RecordedState.isIn(path) {
      var lines: [JSONValue] = []
      try? RecordingLines.each(in: path) { lines.append($0) }
      return lines
    }
    return head.split(separator: 10).compactMap { line in
      let text = String(decoding: line, as: UTF8.self)
      guard text.hasPrefix("{\"type\":\"recording\"") else { return nil }
      return try? JSONParser.parse(text)
    }
  }
}
