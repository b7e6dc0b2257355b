import Geo

/// Fixes from the rows of a table.
struct CSVFixReader {
  private(set) var deliveredCount = 0
  private(set) var untimedCount = 0

  private let options: FeedOptions
  private let directory: DeviceDirectory
  private let fileDevice: String
  private var fileDeviceID: DeviceID?
  private var devices: DeviceInterner
  private(set) var times: MissingTimes
  private var texts: CSVTime
  private var clocks: LocalClocks
  private var remarks: [RecordFault] = []
  /// Whether the first time has no offset, and nobody says in which zone it is.
  private(set) var lacksZone = false

  init(device: String, directory: DeviceDirectory, options: FeedOptions) {
    self.options = options
    self.directory = directory
    fileDevice = device
    devices = DeviceInterner(directory)
    times = MissingTimes(options)
    texts = CSVTime(format: options.timeFormat)
    clocks = LocalClocks(options.timeZone)
  }

  mutating func read(
    _ row: CSVRow, _ bytes: UnsafeBufferPointer<UInt8>, _ header: CSVHeader
  ) -> Result<DeviceEvent, RecordFault> {
    do throws(RecordFault) {
      return .success(try event(row, bytes, header))
    } catch {
      return .failure(error)
    }
  }

  /// What of the last rows could not be read, though they gave fixes.
  mutating func drainRemarks() -> [RecordFault] {
    guard !remarks.isEmpty else { return [] }
    defer { remarks = [] }
    return remarks
  }

  private mutating func event(
    _ row: CSVRow, _ bytes: UnsafeBufferPointer<UInt8>, _ header: CSVHeader
  ) throws(RecordFault) -> DeviceEvent {
    let place = try CSVPlace.read(row, bytes, header)
    let device = device(row, bytes, header)
    let time = try time(place, device, row, bytes, header)
    var timestamp = time
    if let column = header[.timestamp] {
      let text = row.raw(column.index, bytes)
      if !CSVCell.isMissing(text) { timestamp = try read(text, "timestamp", device) }
    }
    var fix = Fix(coordinate: place, horizontalAccuracy: try number(.horizontalAccuracy, row, bytes, header))
    if fix.horizontalAccuracy.isNaN {
      fix.horizontalAccuracy = FeedOptions.accuracy(
        dilution: try number(.horizontalDilution, row, bytes, header))
    }
    if fix.horizontalAccuracy.isNaN { fix.horizontalAccuracy = options.horizontalAccuracy }
    fix.altitude = optional(.altitude, row, bytes, header)
    fix.verticalAccuracy = try number(.verticalAccuracy, row, bytes, header)
    if fix.verticalAccuracy.isNaN {
      fix.verticalAccuracy = FeedOptions.accuracy(
        dilution: try number(.verticalDilution, row, bytes, header))
    }
    fix.speed = optional(.speed, row, bytes, header)
    fix.course = optional(.course, row, bytes, header)
    deliveredCount += 1
    return DeviceEvent(time: time, timestamp: timestamp, device: device, payload: .location(fix))
  }

  private mutating func device(
    _ row: CSVRow, _ bytes: UnsafeBufferPointer<UInt8>, _ header: CSVHeader
  ) -> DeviceID {
    if let column = header[.device] {
      let raw = row.raw(column.index, bytes)
      if !raw.isEmpty { return devices.id(raw) { row.text(column.index, bytes) } }
    }
    if let fileDeviceID { return fileDeviceID }
    let id = directory.id(of: fileDevice)
    fileDeviceID = id
    return id
  }

  private mutating func time(
    _ place: CLLocationCoordinate2D, _ device: DeviceID, _ row: CSVRow, _ bytes: UnsafeBufferPointer<UInt8>,
    _ header: CSVHeader
  ) throws(RecordFault) -> TimeInterval {
    let text = header[.time].map { row.raw($0.index, bytes) }
    guard let text, !CSVCell.isMissing(text) else {
      if let filled = times.time(place, device) { return filled }
      untimedCount += 1
      throw RecordFault("no time", "has no time (\(MissingTimes.help))")
    }
    let time = try read(text, "time", device, date: header[.date].map { row.raw($0.index, bytes) })
    if times.isActive { times.record(time, place, device) }
    return time
  }

  private mutating func read(
    _ text: UnsafeBufferPointer<UInt8>, _ title: String, _ device: DeviceID,
    date: UnsafeBufferPointer<UInt8>? = nil
  ) throws(RecordFault) -> TimeInterval {
    let written = date.map { texts.read($0, text) } ?? texts.read(text)
    var quote: String { "\"\(date.map { excerpt($0) + " " } ?? "")\(excerpt(text))\"" }
    if deliveredCount == 0 { lacksZone = written?.isLocal == true && options.timeZone == nil }
    let found = written.map { $0.isLocal ? clocks.time($0.seconds, of: device) : ($0.seconds, nil) }
    guard let (time, doubt) = found, FeedOptions.isTime(time) else {
      throw RecordFault(title, "\(title) \(quote) is not a date (expected \(texts.expected))")
    }
    if let doubt {
      let zone = options.timeZone?.name ?? "UTC"
      remarks.append(
        RecordFault(
          doubt.kind, "\(title) \(quote) \(doubt.text) in \(zone) (a time with its offset is certain)"))
    }
    return time
  }

  /// A number that a fix can do without: where it cannot be read, it is not known, and ``drainRemarks()`` says so.
  private mutating func optional(
    _ column: CSVColumn, _ row: CSVRow, _ bytes: UnsafeBufferPointer<UInt8>, _ header: CSVHeader
  ) -> Double {
    do throws(RecordFault) { return try number(column, row, bytes, header) } catch {
      remarks.append(RecordFault("\(error.kind) (fix used without)", error.message))
      return .nan
    }
  }

  /// A number in our unit; NaN where there is no such column or the field is empty.
  private func number(
    _ column: CSVColumn, _ row: CSVRow, _ bytes: UnsafeBufferPointer<UInt8>, _ header: CSVHeader
  ) throws(RecordFault) -> Double {
    guard let place = header[column] else { return .nan }
    let text = row.raw(place.index, bytes)
    if let number = Decimal.parse(text) { return number * place.factor }
    if CSVCell.isMissing(text) { return .nan }
    guard let (number, unit) = CSVCell.measure(text, separator: header.separator) else {
      throw RecordFault(column.title, "\(column.title) \"\(excerpt(text))\" is not a number")
    }
    guard let factor = unit.isEmpty ? place.factor : CSVColumn.factor(of: unit, in: column) else {
      throw RecordFault(column.title, "\(column.title) \"\(excerpt(text))\" has an unknown unit")
    }
    return number * factor
  }
}
