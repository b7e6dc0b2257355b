public import Geo
public import GeoFormats

/// Files as sources of events: which reader a path needs, and which device its events belong to.
public enum FileFeed {
  /// Opens the file at `path`, standard input for `-`, or a simulation for `sim:…`.
  ///
  /// - Parameters:
  ///   - device: The device of records that name none; the base name of the path if nil.
  ///   - number: The number of the source in the run.
  ///   - name: A name whose extension gives the format, instead of the path's.
  /// - Shapes: the endings of ``FileForm``, each also `.gz`; other names are recognized by the first bytes. Standard
  ///   input is NDJSON or NMEA 0183, also as gzip.
  /// - Errors: ``GeoError``: `noInput` when it cannot be opened, `data` when it is none of these.
  public static func open(
    _ path: String, device: String? = nil, number: Int = 0, directory: DeviceDirectory,
    options: FeedOptions = FeedOptions(), named name: String? = nil
  ) throws(GeoError) -> any EventSource {
    var distortion = options.distortion
    let source: any EventSource
    let device = device ?? deviceName(of: path)
    if isSimulation(path) {
      let simulation = try Simulation(try SourceAddress(path), options: options)
      distortion = simulation.distortion
      source = SimulatedSource(simulation, name: path, device: device, directory: directory, options: options)
    } else {
      source = try file(path, device: device, directory: directory, options: options, named: name)
    }
    guard distortion.isActive else { return source }
    return DistortedSource(source, distortion, number: number, directory: directory)
  }

  /// Whether a word after `--from` names a simulation instead of a file.
  package static func isSimulation(_ path: String) -> Bool {
    path.lowercased().hasPrefix(SourceAddress.simulationScheme + ":")
  }

  private static func file(
    _ path: String, device: String, directory: DeviceDirectory, options: FeedOptions, named name: String?
  ) throws(GeoError) -> any EventSource {
    let stream = try ByteStream(path: path, zip: .kml)
    func track(_ form: String, _ reader: @escaping TrackSource.Reader) -> any EventSource {
      TrackSource(
        stream, form: form, device: device, directory: directory, options: options, reader: reader)
    }
    func source(_ form: FileForm) -> any EventSource {
      switch form {
      case .gpx: GPXSource(stream, device: device, directory: directory, options: options)
      case .ndjson: NDJSONSource(stream, device: device, directory: directory, options: options)
      case .csv: CSVSource(stream, device: device, directory: directory, options: options)
      case .lines: LinesSource(stream, device: device, directory: directory, options: options)
      case .fit: FITSource(stream, device: device, directory: directory, options: options)
      case .timeline: TimelineSource(stream, device: device, directory: directory, options: options)
      case .kml: track("track", KMLTracks.read)
      case .geoJSON: track("track", GeoJSONTracks.read)
      case .tcx: track("TCX", TCXTracks.read)
      }
    }
    if path == "-", name == nil { return StandardInput(stream, options, open: source) }
    return source(try form(of: name ?? path, stream))
  }

  /// Opens several files as one source, merged by time.
  ///
  /// The parts of one recording follow each other, whatever the order of the paths. A file's device is its
  /// base name, or its path if two files have the same base name.
  ///
  /// - Parameters:
  ///   - resuming: Where to continue files that an earlier run has read, by path.
  ///   - form: A name whose extension gives the format of all files.
  ///   - batchSize: The most events to read at once; nil leaves it to the reader.
  ///   - onShort: Called for a file that ends before the place where it is to continue: it is read from its beginning.
  public static func open(
    _ paths: [String], directory: DeviceDirectory, options: FeedOptions = FeedOptions(),
    resuming: [String: SourcePosition] = [:], batchSize: Int? = nil, named form: String? = nil,
    onShort: (_ path: String) -> Void = { _ in }
  ) throws(GeoError) -> any EventSource {
    let names = deviceNames(of: paths)
    var sources: [any EventSource] = []
    for (number, (path, name)) in zip(paths, names).enumerated() {
      func begin() throws(GeoError) -> any EventSource {
        try open(
          path, device: name, number: number, directory: directory, options: options,
          named: form)
      }
      if let position = resuming[path] {
        let source = try ResumedSource(at: position, begin)
        if source.beginsAnew { onShort(path) }
        sources.append(source)
      } else {
        sources.append(try begin())
      }
    }
    if sources.count > 1 { sources = try ChainedSource.chaining(sources) }
    if sources.count == 1, batchSize == nil { return sources[0] }
    return MergedSource(sources, batchSize: batchSize ?? 4096)
  }

  /// The device names of files: base names, or paths if two base names clash.
  public static func deviceNames(of paths: [String]) -> [String] {
    let names = paths.map { deviceName(of: $0) }
    var pathsByName: [String: Set<String>] = [:]
    for (path, name) in zip(paths, names) { pathsByName[name, default: []].insert(path) }
    return zip(paths, names).map { path, name in
      // The monthly files that the Recorder keeps of a device are one device.
      (pathsByName[name]?.count ?? 0) > 1 && recordedDevice(of: path) == nil ? path : name
    }
  }

  /// The base name of `path` without format extensions; `default` for standard input; a simulation's own
  /// name.
  public static func deviceName(of path: String) -> String {
    guard path != "-" else { return "default" }
    if isSimulation(path), let address = try? SourceAddress(path) { return address.simulationName }
    if let device = recordedDevice(of: path) { return device }
    return FileForm.baseName(of: path)
  }

  /// The device whose messages OwnTracks' Recorder keeps in `rec/user/device/2026-11.rec`; nil for another path.
  ///
  /// - Source: owntracks/recorder, doc/STORE.md.
  private static func recordedDevice(of path: String) -> String? {
    let parts = path.split(separator: "/")
    guard parts.count >= 3, let file = parts.last?.lowercased() else { return nil }
    let isMonth =
      file.prefix(7).allSatisfy { $0.isNumber || $0 == "-" } && file.dropFirst(7).hasPrefix(".rec")
    return isMonth ? "\(parts[parts.count - 3])/\(parts[parts.count - 2])" : nil
  }

  private static func form(of path: String, _ stream: ByteStream) throws(GeoError) -> FileForm {
    if let form = FileForm(named: path) { return form }
    let head = try stream.peek()
    if stream.isFromArchive { return .kml }
    guard let form = FileForm(of: head) else {
      throw refusal(path, "is in an unknown format")
    }
    return form
  }

  private static func refusal(_ path: String, _ what: String) -> GeoError {
    let known = FileForm.endings.map(\.ending).joined(separator: ", ")
    return GeoError(
      .data, "\(what) (expected \(known), also with .gz, or an export of Google's Timeline)", at: path)
  }
}
