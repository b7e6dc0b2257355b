import CLibXML2
import Geo

/// The parser's position in a GPX and its results; only libxml2's callbacks change it.
struct GPXState {
  /// Finished points in order of the file.
  var points: [GPXPoint] = []
  /// The names of tracks that began since ``points`` was emptied, with the track's number.
  var trackNames: [(track: Int, name: String)] = []
  /// Unusable points, with their line and fault.
  var faults: [(line: Int, fault: RecordFault)] = []
  /// The time of the file itself.
  var fileTime = TimeInterval.nan
  var refusal: (line: Int, message: String)?

  var field = GPXField.none
  let text: UnsafeMutablePointer<UInt8>

  private let parser: xmlParserCtxtPtr
  private let names: GPXNames
  private var dates = DateReader()
  private var depth = 0
  private var fieldDepth = 0
  private var textCount = 0
  private var isTextTooLong = false
  private var metadataDepth = 0
  // 0 if none is open.
  private var trackDepth = 0
  private var pointDepth = 0
  private var trackCount = 0
  private var trackHasPoint = false
  private var isAfterGap = false
  private var point = GPXPoint()
  private var pointIsFaulty = false

  /// The most bytes of a value or name; no number, date or sensible name is longer.
  private static let textLimit = 1024
  /// The greatest depth of elements; libxml2 keeps a record of each open one.
  private static let depthLimit = 256

  init(_ parser: xmlParserCtxtPtr) {
    self.parser = parser
    names = GPXNames(parser)
    text = .allocate(capacity: Self.textLimit)
  }

  private var line: Int { Int(parser.pointee.input?.pointee.line ?? 0) }

  mutating func refuse(_ message: String) {
    refusal = (line, message)
    xmlStopParser(parser)
  }

  mutating func start(
    _ name: GPXNames.Name, _ attributes: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?, _ count: Int
  ) {
    depth += 1
    if depth > Self.depthLimit { refuse("has elements more than \(Self.depthLimit) deep") }
    if pointDepth != 0 {
      let found = depth == pointDepth + 1 ? names.pointField(name) : names.extensionField(name)
      if found != .none { begin(found) }
    } else if name == names.trkpt {
      beginPoint(.track, attributes, count)
    } else if name == names.rtept {
      beginPoint(.route, attributes, count)
    } else if name == names.wpt {
      beginPoint(.waypoint, attributes, count)
    } else {
      startFrame(name)
    }
  }

  private mutating func startFrame(_ name: GPXNames.Name) {
    if name == names.trkseg {
      isAfterGap = trackHasPoint
    } else if name == names.trk {
      trackDepth = depth
      trackCount += 1
      trackHasPoint = false
      isAfterGap = false
    } else if name == names.name, trackDepth != 0, depth == trackDepth + 1 {
      begin(.trackName)
    } else if name == names.metadata {
      metadataDepth = depth
    } else if name == names.time, depth == 2 || depth == metadataDepth + 1 {
      begin(.fileTime)
    }
    if depth == 1, name != names.gpx {
      let root = name.map { String(cString: $0) } ?? ""
      refuse("is <\(root)>, not a GPX (expected <gpx> as the outermost element)")
    }
  }

  private mutating func begin(_ field: GPXField) {
    self.field = field
    fieldDepth = depth
    textCount = 0
    isTextTooLong = false
  }

  mutating func appendText(_ bytes: UnsafePointer<xmlChar>?, _ count: Int) {
    guard let bytes, depth == fieldDepth else { return }
    guard textCount + count <= Self.textLimit else {
      isTextTooLong = true
      return
    }
    (text + textCount).update(from: bytes, count: count)
    textCount += count
  }

  mutating func end() {
    if field != .none, depth == fieldDepth {
      endField()
      field = .none
    } else if depth == pointDepth {
      endPoint()
      pointDepth = 0
    } else if depth == trackDepth {
      trackDepth = 0
    } else if depth == metadataDepth {
      metadataDepth = 0
    }
    depth -= 1
  }
}

extension GPXState {
  private mutating func beginPoint(
    _ kind: GPXPoint.Kind, _ attributes: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?, _ count: Int
  ) {
    pointDepth = depth
    pointIsFaulty = false
    point = GPXPoint()
    point.kind = kind
    point.line = line
    guard let attributes else { return }
    // Five pointers each: local name, prefix, URI, start and end of the value.
    for index in 0..<count {
      let attribute = attributes + 5 * index
      let isLatitude = attribute[0] == names.lat
      guard isLatitude || attribute[0] == names.lon else { continue }
      guard let start = attribute[3], let end = attribute[4] else { continue }
      let value = UnsafeBufferPointer(start: start, count: end - start)
      guard let degrees = Decimal.parse(value) else {
        reject("coordinate", "\(isLatitude ? "lat" : "lon") \(quoted(value)) is not a number")
        continue
      }
      if isLatitude { point.latitude = degrees } else { point.longitude = degrees }
    }
  }

  private mutating func endField() {
    var value = UnsafeBufferPointer(start: text, count: textCount)
    while let last = value.last, last <= 0x20 { value = .init(rebasing: value.dropLast()) }
    while let first = value.first, first <= 0x20 { value = .init(rebasing: value.dropFirst()) }
    if isTextTooLong { value = .init(rebasing: value.prefix(0)) }
    guard !value.isEmpty || isTextTooLong else { return }
    switch field {
    case .none: break
    case .elevation: readOptional(value, "ele", \.elevation)
    case .speed: readOptional(value, "speed", \.speed)
    case .course: readOptional(value, "course", \.course)
    case .horizontalDilution: readNumber(value, "hdop", \.horizontalDilution)
    case .verticalDilution: readNumber(value, "vdop", \.verticalDilution)
    case .horizontalAccuracy: readNumber(value, "accuracy", \.horizontalAccuracy)
    case .verticalAccuracy: readNumber(value, "vAcc", \.verticalAccuracy)
    case .time:
      if let time = dates.parse(value) {
        point.time = time
      } else {
        reject("time", "time \(quoted(value)) is not a date (expected ISO 8601)")
      }
    case .heartRate, .cadence, .temperature, .waterTemperature, .depth, .power: readSensor(value)
    case .trackName: trackNames.append((trackCount, String(decoding: value, as: UTF8.self)))
    case .fileTime: fileTime = dates.parse(value) ?? .nan
    }
  }

  @inline(__always)
  private mutating func readNumber(
    _ value: UnsafeBufferPointer<UInt8>, _ name: StaticString, _ property: WritableKeyPath<GPXPoint, Double>
  ) {
    if let number = Decimal.parse(value) {
      point[keyPath: property] = number
    } else {
      reject("\(name)", "\(name) \(quoted(value)) is not a number")
    }
  }

  private mutating func readSensor(_ value: UnsafeBufferPointer<UInt8>) {
    guard let sensor = field.sensor else { return }
    let sensors: WritableKeyPath<GPXPoint, SensorValues> = \.sensors
    readOptional(
      value, GPXField.sensorNames.first { $0.field == field }?.name ?? "", sensors.appending(path: sensor))
  }

  /// Reads a value beside the place, which is good without it.
  private mutating func readOptional(
    _ value: UnsafeBufferPointer<UInt8>, _ name: String, _ property: WritableKeyPath<GPXPoint, Double>
  ) {
    if let number = Decimal.parse(value) {
      point[keyPath: property] = number
    } else {
      faults.append((line, RecordFault(name, "\(name) \(quoted(value)) is not a number (the fix is used)")))
    }
  }

  private mutating func endPoint() {
    if point.kind == .track {
      point.track = trackCount
      point.isAfterGap = isAfterGap
    }
    guard !pointIsFaulty else { return }
    if CLLocationCoordinate2DIsValid(point.coordinate) {
      if point.kind == .track {
        isAfterGap = false
        trackHasPoint = true
      }
      points.append(point)
    } else if point.latitude.isNaN || point.longitude.isNaN {
      let name = point.latitude.isNaN ? "lat" : "lon"
      let fault = RecordFault("no coordinate", "point has no \(name) (expected lat and lon in degrees)")
      faults.append((point.line, fault))
    } else {
      faults.append((point.line, NDJSONPayload.outOfRange(point.coordinate)))
    }
  }

  private mutating func reject(_ kind: String, _ message: String) {
    if !pointIsFaulty { faults.append((line, RecordFault(kind, message))) }
    pointIsFaulty = true
  }

  private func quoted(_ value: UnsafeBufferPointer<UInt8>) -> String {
    isTextTooLong
      ? "of more than \(Self.textLimit) bytes" : "\"\(excerpt(value))\""
  }
}
