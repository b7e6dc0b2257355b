public import Geo

/// A shape in a file, with its properties.
public struct FileShape {
  /// Points, lines, areas; several if they belong together.
  public var shapes: [MKShape]
  public var title: String?
  /// The other properties of a GeoJSON Feature; an object or null.
  public var properties: JSONValue

  public init(_ shapes: [MKShape], title: String?, properties: JSONValue = .null) {
    self.shapes = shapes
    self.title = title
    self.properties = properties
  }
}

/// Reads files of shapes for drawing.
public enum ShapeFile {
  /// The contents of a file.
  public enum Content {
    case shapes([FileShape], SkipCounts)
    /// Fixes of devices over time, to be read by ``FileFeed``.
    case events
  }

  /// Reads the file at `path`, or standard input for `-`.
  ///
  /// - Shapes: GeoJSON, a text or one a line; GPX with waypoints, routes and tracks; KML and KMZ; WKT; OwnTracks; tables of
  ///   places with a latitude and a longitude but without a time. A table with times, an event log, TCX, FIT, Google's
  ///   Timeline, NMEA 0183, gpsd's reports and OwnTracks' `.rec` are left to ``FileFeed``; of standard input nothing may be lost by looking, so that an event log is refused there.
  /// - Parameter options: the columns of tables.
  /// - Errors: ``GeoError``: `noInput` when it cannot be opened, `data` when it is none of these.
  public static func read(_ path: String, _ options: FeedOptions = FeedOptions()) throws(GeoError) -> Content
  {
    let stream = try ByteStream(path: path, zip: .kml)
    let head = try stream.peek(LineBuffer.limit)
    let list = FenceList(stream.name, desiredAccuracy: 0, timeZones: FenceFile.fixedTimeZones)
    switch form(of: head, options) {
    case .gpx: return .shapes(try GPXShapes.read(stream), SkipCounts())
    case .geoJSON: return .shapes(try geoJSON(stream), SkipCounts())
    case .places:
      var skips = SkipCounts()
      return .shapes(try PlaceTable.read(stream, options, &skips), skips)
    case .log:
      guard path != "-" else {
        throw GeoError(
          .data, "is an event log or a table with times, which geoscript reads only from a file", at: path)
      }
      return .events
    case .fences(let form):
      try FenceFile.read(stream, form, into: list.collectingShapes())
      return .shapes(list.shapes, list.skips)
    case nil where head.allSatisfy { $0 <= UInt8(ascii: " ") }:
      throw GeoError(.data, "is empty: there is nothing to draw", at: path)
    case nil:
      throw GeoError(
        .data, "is in an unknown format (expected GeoJSON, GPX, KML, WKT, CSV or an event log)", at: path)
    }
  }

  private enum Form {
    case gpx, geoJSON, places, log
    case fences(FenceForm)
  }

  private static func form(of head: [UInt8], _ options: FeedOptions) -> Form? {
    switch FileForm(of: head) {
    case .tcx, .fit, .timeline: return .log
    default: break
    }
    let text = String(decoding: head.prefix(1 << 12), as: UTF8.self)
    if let fence = try? FenceForm(of: head, at: "", .all) {
      switch fence {
      case .kml where !text.contains("<kml"): return .gpx
      case .ownTracks where text.contains("\"location\""): return .log
      case .kml, .wkt, .ownTracks: return .fences(fence)
      case .geoJSON, .geoJSONLines: return isGeoJSON(text) ? .geoJSON : .log
      }
    }
    switch FileForm(of: head) {
    case .lines: return .log
    case .csv: return PlaceTable.begins(head, options) ? .places : .log
    default: return nil
    }
  }

  /// Whether a JSON text has a type of GeoJSON: an event log has other types, or none.
  static func isGeoJSON(_ text: String) -> Bool {
    let types = ["Feature", "Point", "LineString", "Polygon", "MultiP", "MultiL", "GeometryCollection"]
    let plain = text.filter { !$0.isWhitespace }
    return types.contains { plain.contains("\"type\":\"\($0)") }
  }

  private static func geoJSON(_ stream: ByteStream) throws(GeoError) -> [FileShape] {
    let whole = try WholeText(stream)
    if let fault = stream.takeFault() { throw GeoError(.data, "is cut short: \(fault)", at: stream.name) }
    let text = String(decoding: whole.bytes, as: UTF8.self)
    do throws(GeoError) {
      return try MKGeoJSONDecoder().decode(text).map(shape)
    } catch {
      // RFC 8142: one text a line.
      guard text.contains("\n") else { throw GeoError(error.code, error.message, at: stream.name) }
      var shapes: [FileShape] = []
      for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
        let line = line.drop { $0 == "\u{1e}" || $0.isWhitespace }
        guard !line.isEmpty else { continue }
        do throws(GeoError) {
          shapes += try MKGeoJSONDecoder().decode(String(line)).map(shape)
        } catch let fault {
          // If the first line is not a text by itself, the whole is one faulty text.
          let isFirst = shapes.isEmpty
          throw GeoError(
            .data, isFirst ? error.message : fault.message,
            at: isFirst ? stream.name : "\(stream.name):\(index + 1)")
        }
      }
      return shapes
    }
  }

  private static func shape(_ object: any MKGeoJSONObject) -> FileShape {
    if let feature = object as? MKGeoJSONFeature {
      return FileShape(
        feature.geometry, title: feature.geometry.first?.title ?? feature.identifier,
        properties: feature.propertyValues)
    }
    return FileShape((object as? MKShape).map { [$0] } ?? [], title: nil)
  }
}
