package import Geo

/// Reads the activities and courses of a TCX, the training files of Garmin and others.
///
/// A `<Track>` that follows another in its lap begins after a pause; the first of a lap continues the lap before. A
/// `<Transition>` of a multisport session is a lap, too: the first one of the activity that follows it.
///
/// - Source: garmin.com/xmlschemas/TrainingCenterDatabasev2.xsd; speed, watts and the cadence of runs in
///   garmin.com/xmlschemas/ActivityExtensionv2.xsd.
package final class TCXTracks: XMLReader {
  private var list: TrackList
  private var dates = DateReader()
  /// The element whose text is being read.
  private var element = ""

  /// The depth of the open activity or course; 0 without one.
  private var activityDepth = 0
  private var name: String?
  private var hasTrack = false
  private var isFirstOfLap = true
  /// The first piece of a transition whose activity has not ended; nil without one.
  private var transition: Int?
  private var isInTransition = false
  /// The depth of the open `<Trackpoint>`; 0 without one.
  private var pointDepth = 0
  private var pointLine = 0
  private var isInHeartRate = false
  private var point = TrackPoint(coordinate: TCXTracks.nowhere)
  private var pointCount = 0
  private var placeCount = 0

  private static let nowhere = CLLocationCoordinate2DMake(.nan, .nan)

  /// - Errors: ``GeoError`` (`data`) if it is no TCX, if it breaks before the first position, or has none.
  package static func read(_ stream: ByteStream) throws(GeoError) -> TrackList {
    let reader = TCXTracks(TrackList(stream.name))
    do throws(GeoError) { try reader.readDocument(stream) } catch {
      // What a device has written before its battery failed is good (HO-61).
      guard reader.placeCount > 0 else { throw error }
      reader.list.skips.count(
        "input cut short", "\(error); points used before it: \(reader.placeCount)")
    }
    guard reader.placeCount > 0 else { throw reader.lack(stream.name) }
    return reader.list
  }

  private init(_ list: TrackList) {
    self.list = list
    super.init(
      "TCX", root: "TrainingCenterDatabase",
      rootAdvice: "not a TCX (expected <TrainingCenterDatabase> as the outermost element)")
  }

  private func lack(_ path: String) -> GeoError {
    if let fault = list.skips.kinds.first?.entry.first, pointCount > 0 {
      return GeoError(.data, fault, at: nil)
    }
    let what =
      pointCount > 0
      ? "none of its \(pointCount) trackpoints has a <Position>: was it recorded indoors, or without GPS?"
      : "has no <Trackpoint>: export the activity with its track"
    return GeoError(.data, what, at: path)
  }

  override func begin(_ element: XMLElement) {
    if pointDepth > 0 { return beginValue(element.name) }
    switch element.name {
    case "Activity", "Course":
      activityDepth = depth
      name = nil
      hasTrack = transition.map { $0 < list.pieces.count } ?? false
      isFirstOfLap = true
    case "Transition" where activityDepth == 0:
      activityDepth = depth
      name = nil
      hasTrack = false
      isFirstOfLap = true
      (transition, isInTransition) = (list.pieces.count, true)
    case "Id", "Name":
      guard depth == activityDepth + 1, name == nil else { return }
      collect(element.name)
    case "Lap": isFirstOfLap = true
    case "Track" where activityDepth > 0: beginTrack()
    case "Trackpoint" where hasTrack:
      pointDepth = depth
      pointLine = line
      point = TrackPoint(coordinate: TCXTracks.nowhere)
    default: break
    }
  }

  private func beginTrack() {
    let continuesLap = hasTrack && isFirstOfLap
    isFirstOfLap = false
    if continuesLap { return }
    list.pieces.append(
      TrackSegment(
        kind: .timedLine, name: name, continues: hasTrack, place: "\(list.name):\(line): Track:", points: []))
    hasTrack = true
  }

  private func beginValue(_ element: String) {
    switch element {
    case "HeartRateBpm": isInHeartRate = true
    case "Value": if isInHeartRate { collect(element) }
    case "Time", "LatitudeDegrees", "LongitudeDegrees", "AltitudeMeters", "DistanceMeters", "Cadence",
      "Speed",
      "RunCadence", "Watts":
      collect(element)
    default: break
    }
  }

  private func collect(_ element: String) {
    self.element = element
    collectText()
  }

  override func end() {
    if depth == pointDepth {
      endPoint()
      pointDepth = 0
    } else if pointDepth > 0, depth == pointDepth + 1 {
      isInHeartRate = false
    } else if depth == activityDepth {
      if !isInTransition { transition = nil }
      activityDepth = 0
      hasTrack = false
      isInTransition = false
    }
  }

  override func endText(_ text: [UInt8]) {
    let value = text.drop { $0 <= 0x20 }
    let end = value.lastIndex { $0 > 0x20 }.map { $0 + 1 } ?? value.startIndex
    let trimmed = value[..<end]
    guard !trimmed.isEmpty else { return }
    switch element {
    case "Id", "Name":
      name = String(decoding: trimmed, as: UTF8.self)
      for index in (transition ?? list.pieces.count)..<list.pieces.count { list.pieces[index].name = name }
    case "Time":
      point.time = trimmed.withUnsafeBufferPointer { dates.parse($0) } ?? .nan
      if point.time.isNaN { reject("time", trimmed, "a date (expected ISO 8601)") }
    default: read(number: trimmed)
    }
  }

  private func read(number text: ArraySlice<UInt8>) {
    guard let number = text.withUnsafeBufferPointer({ Decimal.parse($0) }) else {
      return reject(element, text, "a number")
    }
    switch element {
    case "LatitudeDegrees": point.coordinate.latitude = number
    case "LongitudeDegrees": point.coordinate.longitude = number
    case "AltitudeMeters": point.altitude = number
    case "DistanceMeters": point.sensors.distance = number
    case "Value": point.sensors.heartRate = number
    case "Cadence", "RunCadence": point.sensors.cadence = number
    case "Speed": point.speed = number
    default: point.sensors.power = number
    }
  }

  private func reject(_ kind: String, _ text: ArraySlice<UInt8>, _ expected: String) {
    list.count(
      RecordFault(kind, "\(element) \"\(excerpt(text))\" is not \(expected)"), at: "\(list.name):\(line):")
  }

  private func endPoint() {
    pointCount += 1
    if CLLocationCoordinate2DIsValid(point.coordinate) {
      placeCount += 1
    } else if point.coordinate.latitude.isFinite, point.coordinate.longitude.isFinite {
      return list.count(NDJSONPayload.outOfRange(point.coordinate), at: "\(list.name):\(pointLine):")
    } else if point.sensors.isEmpty {
      return list.count(
        RecordFault("no position", "a trackpoint has no position and no value of a sensor"),
        at: "\(list.name):\(pointLine):")
    }
    list.pieces[list.pieces.count - 1].points.append(point)
  }
}
