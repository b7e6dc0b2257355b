public import Geo
import GeoDelivery
import GeoFeeds
public import GeoFormats
import Synchronization

/// `geoscript draw`: makes a picture of the contents of files.
public struct Drawing {
  /// Paths, or `-` for standard input.
  public var files: [String]
  public var options: PictureOptions
  public var frame = DrawingFrame()
  /// Files of the areas at whose edge tracks end.
  public var privacyZones: [String] = []
  /// The columns of tables.
  public var feed = FeedOptions()
  /// - Units: points.
  public var size = CGSize(width: 800, height: 600)

  public init(_ files: [String], _ options: PictureOptions) {
    self.files = files
    self.options = options
  }

  /// What a user may leave out of a path.
  private static let endings = [".json", ".wkt"] + FileForm.endings.map(\.ending)

  /// What came of drawing.
  public struct Report: Sendable {
    /// Lines for the user.
    public var notes: [String] = []
    /// What the picture lacks because a source did not answer; nil where it is whole.
    public var fault: GeoError?
  }

  /// Draws; returns notes and warnings for the user.
  ///
  /// - Errors: ``GeoError`` for files that cannot be read and pictures that cannot be drawn or written.
  public func run() throws(GeoError) -> Report {
    try PictureFile.check(options.name.plain, folder: options.name.folder, replaces: options.replaces)
    try DrawingContext.check(size: size, options)
    let privacy = try PrivacyZones(files: privacyZones)
    var options = options
    options.privacy = privacy
    try checkFiles()
    let warnings = Mutex<[String]>([])
    @Sendable func warn(_ text: String) {
      warnings.withLock { if !$0.contains(text) { $0.append(text) } }
    }
    let fetcher = TileFetcher(cachePath: TileFetcher.standardCache, warn: warn)
    defer { fetcher.close() }
    let isLacking = AtomicFlag()
    let renderer = try PictureRenderer(options, advise: warn) { text in
      warn(text)
      isLacking.set()
    }
    let map = ShapeMap(size: size, renderer: renderer, fetcher: fetcher)
    var notes: [String] = []
    var color = 0
    for path in files {
      switch FileFeed.isSimulation(path) ? .events : try ShapeFile.read(path, feed) {
      case .shapes(let shapes, let skips):
        map.add(privacy?.masked(shapes) ?? shapes, color: map.hostMap.palette.track(color))
        map.explain(Drawing.title(of: path), color: map.hostMap.palette.track(color))
        color += 1
        notes += skips.warnings
      case .events:
        let tracks = try tracks(path, privacy, &notes) { map.countBeyond(CollectionOfOne($0)) }
        for (name, track) in tracks {
          // A single track needs no name: it is the file.
          map.add(track, name: tracks.count > 1 ? name : nil, color: map.hostMap.palette.track(color))
          map.explain(name, color: map.hostMap.palette.track(color))
          color += 1
        }
      }
    }
    guard map.count > 0 || files.isEmpty else {
      throw GeoError(.data, "contains nothing to draw", at: files.joined(separator: ", "))
    }
    map.finish(frame)
    if map.beyond > 0 {
      notes.append("warning: \(options.name.plain): \(Drawing.edgeNote(map.beyond, "place", "places"))")
    }
    if map.isOutOfSight {
      notes.append("warning: \(options.name.plain): nothing that is drawn lies in this part of the map")
    }
    try renderer.draw(map.hostMap.map, map.hostMap.tiles, to: options.name.plain, until: -.infinity)
    notes += (warnings.withLock { $0 } + map.hostMap.faults).map { "warning: \($0)" }
    if renderer.counts.incomplete.count > 0 { notes += renderer.counts.notes(wait: options.patience) }
    let hasGaps = isLacking.isSet || map.hostMap.lacksTiles || renderer.counts.incomplete.count > 0
    let fault = GeoError(.unavailable, "the base map is incomplete", at: options.name.plain)
    return Report(notes: notes, fault: hasGaps ? fault : nil)
  }

  private func checkFiles() throws(GeoError) {
    for path in files where path != "-" && !FileFeed.isSimulation(path) {
      try MissingFile.check(path, "file", endings: Drawing.endings)
      if path.lowercased().hasSuffix(".lua") {
        throw GeoError(
          .usage, "is a script: write geoscript run \(path) --map \(options.name.plain)", at: path)
      }
    }
  }

  /// Says that a map ends before some places.
  package static func edgeNote(_ count: Int, _ noun: String, _ nouns: String) -> String {
    "the map ends at latitude ±85.05°; it shows \(counted(count, noun, nouns)) beyond that at its edge"
  }

  /// The name of a file for people.
  private static func title(of path: String) -> String {
    path == "-" ? "standard input" : String(path.split(separator: "/").last ?? Substring(path))
  }

  /// The tracks of the devices in an event log or a table with times.
  private func tracks(
    _ path: String, _ privacy: PrivacyZones?, _ notes: inout [String],
    _ look: (CLLocationCoordinate2D) -> Void
  ) throws(GeoError) -> [(String, Track)] {
    let directory = DeviceDirectory()
    let source = try FileFeed.open(path, directory: directory, options: feed)
    var tracks: [Track] = []
    try source.forEachEvent { event in
      let index = Int(event.device.index)
      guard index < TrackRecorder.mostDevices else { return }
      while tracks.count <= index { tracks.append(Track(limit: index < 100 ? 16_384 : 1_024)) }
      switch event.payload {
      case .location(let fix)
      where fix.horizontalAccuracy >= 0 && CLLocationCoordinate2DIsValid(fix.coordinate):
        let place = privacy?.shown(fix.coordinate) ?? fix.coordinate
        look(place)
        tracks[index].add(place, at: event.time)
      case .signalLost: tracks[index].interrupt()
      default: break
      }
    }
    notes += source.skips.warnings
    return tracks.enumerated().filter { !$1.isEmpty }.map { index, track in
      (directory.name(of: DeviceID(index: UInt32(index))), track)
    }
  }
}
