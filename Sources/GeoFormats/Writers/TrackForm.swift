package import Geo

/// The file formats for writing events.
public enum TrackForm: String, Sendable, CaseIterable {
  case gpx, kml, geojson, csv
  /// gpsbabel's universal CSV.
  case unicsv
  case ndjson, nmea
  /// The files of OwnTracks Recorder.
  case rec

  /// The format of a file name; nil for an unknown one.
  public init?(path: String) {
    var name = path.lowercased()
    if name.hasSuffix(".gz") { name.removeLast(3) }
    guard let dot = name.lastIndex(of: ".") else { return nil }
    switch name[name.index(after: dot)...] {
    case "gpx": self = .gpx
    case "kml": self = .kml
    case "geojson", "json": self = .geojson
    case "csv": self = .csv
    case "unicsv": self = .unicsv
    case "ndjson", "jsonl": self = .ndjson
    case "nmea", "log": self = .nmea
    case "rec": self = .rec
    default: return nil
    }
  }

  /// Whether one file can hold several devices.
  public var holdsDevices: Bool { self != .nmea && self != .rec }

  /// Its name in messages.
  package var title: String {
    switch self {
    case .gpx: "GPX"
    case .kml: "KML"
    case .geojson: "GeoJSON"
    case .csv: "CSV"
    case .unicsv: "unicsv"
    case .ndjson: "the event log"
    case .nmea: "NMEA"
    case .rec: "OwnTracks .rec"
    }
  }

  package func writer() -> any TrackWriter {
    switch self {
    case .gpx: GPXWriter()
    case .kml: KMLWriter()
    case .geojson: GeoJSONWriter()
    case .csv: CSVWriter()
    case .unicsv: UnicsvWriter()
    case .ndjson: NDJSONWriter()
    case .nmea: NMEAWriter()
    case .rec: OwnTracksRecordWriter()
    }
  }
}

/// Writes events in one format into memory.
///
/// - Shapes: the writer keeps what its format can write only at the end.
package protocol TrackWriter: AnyObject {
  /// Appends an event to `text`; returns what of it the format cannot hold, such as `heading`.
  func append(_ event: DeviceEvent, of device: String, to text: inout TextBytes) -> [StaticString]
  /// Appends the end of the file; returns what the format could hold only before a further fix.
  func finish(to text: inout TextBytes) -> [StaticString]
}
