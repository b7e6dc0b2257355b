public import Geo
public import GeoFeeds
public import GeoFormats
import Synchronization

/// `geoscript draw`: files in, a picture of what they hold out.
public struct Drawing {
  /// Paths, or `-` for standard input.
  public var files: [String]
  public var options: PictureOptions
  /// - Units: points.
  public var size = CGSize(width: 800, height: 600)

  public init(_ files: [String], _ options: PictureOptions) {
    self.files = files
    self.options = options
  }

  /// What a user may leave out of a path.
  private static let endings = [".geojson", ".json", ".gpx", ".kml", ".wkt", ".csv", ".ndjson"]

  /// Draws; returns what there is to say of it.
  ///
  /// - Errors: ``GeoError`` for files that cannot be read and pictures that cannot be drawn or written.
  public func run() throws(GeoError) -> [String] {
    try PictureFile.check(options.name.plain, folder: options.name.folder)
    try Studio.check(size: size, options)
    for path in files where path != "-" {
      try MissingFile.check(path, "file", endings: Drawing.endings)
      if path.lowercased().hasSuffix(".lua") {
        throw GeoError(.usage, "is a script: geoscript run \(path) --map \(options.name.plain)", at: path)
      }
    }
    let warnings = Mutex<[String]>([])
    @Sendable func warn(_ text: String) {
      warnings.withLock { if !$0.contains(text) { $0.append(text) } }
    }
    let hub = TileHub(cachePath: TileHub.standardCache, warn: warn)
    defer { hub.close() }
    let desk = try PictureDesk(options, warn: warn)
    let map = ShapeMap(size: size, desk: desk, hub: hub)
    var notes: [String] = []
    var color = 0
    for path in files {
      switch try ShapeFile.read(path) {
      case .shapes(let shapes, let skips):
        map.add(shapes, color: map.sketch.palette.track(color))
        color += 1
        notes += skips.kinds.map { "warning: \(grouped($1.count)) × \($0), first: \($1.first)" }
      case .events:
        let ways = try ways(path, &notes)
        for (name, way) in ways {
          // One alone needs none: it is the file.
          map.add(way, name: ways.count > 1 ? name : nil, color: map.sketch.palette.track(color))
          color += 1
        }
      }
    }
    guard map.count > 0 else {
      throw GeoError(.data, "there is nothing in it to draw", at: files.joined(separator: ", "))
    }
    map.finish()
    try desk.draw(map.sketch.map, map.sketch.tiles, to: options.name.plain, until: -.infinity)
    notes += (warnings.withLock { $0 } + map.sketch.faults).map { "warning: \($0)" }
    if desk.tally.incomplete.count > 0 { notes += desk.tally.notes(wait: options.patience) }
    return notes
  }

  /// The ways of the devices of an event log or a table with times.
  private func ways(_ path: String, _ notes: inout [String]) throws(GeoError) -> [(String, Way)] {
    let directory = DeviceDirectory()
    let source = try FileFeed.open(path, directory: directory)
    var ways: [Way] = []
    try source.forEachEvent { event in
      let index = Int(event.device.index)
      guard index < WayRecorder.mostDevices else { return }
      while ways.count <= index { ways.append(Way(limit: index < 100 ? 16_384 : 1_024)) }
      switch event.payload {
      case .location(let fix)
      where fix.horizontalAccuracy >= 0 && CLLocationCoordinate2DIsValid(fix.coordinate):
        ways[index].add(fix.coordinate, at: event.time)
      case .signalLost: ways[index].interrupt()
      default: break
      }
    }
    notes += source.skips.kinds.map { "warning: \(grouped($1.count)) × \($0), first: \($1.first)" }
    return ways.enumerated().filter { !$1.isEmpty }.map { index, way in
      (directory.name(of: DeviceID(index: UInt32(index))), way)
    }
  }
}
