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
  private var times: MissingTimes
  private var clock: CSVTime
  private var scratch: [UInt8] = []

  init(device: String, directory: DeviceDirectory, options: FeedOptions) {
    self.options = options
    self.directory = directory
    fileDevice = device
    devices = DeviceInterner(directory)
    times = MissingTimes(options)
    clock = CSVTime(zone: options.timeZone)
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

  private mutating func event(
    _ row: CSVRow, _ bytes: UnsafeBufferPointer<UInt8>, _ header: CSVHeader
  ) throws(RecordFault) -> DeviceEvent {
    let place = CLLocationCoordinate2D(
      latitude: try number(.latitude, row, bytes, header),
      longitude: try number(.longitude, row, bytes, header))
    if place.latitude.isNaN || place.longitude.isNaN {
      let column = place.latitude.isNaN ? CSVColumn.latitude : .longitude
      throw RecordFault("no \(column.title)", "has no \(column.title) (expected degrees)")
    }
    guard CLLocationCoordinate2DIsValid(place) else { throw NDJSONPayload.outOfRange(place) }
    let device = device(row, bytes, header)
    let time = try time(place, device, row, bytes, header)
    var timestamp = time
    if let column = header[.timestamp] {
      let text = row.raw(column.index, bytes)
      if !Self.isMissing(text) { timestamp = try read(text, "timestamp") }
    }
    var fix = Fix(coordinate: place, horizontalAccuracy: try number(.horizontalAccuracy, row, bytes, header))
    if fix.horizontalAccuracy.isNaN {
      fix.horizontalAccuracy = FeedOptions.accuracy(
        dilution: try number(.horizontalDilution, row, bytes, header))
    }
    if fix.horizontalAccuracy.isNaN { fix.horizontalAccuracy = options.horizontalAccuracy }
    fix.altitude = try number(.altitude, row, bytes, header)
    fix.verticalAccuracy = try number(.verticalAccuracy, row, bytes, header)
    if fix.verticalAccuracy.isNaN {
      fix.verticalAccuracy = FeedOptions.accuracy(
        dilution: try number(.verticalDilution, row, bytes, header))
    }
    fix.speed = try number(.speed, row, bytes, header)
    fix.course = try number(.course, row, bytes, header)
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
    guard let text, !Self.isMissing(text) else {
      if let filled = times.time(place, device) { return filled }
      untimedCount += 1
      throw RecordFault("no time", "has no time (\(MissingTimes.help))")
    }
    let time = try read(text, "time", date: header[.date].map { row.raw($0.index, bytes) })
    if times.isActive { times.record(time, place, device) }
    return time
  }

  private mutating func read(
    _ text: UnsafeBufferPointer<UInt8>, _ title: String, date: UnsafeBufferPointer<UInt8>? = nil
  ) throws(RecordFault) -> TimeInterval {
    let time = date.map { clock.parse($0, text) } ?? clock.parse(text)
    guard let time, FeedOptions.isTime(time) else {
      let quote = "\"\(date.map { excerpt($0) + " " } ?? "")\(excerpt(text))\""
      throw RecordFault(title, "\(title) \(quote) is not a date (expected \(CSVTime.expected))")
    }
    return time
  }

  /// A number in our unit; NaN without such a column or with an empty field.
  private mutating func number(
    _ column: CSVColumn, _ row: CSVRow, _ bytes: UnsafeBufferPointer<UInt8>, _ header: CSVHeader
  ) throws(RecordFault) -> Double {
    guard let place = header[column] else { return .nan }
    let text = row.raw(place.index, bytes)
    if let number = Decimal.parse(text) { return number * place.factor }
    if Self.isMissing(text) { return .nan }
    if header.separator != UInt8(ascii: ","), text.count < 64, text.contains(UInt8(ascii: ",")) {
      scratch.removeAll(keepingCapacity: true)
      for byte in text { scratch.append(byte == UInt8(ascii: ",") ? UInt8(ascii: ".") : byte) }
      if let number = scratch.withUnsafeBufferPointer({ Decimal.parse($0) }) { return number * place.factor }
    }
    throw RecordFault(column.title, "\(column.title) \"\(excerpt(text))\" is not a number")
  }

  /// Whether a field is empty, or a missing value as pandas, R and databases write it.
  private static func isMissing(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    if text.isEmpty { return true }
    guard text.count <= 4 else { return false }
    return ["nan", "null", "na", "n/a", "none", "-"].contains(
      String(decoding: text, as: UTF8.self).lowercased())
  }
}
