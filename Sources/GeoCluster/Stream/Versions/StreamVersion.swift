import Geo
import GeoHost
import GeoLua
import LuaBridge

/// A script with its modules, fences and settings, as a stream keeps them.
///
/// - Source: SC-50.
struct StreamVersion: Sendable, Equatable {
  /// Paths in the version's folder.
  var script: String
  var fences: [String] = []
  var fenceAccuracy: CLLocationAccuracy = 0
  var settings: String?
  var files: [(path: String, bytes: [UInt8])] = []

  /// The most bytes of all files.
  static let mostBytes = 64 << 20

  static func == (left: StreamVersion, right: StreamVersion) -> Bool { left.json == right.json }

  /// Reads the files of a run.
  ///
  /// - Errors: ``GeoError`` `noInput` for a file that cannot be read, `usage` if they are too large.
  init(_ options: RunOptions) throws(GeoError) {
    let source = try ScriptFile(path: options.script)
    script = source.name
    fenceAccuracy = options.fenceAccuracy
    files = [(source.name, Array(source.source.utf8))]
    try addModules(of: source.source, in: source.folder)
    for (index, path) in options.fences.enumerated() {
      fences.append("fences/\(index + 1)/\(StreamVersion.name(path))")
      try add(path, as: fences[index])
    }
    if let path = options.settings {
      let place = "settings/\(StreamVersion.name(path))"
      settings = place
      try add(path, as: place)
    }
    guard bytes <= StreamVersion.mostBytes else {
      throw GeoError(
        .usage,
        "the files have \(grouped(bytes)) bytes (expected at most \(grouped(StreamVersion.mostBytes)))",
        at: options.script)
    }
  }

  var bytes: Int { files.reduce(0) { $0 + $1.bytes.count } }

  private static func name(_ path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }

  /// Adds the modules that a script names, and those that they name.
  private mutating func addModules(of source: String, in folder: String) throws(GeoError) {
    for name in RequiredModules.names(in: source) where !LoadedModule.standard.contains(name) {
      guard let path = LoadedModule.path(of: name), !files.contains(where: { $0.path == path }) else {
        continue
      }
      try add("\(folder)/\(path)", as: path)
      if let module = files.last?.bytes {
        try addModules(of: String(decoding: module, as: UTF8.self), in: folder)
      }
    }
  }

  private mutating func add(_ path: String, as place: String) throws(GeoError) {
    let text: String
    do { text = try TextFile.read(path) } catch {
      throw GeoError(.noInput, "cannot be read: \(error.message)", at: path)
    }
    // Bytes that are no text read as this character.
    guard !text.contains("\u{FFFD}") else {
      throw GeoError(
        .usage, "is not a text in UTF-8 (publish KML instead of KMZ, and no packed files)", at: path)
    }
    files.append((place, Array(text.utf8)))
  }

  // MARK: JSON

  /// The version as it is stored.
  var json: String {
    var members: [(name: String, value: JSONValue)] = [
      ("script", .string(script)), ("fences", .array(fences.map { .string($0) })),
      ("fenceAccuracy", .number(fenceAccuracy)),
    ]
    if let settings { members.append(("settings", .string(settings))) }
    let texts = files.map {
      (name: $0.path, value: JSONValue.string(String(decoding: $0.bytes, as: UTF8.self)))
    }
    members.append(("files", .object(texts)))
    return JSONValue.object(members).description
  }

  /// - Errors: ``GeoError`` `data` for something else.
  init(json text: String) throws(GeoError) {
    let fault = GeoError(.data, "is not a version of a script")
    let json: JSONValue
    do { json = try JSONParser.parse(text) } catch { throw fault }
    guard let script = json["script"]?.text, case .array(let fences)? = json["fences"],
      case .object(let files)? = json["files"]
    else { throw fault }
    (self.script, self.fences, settings) = (script, fences.compactMap(\.text), json["settings"]?.text)
    if case .number(let meters)? = json["fenceAccuracy"]?.asNumber { fenceAccuracy = meters }
    self.files = files.compactMap { file in file.value.text.map { (file.name, Array($0.utf8)) } }
    let places = Set(self.files.map(\.path))
    // They become paths in a folder.
    guard places.count == files.count, places.allSatisfy(StreamVersion.isPlace),
      ([script] + self.fences + (settings.map { [$0] } ?? [])).allSatisfy(places.contains)
    else { throw fault }
  }

  private static func isPlace(_ path: String) -> Bool {
    !path.contains("\0")
      && path.split(separator: "/", omittingEmptySubsequences: false).allSatisfy {
        !$0.isEmpty && $0 != "." && $0 != ".."
      }
  }
}
