import Geo

/// One fix of a Timeline with what it says beside it.
struct TimelinePoint {
  var time: TimeInterval
  var place: CLLocationCoordinate2D
  var accuracy = CLLocationAccuracy.nan
  var altitude = CLLocationDistance.nan
  var verticalAccuracy = CLLocationAccuracy.nan
  var speed = CLLocationSpeed.nan
  var course = CLLocationDirection.nan
  /// Attributes of the device from here on.
  var attributes: [(name: String, value: JSONValue)] = []
}

/// Reads the elements of Google's Timeline exports, each form into points.
///
/// - Source: Takeout's `Records.json` and «Semantic Location History» as locationhistoryformat.com describes them; the
///   exports of phones, Android's `semanticSegments` and `rawSignals` and the array of iOS, as Dawarich and
///   timelinize import them.
struct TimelineElement {
  private(set) var points: [TimelinePoint] = []
  /// When it begins; NaN without a time.
  private(set) var start = TimeInterval.nan
  private(set) var faults: [RecordFault] = []
  /// An activity that geoscript does not know.
  private(set) var unknownActivity: String?
  private var end = TimeInterval.nan
  private var attributes: [(name: String, value: JSONValue)] = []

  /// The arrays that hold positions; the empty name is a text that is one itself.
  static let members = ["semanticSegments", "timelineObjects", "locations", "rawSignals", ""]

  init(_ value: JSONValue, of member: String) {
    switch member {
    case "locations": readRecord(value)
    case "timelineObjects": readTimelineObject(value)
    case "rawSignals": if let position = value["position"] { readSignal(position) }
    default: readSegment(value)
    }
  }

  // MARK: Records.json

  private mutating func readRecord(_ value: JSONValue) {
    start = Self.time(value["timestamp"] ?? value["timestampMs"])
    if let source = value["source"]?.text { attributes.append(("source", .string(source))) }
    if let tag = value["deviceTag"] { attributes.append(("deviceTag", tag)) }
    if let type = likeliestActivity(value["activity"]) { note(activity: type) }
    guard var point = point(value, "latitudeE7", "longitudeE7", at: start) else { return }
    point.accuracy = number(value["accuracy"])
    point.altitude = number(value["altitude"])
    point.verticalAccuracy = number(value["verticalAccuracy"])
    point.speed = number(value["velocity"])
    point.course = number(value["heading"])
    points = [point]
  }

  /// The likeliest guess of the sample that was taken nearest to the record; of equal ones the first.
  private func likeliestActivity(_ value: JSONValue?) -> String? {
    guard case .array(let samples)? = value else { return nil }
    let distances = samples.map { sample in
      let time = Self.time(sample["timestamp"] ?? sample["timestampMs"])
      return time.isNaN || start.isNaN ? .infinity : abs(time - start)
    }
    guard let nearest = samples.indices.min(by: { distances[$0] < distances[$1] }),
      case .array(let guesses)? = samples[nearest]["activity"]
    else { return nil }
    let confidences = guesses.map { $0["confidence"]?.double ?? 0 }
    let best = guesses.indices.max { confidences[$0] < confidences[$1] }
    return best.flatMap { guesses[$0]["type"]?.text }
  }

  // MARK: Semantic Location History

  private mutating func readTimelineObject(_ value: JSONValue) {
    if let segment = value["activitySegment"] {
      readSpan(segment["duration"])
      if let type = segment["activityType"]?.text { note(activity: type) }
      add(segment["startLocation"], at: start)
      addRawPath(segment)
      add(segment["endLocation"], at: end)
    } else if let visit = value["placeVisit"] {
      readSpan(visit["duration"])
      let place = visit["location"]
      for (name, member) in [("place", "placeId"), ("placeName", "name"), ("placeType", "semanticType")] {
        if let text = place?[member]?.text { attributes.append((name, .string(text))) }
      }
      addVisit(visit, at: start)
      addRawPath(visit)
      addVisit(visit, at: end)
    } else {
      faults.append(Self.unknownKind(value, "activitySegment or placeVisit"))
    }
  }

  private mutating func readSpan(_ duration: JSONValue?) {
    start = Self.time(duration?["startTimestamp"] ?? duration?["startTimestampMs"])
    end = Self.time(duration?["endTimestamp"] ?? duration?["endTimestampMs"])
  }

  private mutating func add(_ location: JSONValue?, at time: TimeInterval) {
    guard let location, let point = point(location, "latitudeE7", "longitudeE7", at: time) else { return }
    points.append(point)
  }

  /// Adds the place of a visit, or its center if the place has no position of its own.
  private mutating func addVisit(_ visit: JSONValue, at time: TimeInterval) {
    let location = visit["location"]
    if location?["latitudeE7"] != nil || visit["centerLatE7"] == nil { return add(location, at: time) }
    guard let point = point(visit, "centerLatE7", "centerLngE7", at: time) else { return }
    points.append(point)
  }

  private mutating func addRawPath(_ value: JSONValue) {
    guard case .array(let path)? = value["simplifiedRawPath"]?["points"] else { return }
    for place in path {
      let time = Self.time(place["timestamp"] ?? place["timestampMs"])
      guard var point = point(place, "latE7", "lngE7", at: time) else { continue }
      point.accuracy = number(place["accuracyMeters"])
      points.append(point)
    }
  }

  // MARK: Exports of phones

  private mutating func readSegment(_ value: JSONValue) {
    start = Self.time(value["startTime"])
    end = Self.time(value["endTime"])
    if let visit = value["visit"] {
      // A shop in a mall that is a visit, too.
      if let level = visit["hierarchyLevel"].flatMap({ Double($0.text ?? "") ?? $0.double }), level > 0 {
        return
      }
      let candidate = visit["topCandidate"]
      if let id = (candidate?["placeId"] ?? candidate?["placeID"])?.text {
        attributes.append(("place", .string(id)))
      }
      if let type = candidate?["semanticType"]?.text { attributes.append(("placeType", .string(type))) }
      let place = candidate?["placeLocation"]
      add(text: place?["latLng"] ?? place, at: start)
      add(text: place?["latLng"] ?? place, at: end)
    } else if let activity = value["activity"] {
      if let type = activity["topCandidate"]?["type"]?.text { note(activity: type) }
      add(text: activity["start"]?["latLng"] ?? activity["start"], at: start)
      add(text: activity["end"]?["latLng"] ?? activity["end"], at: end)
    } else if case .array(let path)? = value["timelinePath"] {
      for place in path {
        let offset = place["durationMinutesOffsetFromStartTime"].map { Double($0.text ?? "") ?? number($0) }
        add(text: place["point"], at: place["time"].map { Self.time($0) } ?? start + (offset ?? .nan) * 60)
      }
    } else if value["timelineMemory"] == nil {
      faults.append(Self.unknownKind(value, "visit, activity or timelinePath"))
    }
  }

  private mutating func readSignal(_ position: JSONValue) {
    start = Self.time(position["timestamp"])
    if let source = position["source"]?.text { attributes.append(("source", .string(source))) }
    add(text: position["LatLng"] ?? position["latLng"], at: start)
    guard !points.isEmpty else { return }
    points[0].accuracy = number(position["accuracyMeters"])
    points[0].altitude = number(position["altitudeMeters"])
    points[0].speed = number(position["speedMetersPerSecond"])
  }

  /// Adds a place such as `48.8584°, 2.2945°` or `geo:48.8584,2.2945`.
  private mutating func add(text value: JSONValue?, at time: TimeInterval) {
    guard let value else { return faults.append(RecordFault("no position", "has no position")) }
    guard let place = value.text.flatMap({ TimelinePlace($0) }) else {
      return faults.append(
        RecordFault(
          "position",
          "the position \"\(excerpt(value.text ?? value.description))\" is not «latitude°, longitude°» or a geo: URI"
        ))
    }
    guard var point = point(place.coordinate, at: time) else { return }
    point.altitude = place.altitude
    point.accuracy = place.accuracy
    points.append(point)
  }
}

extension TimelineElement {
  private mutating func point(
    _ value: JSONValue, _ latitude: String, _ longitude: String, at time: TimeInterval
  ) -> TimelinePoint? {
    guard let north = value[latitude]?.double, let east = value[longitude]?.double else {
      faults.append(RecordFault("no position", "has no \(latitude) and \(longitude)"))
      return nil
    }
    return point(CLLocationCoordinate2DMake(Self.degrees(north), Self.degrees(east)), at: time)
  }

  private mutating func point(_ place: CLLocationCoordinate2D, at time: TimeInterval) -> TimelinePoint? {
    guard CLLocationCoordinate2DIsValid(place) else {
      faults.append(NDJSONPayload.outOfRange(place))
      return nil
    }
    guard FeedOptions.isTime(time) else {
      faults.append(
        RecordFault("time", "a position has no readable time (expected ISO 8601 or milliseconds)"))
      return nil
    }
    return TimelinePoint(time: time, place: place, attributes: attributes)
  }

  private mutating func note(activity text: String) {
    let name = TimelineActivity.name(text)
    attributes.append(("activity", .string(name)))
    if !TimelineActivity.isKnown(name) { unknownActivity = text }
  }

  private func number(_ value: JSONValue?) -> Double {
    guard let number = value?.double, number.isFinite else { return .nan }
    return number
  }

  /// Ten-millionths of a degree; some exports are 2³² too large.
  ///
  /// - Source: locationhistoryformat.com/reference/records, `latitudeE7`.
  private static func degrees(_ value: Double) -> Double {
    (value > 1_800_000_000 ? value - 0x1p32 : value) / 1e7
  }

  /// ISO 8601, or milliseconds as text.
  private static func time(_ value: JSONValue?) -> TimeInterval {
    guard var text = value?.text else { return value?.double.map { $0 / 1000 } ?? .nan }
    if let time = text.withUTF8({ ISO8601.parse($0) }) { return time }
    return Double(text).map { $0 / 1000 } ?? .nan
  }

  private static func unknownKind(_ value: JSONValue, _ expected: String) -> RecordFault {
    var names = ""
    if case .object(let members) = value { names = members.map(\.name).prefix(5).joined(separator: ", ") }
    return RecordFault("segment of an unknown kind", "has \(names) (expected \(expected))")
  }
}
