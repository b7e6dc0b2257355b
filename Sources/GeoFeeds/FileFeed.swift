public import Geo

/// Files as sources of events: which reader a path needs, and which device its events belong to.
public enum FileFeed {
  /// The forms of text that are read.
  enum Form {
    case gpx, ndjson, csv
  }

  /// Opens the file at `path`, standard input for `-`, or a simulation for `sim:…`.
  ///
  /// - Parameters:
  ///   - device: The device of what names none; the base name of the path if nil.
  ///   - number: Which of a run's sources it is.
  /// - Shapes: `.gpx`, `.ndjson`, `.jsonl`, `.csv`, `.tsv`, each also `.gz`; what has another name is
  ///   known by its first bytes. Standard input is NDJSON, which may be gzip, too.
  /// - Errors: ``GeoError``: `noInput` when it cannot be opened, `data` when it is none of these.
  public static func open(
    _ path: String, device: String? = nil, number: Int = 0, directory: DeviceDirectory,
    options: FeedOptions = FeedOptions()
  ) throws(GeoError) -> any EventSource {
    var distortion = options.distortion
    let source: any EventSource
    let device = device ?? deviceName(of: path)
    if isSimulation(path) {
      let simulation = try Simulation(try SourceAddress(path), options: options)
      distortion = simulation.distortion
      source = SimulatedSource(simulation, name: path, device: device, directory: directory, options: options)
    } else {
      source = try file(path, device: device, directory: directory, options: options)
    }
    guard distortion.isActive else { return source }
    return DistortedSource(source, distortion, number: number, directory: directory)
  }

  /// Whether a word after `--from` is no file, but makes its events itself.
  public static func isSimulation(_ path: String) -> Bool {
    path.lowercased().hasPrefix(SourceAddress.simulationScheme + ":")
  }

  private static func file(
    _ path: String, device: String, directory: DeviceDirectory, options: FeedOptions
  ) throws(GeoError) -> any EventSource {
    let stream = try ByteStream(path: path)
    switch try form(of: path, stream) {
    case .gpx: return GPXSource(stream, device: device, directory: directory, options: options)
    case .ndjson: return NDJSONSource(stream, device: device, directory: directory, options: options)
    case .csv: return CSVSource(stream, device: device, directory: directory, options: options)
    }
  }

  /// Opens several files as one source, merged by time.
  ///
  /// A file's device is its base name, or its path where two files have the same base name.
  ///
  /// - Parameters:
  ///   - resuming: Where files go on that an earlier run has read, by path.
  ///   - batchSize: The most events that are read at once; nil for as many as suit the reader.
  public static func open(
    _ paths: [String], directory: DeviceDirectory, options: FeedOptions = FeedOptions(),
    resuming: [String: SourcePosition] = [:], batchSize: Int? = nil
  ) throws(GeoError) -> any EventSource {
    let names = deviceNames(of: paths)
    var sources: [any EventSource] = []
    for (number, (path, name)) in zip(paths, names).enumerated() {
      let source = try open(path, device: name, number: number, directory: directory, options: options)
      if let position = resuming[path] { try source.resume(at: position) }
      sources.append(source)
    }
    if sources.count == 1, batchSize == nil { return sources[0] }
    return MergedSource(sources, batchSize: batchSize ?? 4096)
  }

  /// The names of the devices that files stand for: base names, paths where two of them clash.
  public static func deviceNames(of paths: [String]) -> [String] {
    let names = paths.map { deviceName(of: $0) }
    var pathsByName: [String: Set<String>] = [:]
    for (path, name) in zip(paths, names) { pathsByName[name, default: []].insert(path) }
    return zip(paths, names).map { path, name in (pathsByName[name]?.count ?? 0) > 1 ? path : name }
  }

  /// The base name of `path` without the extensions that are forms; `default` for standard input; what a simulation says.
  public static func deviceName(of path: String) -> String {
    guard path != "-" else { return "default" }
    if isSimulation(path), let address = try? SourceAddress(path) { return address.simulationName }
    var name = path.split(separator: "/").last.map(String.init) ?? path
    if let dot = dot(name), name[dot...].lowercased() == ".gz" { name = String(name[..<dot]) }
    if let dot = dot(name) { name = String(name[..<dot]) }
    return name
  }

  /// The last dot of a name, unless it is the first character.
  private static func dot(_ name: String) -> String.Index? {
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return nil }
    return dot
  }

  private static func form(of path: String, _ stream: ByteStream) throws(GeoError) -> Form {
    guard path != "-" else { return .ndjson }
    var name = path.lowercased()
    if name.hasSuffix(".gz") { name.removeLast(3) }
    if name.hasSuffix(".gpx") { return .gpx }
    if name.hasSuffix(".ndjson") || name.hasSuffix(".jsonl") { return .ndjson }
    if name.hasSuffix(".csv") || name.hasSuffix(".tsv") { return .csv }
    if name.hasSuffix(".geojson") { throw refusal(path, "is GeoJSON, which has no times") }
    guard let form = form(of: try stream.peek()) else { throw refusal(path, "is of no form that is known") }
    return form
  }

  /// The form that the first bytes look like.
  static func form(of head: [UInt8]) -> Form? {
    // UTF-16, with or without its mark, is only read as XML.
    if head.starts(with: [0xff, 0xfe]) || head.starts(with: [0xfe, 0xff]) { return .gpx }
    if head.starts(with: [0x3c, 0]) || head.starts(with: [0, 0x3c]) { return .gpx }
    var text = head[...]
    if text.starts(with: [0xef, 0xbb, 0xbf]) { text = text.dropFirst(3) }
    text = text.drop { $0 <= 0x20 }
    switch text.first {
    case UInt8(ascii: "<"): return .gpx
    case UInt8(ascii: "{"): return .ndjson
    default:
      let line = text.prefix { $0 != 10 && $0 != 13 }
      let isTable = line.contains { CSVSeparator.all.contains($0) } && !line.contains(0)
      return isTable && line.first != UInt8(ascii: "$") ? .csv : nil
    }
  }

  private static func refusal(_ path: String, _ what: String) -> GeoError {
    GeoError(.data, "\(what) (expected .gpx, .ndjson, .jsonl, .csv or .tsv, also with .gz)", at: path)
  }
}
