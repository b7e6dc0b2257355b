package import Geo

/// Reads the tracks of a GeoJSON: lines whose Feature has times, as togeojson writes them, and points that have one.
///
/// - Source: RFC 7946; `coordTimes` and `coordinateProperties.times` of github.com/placemark/togeojson and
///   github.com/mapbox/geojson-coordinate-properties.
package struct GeoJSONTracks {
  private var list: TrackList
  private var times = CSVTime()
  private var number = 0

  /// The time members of a Feature's properties; the first one found counts.
  package static let timeNames = ["time", "timestamp", "when", "datetime", "date", "recorded_at"]
  package static let lineTimeNames = ["coordTimes", "times", "timestamps"]
  package static let speedNames = ["speed", "velocity"]
  package static let courseNames = ["course", "heading", "bearing"]
  package static let accuracyNames = ["horizontalAccuracy", "horizontal_accuracy", "accuracy"]
  package static let verticalNames = ["verticalAccuracy", "vertical_accuracy"]
  /// The members of `coordinateProperties` beside the times, with a value for each position.
  package static let listNames = ["speeds", "courses", "accuracies", "verticalAccuracies"]

  /// - Errors: ``GeoError`` (`data`) if it is not complete GeoJSON.
  package static func read(_ stream: ByteStream) throws(GeoError) -> TrackList {
    let text = try text(of: stream)
    var tracks = GeoJSONTracks(list: TrackList(stream.name))
    do throws(GeoError) {
      try tracks.readObject(JSONParser.parse(text, room: room, advice: ": split the file").value)
    } catch {
      guard try tracks.readLines(text) else { throw GeoError(error.code, error.message, at: stream.name) }
    }
    return tracks.list
  }

  private init(list: TrackList) { self.list = list }

  /// The most bytes of a file, and those that its values may take.
  private static let limit = 256 << 20
  private static let room = 1 << 30

  private static func text(of stream: ByteStream) throws(GeoError) -> String {
    let whole = try WholeText(stream, limit: limit)
    if let fault = stream.takeFault() { throw GeoError(.data, "is cut short: \(fault)", at: stream.name) }
    return String(decoding: whole.bytes, as: UTF8.self)
  }

  /// Reads one text per line, as in RFC 8142; false if the first line is not a text.
  private mutating func readLines(_ text: String) throws(GeoError) -> Bool {
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      let line = line.drop { $0 == "\u{1e}" || $0.isWhitespace }
      guard !line.isEmpty else { continue }
      do throws(GeoError) { try readObject(JSONParser.parse(String(line))) } catch {
        if list.pieces.isEmpty { return false }
        list.skips.count("line that is not GeoJSON", "\(list.name):\(index + 1): \(error.message)")
      }
    }
    return true
  }

  private mutating func readObject(_ value: JSONValue) throws(GeoError) {
    switch value["type"]?.text {
    case "FeatureCollection":
      guard case .array(let features)? = value["features"] else {
        throw GeoError(.data, "is a FeatureCollection without features")
      }
      for feature in features { readFeature(feature) }
    case "Feature": readFeature(value)
    case nil:
      throw GeoError(.data, "is JSON without a type (expected a FeatureCollection, Feature or geometry)")
    default: readGeometry(value, .object([]))
    }
  }

  private mutating func readFeature(_ feature: JSONValue) {
    number += 1
    guard let geometry = feature["geometry"], feature["type"]?.text == "Feature" else {
      return list.count(RecordFault("not a Feature", "is not a Feature with a geometry"), at: place)
    }
    readGeometry(geometry, feature["properties"] ?? .object([]))
  }

  private var place: String { number == 0 ? "\(list.name):" : "\(list.name): Feature \(number):" }

  private mutating func readGeometry(_ geometry: JSONValue, _ properties: JSONValue) {
    let lists = LineLists(times: lineTimes(properties), properties)
    let coordinates = geometry["coordinates"] ?? .null
    switch geometry["type"]?.text {
    // A lone fix of a track that writes the rest of it as lines.
    case "Point" where lists.hasTimes: readLine(.array([coordinates]), lists, properties, continues: false)
    case "Point": readPoint(coordinates, properties)
    case "MultiPoint", "LineString": readLine(coordinates, lists, properties, continues: false)
    case "MultiLineString":
      guard case .array(let lines) = coordinates else { return fail() }
      for (index, line) in lines.enumerated() {
        readLine(line, lists.line(index), properties, continues: index > 0)
      }
    case "GeometryCollection":
      guard case .array(let parts)? = geometry["geometries"] else { return fail() }
      for part in parts { readGeometry(part, properties) }
    default:
      list.count(
        RecordFault(
          "no line or point",
          "is neither a line nor a point "
            + "(\(geometry["type"]?.text ?? "without a type"))"),
        at: place)
    }
  }

  private mutating func fail() {
    list.count(RecordFault("coordinates", "its coordinates cannot be read"), at: place)
  }

  private func lineTimes(_ properties: JSONValue) -> JSONValue? {
    for holder in [properties["coordinateProperties"], properties] {
      for name in GeoJSONTracks.lineTimeNames {
        if case .array? = holder?[name] { return holder?[name] }
      }
    }
    return nil
  }

  private mutating func readPoint(_ position: JSONValue, _ properties: JSONValue) {
    guard var point = point(position) else { return }
    var kind = TrackPoint.Kind.point
    if let value = first(GeoJSONTracks.timeNames, properties) {
      guard let time = time(value) else {
        return list.count(notADate(value), at: place)
      }
      point.time = time
      kind = .timedPoint
    }
    var faults: [RecordFault] = []
    do throws(RecordFault) {
      let accuracy = first(GeoJSONTracks.accuracyNames, properties)
      point.horizontalAccuracy = try GeoJSONNumber.read(accuracy, .horizontalAccuracy)
    } catch {
      return list.count(error, at: place)
    }
    point.speed = GeoJSONNumber.read(first(GeoJSONTracks.speedNames, properties), .speed, &faults)
    point.course = GeoJSONNumber.read(first(GeoJSONTracks.courseNames, properties), .course, &faults)
    let vertical = first(GeoJSONTracks.verticalNames, properties)
    point.verticalAccuracy = GeoJSONNumber.read(vertical, .verticalAccuracy, &faults)
    for fault in faults { list.count(fault, at: place) }
    list.pieces.append(TrackSegment(kind: kind, name: nil, place: place, points: [point]))
  }

  private mutating func readLine(
    _ positions: JSONValue, _ lists: LineLists, _ properties: JSONValue, continues: Bool
  ) {
    guard case .array(let positions) = positions else { return fail() }
    let times = lists.times
    for fault in lists.faults(positions.count) { list.count(fault, at: place) }
    var points: [TrackPoint] = []
    for (index, position) in positions.enumerated() {
      guard var point = point(position) else { continue }
      if index < times.count, let value = Optional(times[index]).known {
        guard let time = time(value) else {
          list.count(notADate(value), at: place)
          continue
        }
        point.time = time
      }
      do throws(RecordFault) {
        for fault in try lists.fill(&point, index) { list.count(fault, at: place) }
        points.append(point)
      } catch {
        list.count(error, at: place)
      }
    }
    let name = properties["name"]?.text ?? properties["title"]?.text
    // Features of one name one after the other are one track.
    let isSame = !times.isEmpty && name != nil && list.pieces.last?.name == name
    list.pieces.append(
      TrackSegment(
        kind: times.isEmpty ? .line : .timedLine, name: name,
        continues: continues || isSame && list.pieces.last?.kind == .timedLine, place: place, points: points))
  }

  private mutating func point(_ position: JSONValue) -> TrackPoint? {
    guard case .array(let numbers) = position, numbers.count >= 2, let longitude = numbers[0].double,
      let latitude = numbers[1].double
    else {
      fail()
      return nil
    }
    let coordinate = CLLocationCoordinate2DMake(latitude, longitude)
    guard CLLocationCoordinate2DIsValid(coordinate) else {
      list.count(.outOfRange(coordinate, .geoJSON), at: place)
      return nil
    }
    var faults: [RecordFault] = []
    let altitude = GeoJSONNumber.read(numbers.count > 2 ? numbers[2] : nil, .altitude, &faults)
    for fault in faults { list.count(fault, at: place) }
    return TrackPoint(coordinate: coordinate, altitude: altitude)
  }

  private func notADate(_ value: JSONValue) -> RecordFault {
    RecordFault("time", "time \(value) is not a date (\(CSVTime.expected))")
  }

  private mutating func time(_ value: JSONValue) -> TimeInterval? {
    guard var text = value.text ?? value.double.map({ JSONValue.text(of: $0) }) else { return nil }
    return text.withUTF8 { times.read($0)?.seconds }.flatMap { FeedOptions.isTime($0) ? $0 : nil }
  }

  private func first(_ names: [String], _ properties: JSONValue) -> JSONValue? {
    names.lazy.compactMap { properties[$0].known }.first
  }
}

extension JSONValue {
  var double: Double? {
    switch self {
    case .number(let value): value
    case .integer(let value): Double(value)
    default: nil
    }
  }
}
