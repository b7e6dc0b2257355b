package import Geo
import GeoDelivery
package import GeoHost
package import GeoLua
import Glibc

/// What another needs to see the same: the script with its files, the options, and the events that lead there.
///
/// - Shapes: a zip archive with one folder; its `geoscript.toml` names everything, so that `geoscript why` works in it.
/// - Source: WY-6.
package struct WhyBundle {
  private var archive = ZipWriter()
  private let folder: String
  private let path: String
  /// The zones inside of which the bundle has no positions.
  private let privacy: PrivacyZones?
  /// The events of the bundle, as an event log.
  private var events = 0

  /// The options that change what a script does. No other goes into a bundle: sinks and sources hold secrets.
  private static let options: Set<String> = [
    "script", "arguments", "from", "seed", "fences", "fence-accuracy", "group-by", "settings", "stale-after",
    "profile", "background", "time-zone", "owntracks-waypoints", "otr", "quiet-hours", "group-alerts",
    "max-instructions", "max-memory", "max-memory-device",
  ]

  /// Packs what leads to an alert, or to the end of the time that is asked about.
  ///
  /// - Parameters:
  ///   - alert: the alert that the bundle raises again; nil if none was asked for.
  ///   - settings: the options as words.
  /// - Errors: ``GeoError`` `cannotCreate` if the file is there; `data` if the slice does not raise the alert.
  package init(
    _ path: String, _ question: WhyQuestion, _ options: RunOptions, _ settings: [GeoHost.Setting],
    alert: Alert?
  ) throws(GeoError) {
    try WhyBundle.check(path)
    self.path = path
    folder = String(path.split(separator: "/").last?.dropLast(4) ?? "bundle")
    privacy = try PrivacyZones(files: options.privacyZones)
    let slice = try WhySlice(question, options, alert: alert)
    events = slice.count
    let script = try ScriptFile(path: options.script)
    for name in [script.name] + slice.modules {
      try add(name, try WhyBundle.read(name == script.name ? script.path : "\(script.folder)/\(name)"))
    }
    try add("events.ndjson", slice.bytes)
    var lines: [String] = []
    for setting in settings where WhyBundle.options.contains(setting.option.name) {
      // The recording has the silences that --stale-after of a script for each device has made.
      if setting.option.name == "stale-after", !slice.hasGroups { continue }
      lines.append(try packed(setting, script).assignment)
    }
    try add("geoscript.toml", Array(lines.map { $0 + "\n" }.joined().utf8))
    try add("README.md", Array(WhyBundle.readme(folder, script.name, question, alert).utf8))
  }

  /// Refuses a name before anything is played.
  ///
  /// - Errors: ``GeoError`` `usage` for a file that is not called `.zip`; `cannotCreate` if the file is there.
  package static func check(_ path: String) throws(GeoError) {
    guard path.hasSuffix(".zip") else {
      throw GeoError(.usage, "--bundle takes the name of a zip file: write --bundle \(path).zip")
    }
    guard access(path, F_OK) != 0 else {
      throw GeoError(.cannotCreate, "is there already: name another file", at: path)
    }
  }

  /// Writes the archive; returns a line for a person.
  ///
  /// - Errors: ``GeoError``.
  package func write() throws(GeoError) -> String {
    try AtomicFile.write(archive.archive, to: path)
    let masked = privacy.map { _ in ", without the positions in privacy zones; the script is as you wrote it"
    }
    return
      "wrote \(path): \(counted(archive.names.count, "file")), \(counted(events, "event"))\(masked ?? "")"
  }

  private mutating func add(_ name: String, _ bytes: [UInt8]) throws(GeoError) {
    try archive.add("\(folder)/\(name)", bytes)
  }

  private static func read(_ path: String) throws(GeoError) -> [UInt8] {
    guard let bytes = PictureBytes.read(path) else {
      throw GeoError(.noInput, String(cString: strerror(errno)), at: path)
    }
    return bytes
  }

  /// A setting whose files are those of the bundle.
  private mutating func packed(_ setting: GeoHost.Setting, _ script: ScriptFile) throws(GeoError)
    -> GeoHost.Setting
  {
    var setting = setting
    switch setting.option.name {
    case "script": setting.values = [script.name]
    case "from": setting.values = ["events.ndjson"]
    case "fences":
      setting.values = try setting.values.map { (path) throws(GeoError) in try fences(path) }
    case "settings": setting.values = try setting.values.map { (path) throws(GeoError) in try file(path) }
    case "group-by", "profile":
      let isFile = [".csv", ".tsv", ".json"].contains {
        setting.values.last?.lowercased().hasSuffix($0) == true
      }
      if isFile { setting.values = try setting.values.map { (path) throws(GeoError) in try file(path) } }
    default: break
    }
    return setting
  }

  /// Adds a file of fences, without those that name a place in a privacy zone; returns its name in the bundle.
  private mutating func fences(_ path: String) throws(GeoError) -> String {
    guard let text = try privacy?.fences(path) else { return try file(path) }
    return try file(path, Array(text.utf8))
  }

  /// Adds a file that an option names, or other bytes for it; returns its name in the bundle.
  private mutating func file(_ path: String, _ bytes: [UInt8]? = nil) throws(GeoError) -> String {
    var name = String(path.split(separator: "/").last ?? "file")
    if bytes != nil { name = name.prefix { $0 != "." } + ".geojson" }
    var unique = "files/\(name)"
    var number = 2
    while archive.names.contains("\(folder)/\(unique)") {
      unique = "files/\(number)-\(name)"
      number += 1
    }
    if let bytes { try add(unique, bytes) } else { try add(unique, try WhyBundle.read(path)) }
    return unique
  }

  private static func readme(_ folder: String, _ script: String, _ question: WhyQuestion, _ alert: Alert?)
    -> String
  {
    var words = ["geoscript why"]
    if let alert {
      words += [alert.id, PlainText.shellWord(script)]
    } else {
      words.append(PlainText.shellWord(script))
      if let region = question.region { words.append("--not \(PlainText.shellWord(region))") }
      if let time = question.time { words.append("--at \(PlainText.shellWord(time))") }
      if let device = question.device { words.append("--device \(PlainText.shellWord(device))") }
    }
    return """
      # \(folder)

      A bundle of `geoscript why` (geoscript \(Product.version)): a script, its files and options, and the events that lead to
      what somebody asks about. In this folder:

      ```sh
      \(words.joined(separator: " "))
      geoscript run
      ```

      """
  }
}
