import CSimdJSON
package import Geo

/// Reads lines of the event log.
///
/// Each line passes what is unchecked here: one thread at a time reads, and nothing holds these while it calls out.
package final class NDJSONReader {
  let name: String
  package var skips = SkipCounts()
  var lineNumber = 1
  @exclusivity(unchecked) package private(set) var goodCount = 0
  /// Added to every event: events of a recording are settled.
  @exclusivity(unchecked) var marks: DeviceEvent.Marks = []
  /// Fields that are not used, a sentence each.
  @exclusivity(unchecked) package private(set) var notes: [String] = []
  /// Why it cannot be read further.
  private(set) var refusal: GeoError?
  /// Whether the input is cut off.
  var isCut = false
  /// The last lines' record of a stopped run.
  var stop: RecordedStop { stopped.count == goodCount ? stopped.stop : RecordedStop() }
  /// With the number of previous events.
  private var stopped = (stop: RecordedStop(), count: 0)

  /// Whether times are filled in, from all previous points.
  var fillsTimes: Bool { times.isActive }

  private let options: FeedOptions
  private let directory: DeviceDirectory
  private let defaultName: String
  @exclusivity(unchecked) private(set) var times: MissingTimes
  @exclusivity(unchecked) private var groups = GroupChanges()
  @exclusivity(unchecked) private var timestamps = DateReader()
  @exclusivity(unchecked) private var dates = DateReader()
  /// The arrival of the lines in a live source; nil in a replay.
  @exclusivity(unchecked) private var arrival: TimeInterval?

  // Device numbers assigned by the C++ scanner; index 0 is the default device, numbered when first needed.
  @exclusivity(unchecked) private var devices: [DeviceID?] = [nil]
  private let log: OpaquePointer
  private let records: UnsafeMutableBufferPointer<geo_log_record>

  /// - Parameter capacity: the lines that are scanned at once.
  package init(_ context: LineContext, capacity: Int = 512) {
    name = context.name
    options = context.options
    directory = context.directory
    defaultName = context.device
    times = MissingTimes(context.options)
    log = geo_log_new()
    records = .allocate(capacity: capacity)
    records.initialize(repeating: geo_log_record())
    if var name = options.groupField { name.withUTF8 { geo_log_set_group(log, $0.baseAddress, $0.count) } }
  }

  deinit {
    geo_log_free(log)
    records.deallocate()
  }

  func read(_ bytes: UnsafeRawBufferPointer, into batch: inout [DeviceEvent]) {
    guard var at = bytes.baseAddress else { return }
    let end = at + bytes.count
    while at < end {
      var count = 0
      var passed = 0
      at += geo_log_read(log, at, end - at, records.baseAddress, records.count, &count, &passed)
      internNewDevices()
      for index in 0..<count { deliver(&records[index], into: &batch) }
      if geo_log_unused_count(log) > notes.count { noteUnused() }
      lineNumber += passed
    }
  }

  private func internNewDevices() {
    while devices.count <= geo_log_device_count(log) {
      devices.append(directory.id(of: String(geo_log_device_name(log, UInt32(devices.count)))))
    }
  }

  /// - Source: HO-165.
  private func noteUnused() {
    while notes.count < geo_log_unused_count(log) {
      var line = 0
      let field = String(geo_log_unused_name(log, notes.count, &line))
      notes.append("\(name):\(lineNumber + line): \(NDJSONFault.unused(field, options))")
    }
  }

  private func device(_ number: UInt32) -> DeviceID {
    if let known = devices[Int(number)] { return known }
    let id = directory.id(of: defaultName)
    devices[0] = id
    return id
  }

  /// Sets the device of lines that name none.
  package func setDefaultDevice(_ device: DeviceID) { devices[0] = device }

  private func deliver(_ record: inout geo_log_record, into batch: inout [DeviceEvent]) {
    guard record.kind < UInt8(GEO_LOG_RECORDING) else { return append(record) }
    let device = device(record.device)
    guard readTimes(&record, device) else { return }
    guard let payload = payload(record) else { return }
    goodCount += 1
    let event = DeviceEvent(
      time: record.time, timestamp: record.timestamp, device: device,
      marks: record.marks == 0 || arrival != nil ? marks : marks.union(with: record.marks), payload: payload)
    // A recording has its changes of groups among its events; an acknowledgement only names a group.
    if record.group.length > 0, marks.isEmpty, record.kind != UInt8(GEO_LOG_ACKNOWLEDGE),
      !groups.knows(device, in: record.group.buffer),
      let change = groups.change(by: event, to: String(record.group))
    {
      batch.append(change)
    }
    batch.append(event)
  }

  /// Handles a line that is not an event.
  private func append(_ record: geo_log_record) {
    switch Int(record.kind) {
    // Live events are never settled, even if a line claims so.
    case GEO_LOG_RECORDING where arrival != nil: break
    case GEO_LOG_RECORDING:
      marks = .settled
      refusal = refusal ?? RecordingHeader.refusal(record.values.0, "\(name):\(lineNumber + record.line)")
    // The scanner has recorded the name already.
    case GEO_LOG_DEVICE_NAME: break
    case GEO_LOG_STOPPED: if arrival == nil, !marks.isEmpty { append(stop: record) }
    default: count(record)
    }
  }

  private func append(stop record: geo_log_record) {
    stopped = (stop, goodCount)
    guard record.device != 0 else { return stopped.stop.isWhole = true }
    if record.time.isFinite { stopped.stop.clocks[device(record.device)] = record.time }
  }

  /// Turns `time` and `timestamp` into numbers, from text or from each other.
  private func readTimes(_ record: inout geo_log_record, _ device: DeviceID) -> Bool {
    if record.time_text.bytes != nil {
      guard let time = dates.parse(record.time_text.buffer) else {
        return reject(record, "time", NDJSONFault.notADate("time", record.time_text))
      }
      record.time = time
    }
    if record.timestamp_text.bytes != nil {
      guard let time = timestamps.parse(record.timestamp_text.buffer) else {
        return reject(record, "timestamp", NDJSONFault.notADate("timestamp", record.timestamp_text))
      }
      record.timestamp = time
    }
    if let arrival {
      if record.timestamp.isNaN { record.timestamp = record.time }
      record.time = arrival
    }
    if record.time.isNaN { record.time = record.timestamp }
    if times.isActive, record.kind == UInt8(GEO_LOG_LOCATION) {
      let coordinate = CLLocationCoordinate2D(latitude: record.values.0, longitude: record.values.1)
      if CLLocationCoordinate2DIsValid(coordinate) {
        if record.time.isNaN {
          record.time = times.time(coordinate, device) ?? .nan
        } else {
          times.record(record.time, coordinate, device)
        }
      }
    }
    if record.time.isNaN { return reject(record, "no time", NDJSONFault.noTime) }
    if record.timestamp.isNaN { record.timestamp = record.time }
    guard FeedOptions.isTime(record.time), FeedOptions.isTime(record.timestamp) else {
      let isTime = FeedOptions.isTime(record.time)
      let fault = NDJSONFault.farTime(
        isTime ? "timestamp" : "time", isTime ? record.timestamp : record.time)
      return reject(record, "time", fault)
    }
    return true
  }

  private func payload(_ record: geo_log_record) -> DeviceEvent.Payload? {
    switch NDJSONPayload.make(record, options) {
    case .success(let payload): return payload
    case .failure(let fault):
      _ = reject(record, fault.kind, fault.message)
      return nil
    }
  }

  private func reject(_ record: geo_log_record, _ kind: String, _ message: @autoclosure () -> String) -> Bool
  {
    skips.count(kind, "\(name):\(lineNumber + record.line): \(message())")
    return false
  }

  private func count(_ record: geo_log_record) {
    if isCut, !marks.isEmpty, Int(record.fault) == GEO_LOG_NOT_JSON {
      let what = "the last line is cut off (the recorder was stopped while it wrote)"
      return skips.count("line cut off", "\(name):\(lineNumber + record.line): \(what)")
    }
    _ = reject(record, NDJSONFault.kind(record), NDJSONFault.message(record))
  }
}

extension NDJSONReader: LineDecoder {
  package func decode(_ run: LineRun, into events: inout [DeviceEvent]) {
    lineNumber = run.firstLine
    arrival = run.arrival
    read(run.bytes, into: &events)
  }
}

extension DeviceEvent.Marks {
  /// These marks and those of a line.
  fileprivate func union(with bits: UInt8) -> Self {
    var marks = self
    if bits & UInt8(GEO_LOG_REBASES) != 0 { marks.insert(.rebases) }
    if bits & UInt8(GEO_LOG_COALESCED) != 0 { marks.insert(.coalesced) }
    if bits & UInt8(GEO_LOG_SIMULATED) != 0 { marks.insert(.simulated) }
    return marks
  }
}
