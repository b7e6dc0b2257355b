import Geo

/// The forms of files that events can be written in.
public enum TrackForm: String, Sendable, CaseIterable {
  case gpx, kml, geojson, csv, ndjson, nmea
  /// What OwnTracks Recorder keeps.
  case rec

  /// The form that a file's name says; nil for another.
  public init?(path: String) {
    var name = path.lowercased()
    if name.hasSuffix(".gz") { name.removeLast(3) }
    guard let dot = name.lastIndex(of: ".") else { return nil }
    switch name[name.index(after: dot)...] {
    case "gpx": self = .gpx
    case "kml": self = .kml
    case "geojson", "json": self = .geojson
    case "csv": self = .csv
    case "ndjson", "jsonl": self = .ndjson
    case "nmea", "log": self = .nmea
    case "rec": self = .rec
    default: return nil
    }
  }

  /// Whether one file can have several devices.
  public var holdsDevices: Bool { self != .nmea && self != .rec }

  /// What a message calls it.
  package var title: String {
    switch self {
    case .gpx: "GPX"
    case .kml: "KML"
    case .geojson: "GeoJSON"
    case .csv: "CSV"
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
    case .ndjson: NDJSONWriter()
    case .nmea: NMEAWriter()
    case .rec: OwnTracksRecordWriter()
    }
  }
}

/// Writes the events of one form into memory.
///
/// - Shapes: what a form can only write at its end stays with the writer until then.
package protocol TrackWriter: AnyObject {
  /// Appends an event to `text`; returns what the form has no room for, such as `heading`, nil where it has.
  func append(_ event: DeviceEvent, of device: String, to text: inout TextBytes) -> StaticString?
  /// Appends what belongs to the end.
  func finish(to text: inout TextBytes)
}
