public import Geo

/// A GPX 1.0 or 1.1 file: tracks, else routes, else waypoints, as fixes.
///
/// - Shapes: each `<trkseg>` but the first of its `<trk>` begins with ``DeviceEvent/Payload/signalLost`` at
///   the time of the point before. Routes count only where there is no track, waypoints only where there is neither:
///   then they are the way, as in the files made for a simulator, in order of their times. The segments of one device
///   are put in order of their first times.
/// - Memory: points are held until the end of the file, at most 100,000; none of a pipe's tracks.
/// - Units: accuracy is the dilution (`hdop`, `vdop`) times 5 m, see ``FeedOptions/horizontalAccuracy``.
/// - Errors: unusable points are counted; broken XML ends the file and is counted, too.
///   ``GeoError`` (`data`) for anything but GPX, and if no point has a time and no option gives one.
public final class GPXSource: EventSource {
  public let name: String
  public private(set) var skips = SkipCounts()
  public private(set) var notes: [String] = []

  /// The most points to hold until it is known whether the file has a better path.
  private static let heldLimit = 100_000
  /// Bytes parsed at once.
  private static let chunk = 1 << 16

  public var form: String { "GPX" }
  public var fraction: Double? { stream.fraction }

  private let stream: ByteStream
  private let options: FeedOptions
  private let directory: DeviceDirectory
  private let fileName: String
  private var buffer = [UInt8](repeating: 0, count: chunk)
  private var parser: GPXParser?
  private var isOver = false
  private var skip = EventsToSkip()
  /// Events delivered, including those of an earlier run: XML cannot be entered in the middle.
  private var count = 0

  private var times: MissingTimes
  private var sensors = SensorEvents(form: "gpx")
  private var held: [GPXPoint] = []
  /// Whether more points came than are held, so that they are the way.
  private var isOverfull = false
  /// Points of worse kinds than the way.
  private var unused = 0
  /// The best kind of point so far, which forms the path.
  private var best = GPXPoint.Kind.waypoint
  private var device: DeviceID?
  private var trackNames: [Int: String] = [:]
  private var currentTrack = 0
  private var previousTime = TimeInterval.nan
  /// Whether a `<trkseg>` began since the last delivered point.
  private var isAfterGap = false
  private var deliveredCount = 0
  private var untimedCount = 0

  package init(_ stream: ByteStream, device: String, directory: DeviceDirectory, options: FeedOptions) {
    name = stream.name
    self.stream = stream
    self.options = options
    self.directory = directory
    fileName = device
    times = MissingTimes(options)
  }

  public func read(into batch: inout [DeviceEvent]) throws(GeoError) -> Bool {
    guard !isOver else { return false }
    let first = batch.count
    let isGoingOn = try parseOn()
    deliverPoints(into: &batch)
    if !isGoingOn {
      isOver = true
      try finish(into: &batch)
    }
    try times.check(name, &batch, from: first)
    options.trim(&batch, from: first)
    count += max(0, batch.count - first - skip.count)
    skip.drop(&batch, from: first)
    return isGoingOn
  }

  public var positions: [SourcePosition] {
    name == "-" ? [] : [SourcePosition(source: name, events: count)]
  }

  public var isShort: Bool { skip.count > 0 }

  public func resume(at position: SourcePosition) {
    count = position.events
    skip.skip(position.events)
  }

  private func parseOn() throws(GeoError) -> Bool {
    let stream = stream
    let line = parser == nil ? try stream.skipSpaceBeforeXML() : 1
    let count = try buffer.withUnsafeMutableBytesThrowing { bytes throws(GeoError) in
      // The first bytes reveal the encoding, so wait for a pipe that gives one at a time.
      var count = 0
      repeat {
        let more = try stream.read(into: .init(rebasing: bytes[count...]))
        count += more
        if more == 0 { break }
      } while count < 4
      return count
    }
    guard count > 0 else {
      parser?.finish()
      return false
    }
    return buffer.withUnsafeBytes { bytes in
      if let parser { return parser.parse(.init(rebasing: bytes[..<count])) }
      let mark = min(4, count)
      parser = GPXParser(.init(rebasing: bytes[..<mark]), line: line)
      return parser?.parse(.init(rebasing: bytes[mark..<count])) ?? false
    }
  }

  private func finish(into batch: inout [DeviceEvent]) throws(GeoError) {
    guard let parser else { throw GeoError(.data, "is empty (expected a GPX)", at: name) }
    deliverPoints(into: &batch)
    deliverHeld(into: &batch)
    if unused > 0 {
      notes.append(
        "\(name): \(unused) waypoints or route points are not used, since the file has a better path")
    }
    let fault = stream.takeFault().map { (line: 0, message: $0) } ?? parser.fault
    if deliveredCount == 0 {
      if untimedCount > 0 {
        throw GeoError(.data, "none of its points has a time: \(MissingTimes.help)", at: name)
      }
      if let fault { throw GeoError(.data, fault.message, at: place(fault.line)) }
    } else if let fault {
      skips.count(
        "input cut short",
        "\(place(fault.line)): \(fault.message); points used before it: \(deliveredCount)")
    }
  }

  private func place(_ line: Int) -> String { line > 0 ? "\(name):\(line)" : name }
}

extension GPXSource {
  /// Delivers the points that the parser has finished.
  private func deliverPoints(into batch: inout [DeviceEvent]) {
    guard let state = parser?.state else { return }
    for (line, fault) in state.pointee.faults {
      skips.count(fault.kind, "\(name):\(line): \(fault.message)")
    }
    state.pointee.faults.removeAll()
    if options.start == nil, !state.pointee.fileTime.isNaN { times.base = state.pointee.fileTime }
    if options.deviceBy == .track {
      for (track, text) in state.pointee.trackNames { trackNames[track] = text }
    }
    state.pointee.trackNames.removeAll()
    for point in state.pointee.points { place(point, into: &batch) }
    state.pointee.points.removeAll(keepingCapacity: true)
  }

  /// Whether tracks wait for the end of the file, so that they can be put in order. A pipe may never end.
  private var holdsTracks: Bool { options.deviceBy == .file && name != "-" }

  /// Holds a point until the file has ended, or delivers it at once.
  private func place(_ point: GPXPoint, into batch: inout [DeviceEvent]) {
    guard point.kind >= best else { return unused += 1 }
    if point.kind > best {
      guard !isOverfull else {
        return skips.count(
          "point of a better path",
          "\(name):\(point.line): comes after \(Self.heldLimit) points of another kind, which are used")
      }
      unused += held.count
      held.removeAll()
      best = point.kind
    }
    guard best != .track || holdsTracks, !isOverfull else { return deliver(point, into: &batch) }
    held.append(point)
    guard held.count > Self.heldLimit else { return }
    // No known file has a better kind, or an older track, after so many points, so these are the path.
    isOverfull = true
    deliverHeld(into: &batch)
  }

  /// Delivers what was held, in order of its times.
  private func deliverHeld(into batch: inout [DeviceEvent]) {
    var points = held
    held = []
    guard let device = points.first.map({ _ in self.device ?? begin(0) }) else { return }
    for index in points.indices {
      if !points[index].time.isNaN {
        if times.isActive { times.record(points[index].time, points[index].coordinate, device) }
      } else if let time = times.time(points[index].coordinate, device) {
        points[index].time = time
      }
    }
    // A point that still has no time is counted in its place.
    for point in best == .track ? GPXOrder.ofTracks(points) : GPXOrder.ofWay(points) {
      deliver(point, isRecorded: true, into: &batch)
    }
  }

  /// - Parameter isRecorded: whether ``times`` knows the point already.
  private func deliver(_ point: GPXPoint, isRecorded: Bool = false, into batch: inout [DeviceEvent]) {
    if point.track != currentTrack { begin(point.track) }
    let device = self.device ?? begin(point.track)
    if point.isAfterGap { isAfterGap = true }
    var time = point.time
    if time.isNaN {
      guard let filled = times.time(point.coordinate, device) else {
        untimedCount += 1
        skips.count("no time", "\(name):\(point.line): point has no time (\(MissingTimes.help))")
        return
      }
      time = filled
    } else if times.isActive, !isRecorded {
      times.record(time, point.coordinate, device)
    }
    if isAfterGap, !previousTime.isNaN {
      batch.append(
        DeviceEvent(time: previousTime, timestamp: previousTime, device: device, payload: .signalLost))
    }
    sensors.append(point.sensors, at: time, of: device, into: &batch)
    batch.append(
      DeviceEvent(time: time, timestamp: time, device: device, payload: .location(point.fix(options))))
    previousTime = time
    isAfterGap = false
    deliveredCount += 1
  }

  /// Switches to another `<trk>`, which may be another device; 0 stands for points outside of one.
  @discardableResult
  private func begin(_ track: Int) -> DeviceID {
    currentTrack = track
    previousTime = .nan
    isAfterGap = false
    if let device, options.deviceBy == .file { return device }
    var name = fileName
    if options.deviceBy == .track, track > 0 {
      name = trackNames[track] ?? (track == 1 ? fileName : "\(fileName)-\(track)")
    }
    // Tracks come in order: names of tracks without a point are dropped with this one's.
    trackNames = trackNames.filter { $0.key > track }
    let id = directory.id(of: name)
    device = id
    return id
  }
}
