package import Geo

/// A KML, GeoJSON or TCX file as fixes: its lines with times, or its points with times, or its lines, or its
/// points.
///
/// - Shapes: points with times are sorted by time, and so are the lines of one device, each as a whole. Each further
///   line begins with ``DeviceEvent/Payload/signalLost`` at the time of the previous point.
/// - Memory: all points of the file, because the path is known only at its end.
/// - Errors: unusable records are counted; ``GeoError`` (`data`) for an incomplete or invalid file, and if no
///   point has a time and no option gives one.
package final class TrackSource: EventSource {
  package typealias Reader = (ByteStream) throws(GeoError) -> TrackList

  package let name: String
  package private(set) var skips = SkipCounts()
  package private(set) var notes: [String] = []
  package let form: String
  package var fraction: Double? { stream.fraction }

  private let stream: ByteStream
  private let readList: Reader
  private let fileName: String
  private let directory: DeviceDirectory
  private let options: FeedOptions
  private var times: MissingTimes
  private var sensors: SensorEvents
  private var hasBegun = false
  private var pieces: [TrackSegment] = []
  private var piece = 0
  private var previousTime = TimeInterval.nan
  private var unnamed = 0
  private var device: DeviceID?
  private var deliveredCount = 0
  private var skip = EventsToSkip()
  private var count = 0

  package init(
    _ stream: ByteStream, form: String, device: String, directory: DeviceDirectory, options: FeedOptions,
    reader: @escaping Reader
  ) {
    self.stream = stream
    self.form = form
    self.directory = directory
    self.options = options
    name = stream.name
    fileName = device
    readList = reader
    times = MissingTimes(options)
    sensors = SensorEvents(form: form.lowercased())
  }

  package var positions: [SourcePosition] { [SourcePosition(source: name, events: count)] }

  package var isShort: Bool { skip.count > 0 }

  package func resume(at position: SourcePosition) throws(GeoError) {
    count = position.events
    skip.skip(position.events)
  }

  package func read(into batch: inout [DeviceEvent]) throws(GeoError) -> Bool {
    let first = batch.count
    if !hasBegun {
      hasBegun = true
      choose(try readList(stream))
    }
    if piece < pieces.count {
      deliver(pieces[piece], into: &batch)
      piece += 1
    }
    try times.check(name, &batch, from: first)
    options.trim(&batch, from: first)
    count += max(0, batch.count - first - skip.count)
    skip.drop(&batch, from: first)
    guard piece >= pieces.count else { return true }
    if deliveredCount == 0, pieces.contains(where: { !$0.points.isEmpty }) {
      throw GeoError(.data, "none of its points has a time: \(MissingTimes.help)", at: name)
    }
    return false
  }

  /// Keeps the pieces that form the path.
  private func choose(_ list: TrackList) {
    skips = list.skips
    notes = list.notes
    if let note = stream.note { notes.append(note) }
    guard let best = list.pieces.map(\.kind).max() else {
      notes.append("\(name): it has no track, no line and no point")
      return
    }
    var chosen = list.pieces.filter { $0.kind == best }
    for kind in [TrackPoint.Kind.timedPoint, .line, .point] where kind < best {
      let unused = list.pieces.filter { $0.kind == kind }.reduce(0) { $0 + $1.points.count }
      guard unused > 0 else { continue }
      notes.append("\(name): its \(kind.name) are not used (\(unused)), since the file has a better path")
    }
    // Points are independent, and may come in any order.
    if best == .timedPoint || best == .point {
      var all = chosen[0]
      all.points = chosen.flatMap(\.points)
      if best == .timedPoint {
        let order = all.points.indices.sorted { (all.points[$0].time, $0) < (all.points[$1].time, $1) }
        all.points = order.map { all.points[$0] }
      }
      all.name = nil
      chosen = [all]
    }
    pieces = options.deviceBy == .file ? Self.ordered(chosen) : chosen
  }

  /// The lines of one device in order of their first times: some exports begin with the newest activity.
  ///
  /// - Source: HO-181.
  private static func ordered(_ pieces: [TrackSegment]) -> [TrackSegment] {
    let starts = pieces.map { piece in
      piece.points.isEmpty
        ? -.infinity : piece.points.compactMap { $0.time.isNaN ? nil : $0.time }.min() ?? .nan
    }
    // Times that are missing count from the point before.
    guard !starts.contains(where: \.isNaN) else { return pieces }
    return pieces.indices.sorted { (starts[$0], $0) < (starts[$1], $1) }.map { pieces[$0] }
  }

  private func deliver(_ piece: TrackSegment, into batch: inout [DeviceEvent]) {
    let device = begin(piece)
    var isAfterGap = !previousTime.isNaN
    for point in piece.points {
      var time = point.time
      guard CLLocationCoordinate2DIsValid(point.coordinate) else {
        guard !time.isNaN else { continue }
        sensors.append(point.sensors, at: time, of: device, into: &batch)
        // A loss of the signal must not come before it.
        if !previousTime.isNaN { previousTime = time }
        continue
      }
      if time.isNaN {
        guard let filled = times.time(point.coordinate, device) else {
          skips.count("no time", "\(piece.place) a point has no time (\(MissingTimes.help))")
          continue
        }
        time = filled
      } else if times.isActive {
        times.record(time, point.coordinate, device)
      }
      if isAfterGap {
        batch.append(
          DeviceEvent(time: previousTime, timestamp: previousTime, device: device, payload: .signalLost))
      }
      isAfterGap = false
      sensors.append(point.sensors, at: time, of: device, into: &batch)
      batch.append(
        DeviceEvent(time: time, timestamp: time, device: device, payload: .location(point.fix(options))))
      previousTime = time
      deliveredCount += 1
    }
  }

  /// The device of a piece: the file, or with `--device-by track` each line that does not continue another.
  private func begin(_ piece: TrackSegment) -> DeviceID {
    if let device, options.deviceBy == .file || piece.continues { return device }
    previousTime = .nan
    var called = fileName
    if options.deviceBy == .track {
      unnamed += 1
      called = piece.name ?? (unnamed == 1 ? fileName : "\(fileName)-\(unnamed)")
    }
    let id = directory.id(of: called)
    device = id
    return id
  }
}
