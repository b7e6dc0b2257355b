package import Geo

/// Reads the tracks of a KML: Google's `gx:Track`, Placemarks with a `TimeStamp`, lines without times.
///
/// - Source: OGC 12-007r2; `gx:Track` in developers.google.com/kml/documentation/kmlreference.
package final class KMLTracks: XMLReader {
  private var list: TrackList
  private var dates = DateReader()
  /// The element whose text is being read.
  private var element = ""

  // The depth of the open Placemark; 0 without one.
  private var markDepth = 0
  private var markNumber = 0
  private var markLine = 0
  private var name: String?
  private var markTime = TimeInterval.nan
  private var pieces: [TrackSegment] = []
  /// The open geometry, such as `Point`.
  private var geometry = ""
  private var geometryDepth = 0
  /// Nil for an unreadable one.
  private var whens: [TimeInterval?] = []
  private var coords: [TrackPoint?] = []

  /// - Errors: ``GeoError`` (`data`) if it is not a complete KML.
  package static func read(_ stream: ByteStream) throws(GeoError) -> TrackList {
    let reader = KMLTracks(TrackList(stream.name))
    do throws(GeoError) { try reader.readDocument(stream) } catch {
      guard stream.hasArchiveInside else { throw error }
      throw GeoError(
        .data, "has other bytes before its zip archive, so it is not a KMZ (unpack it and name the .kml)",
        at: stream.name)
    }
    return reader.list
  }

  private init(_ list: TrackList) {
    self.list = list
    super.init("KML", rootAdvice: "not a KML (expected <kml> as the outermost element)")
  }

  private var place: String { "\(list.name):\(markLine): Placemark \(markNumber):" }

  override func begin(_ element: XMLElement) {
    guard markDepth > 0 else {
      if element.name == "Placemark" { beginPlacemark() }
      return
    }
    switch element.name {
    // What a track carries along, such as a model, has places and times that are not the track's.
    case let name
    where geometry == "Track" && (depth > geometryDepth + 1 || !["when", "coord"].contains(name)):
      break
    case "Point", "LineString", "Track":
      geometry = element.name
      geometryDepth = depth
      whens = []
      coords = []
    // A ring is not a path, and a model has its own place.
    case "LinearRing", "Polygon", "Model":
      geometry = ""
      geometryDepth = depth
    // A view has its own time.
    case "when" where geometry != "Track" && depth != markDepth + 2: break
    case "begin" where depth != markDepth + 2: break
    case "name" where depth != markDepth + 1: break
    case "coordinates", "coord", "when", "begin", "name":
      self.element = element.name
      collectText()
    default: break
    }
  }

  private func beginPlacemark() {
    markDepth = depth
    markNumber += 1
    markLine = line
    name = nil
    markTime = .nan
    pieces = []
    geometry = ""
  }

  override func end() {
    if depth == geometryDepth {
      if geometry == "Track" { endTrack() }
      geometry = ""
      geometryDepth = 0
    } else if depth == markDepth {
      endPlacemark()
      markDepth = 0
    }
  }

  override func endText(_ text: [UInt8]) {
    switch element {
    case "name":
      let words = String(decoding: text, as: UTF8.self).split(whereSeparator: \.isWhitespace)
      if !words.isEmpty { name = words.joined(separator: " ") }
    case "when" where geometry == "Track": whens.append(date(text))
    // The beginning of a span counts.
    case "when", "begin": if markTime.isNaN { markTime = date(text) ?? .nan }
    case "coord": coords.append(coord(text))
    default: appendCoordinates(text)
    }
  }

  private func date(_ text: [UInt8]) -> TimeInterval? {
    let trimmed = text.drop { $0 <= 0x20 }
    let end = trimmed.lastIndex { $0 > 0x20 }.map { $0 + 1 } ?? trimmed.startIndex
    let value = trimmed[..<end]
    if value.isEmpty { return .nan }
    if let time = value.withUnsafeBufferPointer({ dates.parse($0) ?? XMLDate.parse($0) }) { return time }
    list.count(RecordFault("time", "time \"\(excerpt(value))\" is not a date (expected ISO 8601)"), at: place)
    return nil
  }

  /// Longitude, latitude and optionally altitude, separated by space; an empty one is a loss of the signal.
  private func coord(_ text: [UInt8]) -> TrackPoint? {
    let numbers = text.split { $0 <= 0x20 }.map { part in part.withUnsafeBufferPointer { Decimal.parse($0) } }
    if numbers.isEmpty { return nil }
    guard numbers.count >= 2, let longitude = numbers[0], let latitude = numbers[1] else {
      list.count(
        RecordFault(
          "coordinates", "gx:coord \"\(excerpt(text))\" cannot be read (expected longitude latitude altitude)"
        ),
        at: place)
      return nil
    }
    return checked(longitude, latitude, numbers.count > 2 ? numbers[2] ?? .nan : .nan)
  }

  private func checked(_ longitude: Double, _ latitude: Double, _ altitude: Double) -> TrackPoint? {
    let coordinate = CLLocationCoordinate2DMake(latitude, longitude)
    guard CLLocationCoordinate2DIsValid(coordinate) else {
      list.count(.outOfRange(coordinate, .kml), at: place)
      return nil
    }
    return TrackPoint(coordinate: coordinate, altitude: altitude)
  }

  private func appendCoordinates(_ text: [UInt8]) {
    guard geometry == "Point" || geometry == "LineString" else { return }
    var points: [TrackPoint] = []
    do throws(RecordFault) {
      try KMLCoordinates.forEach(text) { (numbers) throws(RecordFault) in
        if let point = checked(numbers[0], numbers[1], numbers.count > 2 ? numbers[2] : .nan) {
          points.append(point)
        }
      }
    } catch {
      return list.count(error, at: place)
    }
    if geometry == "Point" { points.removeLast(max(0, points.count - 1)) }
    pieces.append(
      TrackSegment(kind: geometry == "Point" ? .point : .line, place: place, points: points))
  }

  private func endTrack() {
    if whens.count != coords.count {
      list.count(
        RecordFault("times that do not fit", "its track has \(coords.count) places and \(whens.count) times"),
        at: place)
    }
    var points: [TrackPoint] = []
    for (when, coord) in zip(whens, coords) {
      guard var point = coord, let when else { continue }
      point.time = when
      points.append(point)
    }
    let continues = pieces.contains { $0.kind == .timedLine }
    pieces.append(TrackSegment(kind: .timedLine, continues: continues, place: place, points: points))
  }

  private func endPlacemark() {
    for var piece in pieces {
      piece.name = name
      if piece.kind == .point, !markTime.isNaN {
        piece.kind = .timedPoint
        for index in piece.points.indices { piece.points[index].time = markTime }
      }
      list.pieces.append(piece)
    }
    pieces = []
  }
}
