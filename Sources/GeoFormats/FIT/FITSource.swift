package import Geo

/// A FIT file as events: the records of its activities or courses as fixes with attributes, its other messages as
/// messages.
///
/// - Shapes: where the timer stopped and started again, the next fix follows a ``DeviceEvent/Payload/signalLost``.
///   Messages carry the time of the record before them. Several files may follow each other.
/// - Memory: one message; messages before the first record are held, at most 1,000.
/// - Errors: a file that ends early or has another checksum gives what is read, and is counted. ``GeoError`` (`data`)
///   for anything but FIT, and if nothing in it has a position.
package final class FITSource: EventSource {
  package let name: String
  package private(set) var skips = SkipCounts()
  package private(set) var notes: [String] = []
  package var form: String { "FIT" }
  package var fraction: Double? { stream.fraction }

  /// The most messages to hold until the first record tells the time.
  private static let heldLimit = 1000
  /// Messages to read at once.
  private static let batchSize = 1024

  private let stream: ByteStream
  private let decoder: FITDecoder
  private let options: FeedOptions
  private let device: DeviceID
  private var sensors = SensorEvents(form: "fit")
  private var held: [DeviceMessage] = []
  private var fileCount = 0
  private var isInFile = false
  private var isAfterGap = false
  private var lastTime = TimeInterval.nan
  private var recordCount = 0
  private var fixCount = 0
  private var type = Double.nan
  private var skip = EventsToSkip()
  private var count = 0

  package init(_ stream: ByteStream, device: String, directory: DeviceDirectory, options: FeedOptions) {
    self.stream = stream
    self.options = options
    name = stream.name
    decoder = FITDecoder(stream)
    self.device = directory.id(of: device)
  }

  package var positions: [SourcePosition] {
    name == "-" ? [] : [SourcePosition(source: name, events: count)]
  }

  package var isShort: Bool { skip.count > 0 }

  package func resume(at position: SourcePosition) {
    count = position.events
    skip.skip(position.events)
  }

  package func read(into batch: inout [DeviceEvent]) throws(GeoError) -> Bool {
    let first = batch.count
    var goesOn = true
    while goesOn, batch.count - first < Self.batchSize { goesOn = try step(into: &batch) }
    options.trim(&batch, from: first)
    count += max(0, batch.count - first - skip.count)
    skip.drop(&batch, from: first)
    if !goesOn { try finish() }
    return goesOn
  }

  /// Reads one message or header; false at the end of the input.
  private func step(into batch: inout [DeviceEvent]) throws(GeoError) -> Bool {
    if !isInFile {
      switch try decoder.beginFile() {
      case .success(let isThere):
        if isThere { fileCount += 1 }
        isInFile = isThere
        isAfterGap = true
        return isThere
      case .failure(let fault):
        return try breakOff(fault)
      }
    }
    switch try decoder.next() {
    case .success(let record?): append(record, into: &batch)
    case .success(nil):
      isInFile = false
      switch try decoder.endFile() {
      case .success(let fault?): skips.count("checksum", "\(name): \(fault.message)")
      case .success(nil): break
      case .failure(let fault): return try breakOff(fault)
      }
    case .failure(let fault): return try breakOff(fault)
    }
    return true
  }

  /// Counts a fault that ends the reading; what was read before is used (HO-61).
  private func breakOff(_ fault: FITDecoder.Fault) throws(GeoError) -> Bool {
    let message = stream.takeFault() ?? fault.message
    guard fixCount > 0 else {
      throw GeoError(.data, fileCount == 0 ? message : message + "; no fix comes before", at: name)
    }
    skips.count("input cut short", "\(name): \(message); fixes used: \(fixCount)")
    return false
  }

  private func finish() throws(GeoError) {
    guard fixCount == 0 else { return }
    if fileCount == 0 { throw GeoError(.data, "is empty (expected a FIT file)", at: name) }
    if recordCount > 0 {
      throw GeoError(
        .data,
        "none of its \(recordCount) records has a position and a date: was it recorded indoors, or without GPS?",
        at: name)
    }
    throw GeoError(
      .data,
      "is a FIT file without records\(type.isNaN ? "" : ", of type \(Int(type))") (expected an activity, type 4, "
        + "or a course, type 6)", at: name)
  }
}

extension FITSource {
  private func append(_ record: FITRecord, into batch: inout [DeviceEvent]) {
    switch FITMessage(rawValue: record.message) {
    case nil: break
    case .record: appendFix(record, into: &batch)
    case let kind?:
      if kind == .fileID { type = record[0] }
      if kind == .event { noteTimer(record) }
      guard let json = record.json(kind.fields) else { return }
      let message = DeviceMessage(.message, form: "fit", type: kind.name, json: json)
      guard lastTime.isNaN else { return append(.message(message), lastTime, into: &batch) }
      guard held.count < Self.heldLimit else {
        return skips.count("message before the first record", "\(name): more than \(Self.heldLimit) of them")
      }
      held.append(message)
    }
  }

  /// The timer, event 0, stops with the types 1, 4, 8 and 9.
  private func noteTimer(_ record: FITRecord) {
    if record[0] == 0, [1, 4, 8, 9].contains(record[1]) { isAfterGap = true }
  }

  private func appendFix(_ record: FITRecord, into batch: inout [DeviceEvent]) {
    recordCount += 1
    let time = record.time
    guard !time.isNaN else {
      return skips.count(
        "no time", "\(name): the record at byte \(record.place) has no date: the device's clock was not set")
    }
    let before = lastTime
    lastTime = time
    for message in held { append(.message(message), time, into: &batch) }
    held = []
    let (place, sensors) = (record.coordinate, record.sensors)
    guard CLLocationCoordinate2DIsValid(place) else {
      if sensors.isEmpty {
        skips.count("no position", "\(name): the record at byte \(record.place) has no position")
      } else if place.latitude.isFinite, place.longitude.isFinite {
        let fault = NDJSONPayload.outOfRange(place)
        skips.count(fault.kind, "\(name): the record at byte \(record.place): \(fault.message)")
      }
      return self.sensors.append(sensors, at: time, of: device, into: &batch)
    }
    // At the record before, not the fix before: a pulse without a place may have moved the clock.
    if isAfterGap, fixCount > 0 { append(.signalLost, before, into: &batch) }
    isAfterGap = false
    self.sensors.append(sensors, at: time, of: device, into: &batch)
    let accuracy = record[31]
    append(
      .location(
        Fix(
          coordinate: place, horizontalAccuracy: accuracy.isNaN ? options.horizontalAccuracy : accuracy,
          altitude: record.number(78, 2, scale: 5, offset: 500), speed: record.number(73, 6, scale: 1000))),
      time, into: &batch)
    fixCount += 1
  }

  private func append(_ payload: DeviceEvent.Payload, _ time: TimeInterval, into batch: inout [DeviceEvent]) {
    batch.append(DeviceEvent(time: time, timestamp: time, device: device, payload: payload))
  }
}
