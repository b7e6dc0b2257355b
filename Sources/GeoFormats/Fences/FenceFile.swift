public import Geo

/// Files of fences: the regions that a GeoJSON, KML, WKT or OwnTracks file names.
public enum FenceFile {
  public enum Formats: Sendable {
    /// Recognized by the first bytes of the file.
    case all
    case geoJSON
  }

  /// Returns the time zone of a schedule, or throws a ``GeoError`` (`data`) for an unknown name.
  public typealias TimeZones = @Sendable (String) throws(GeoError) -> TimeZoneRules

  /// `UTC` and offsets, which need no database.
  public static let fixedTimeZones: TimeZones = { name throws(GeoError) in
    if let rules = TimeZoneRules.fixed(name) { return rules }
    throw GeoError(.data, "no time zone is called '\(name)' (UTC, or an offset such as +05:30)")
  }

  /// Reads the regions in the file at `path`, in the order of their first appearance.
  ///
  /// - Parameter desiredAccuracy: The buffer of a region without its own, as in
  ///   `startMonitoringForRegion(_:desiredAccuracy:)`.
  /// - Parameter timeZones: The zones of schedules.
  /// - Shapes: see ``reference``; each also gzip. Anything that is not a region is counted.
  /// - Units: degrees, longitude first in the file except in OwnTracks, which names them; meters; seconds.
  /// - Errors: ``GeoError``: `noInput` when it cannot be opened, `data` when it is none of these.
  /// - Source: RFC 7946 for GeoJSON, RFC 8142 for one a line; OGC 12-007r2 for KML; OGC 06-103r4 for WKT.
  public static func read(
    _ path: String, desiredAccuracy: CLLocationAccuracy, formats: Formats = .all,
    timeZones: @escaping TimeZones = fixedTimeZones
  ) throws(GeoError) -> (regions: [MonitoredRegion], skips: SkipCounts) {
    guard path != "-" else {
      throw GeoError(.usage, "fences cannot come from standard input (expected a file)", at: path)
    }
    let stream = try ByteStream(path: path, zip: .kml)
    let list = FenceList(stream.name, desiredAccuracy: desiredAccuracy, timeZones: timeZones)
    try read(stream, try FenceForm(of: try stream.peek(LineBuffer.limit), at: path, formats), into: list)
    return (list.regions, list.skips)
  }

  /// Reads a file of a known format to its end.
  static func read(_ stream: ByteStream, _ form: FenceForm, into list: FenceList) throws(GeoError) {
    switch form {
    case .geoJSONLines: try GeoJSONFences(list).readLines(stream)
    case .geoJSON:
      try withText(of: stream) { text throws(GeoError) in try GeoJSONFences(list).readDocument(text) }
    case .kml: try KMLFences(list).readDocument(stream)
    case .wkt:
      try withText(of: stream) { text throws(GeoError) in
        var fences = WKTFences(list)
        fences.read(text.bindMemory(to: UInt8.self))
      }
    case .ownTracks:
      try withText(of: stream) { text throws(GeoError) in try OwnTracksFences.read(text, into: list) }
    }
  }

  /// Calls `body` with the bytes of a whole file, followed by padding; they are valid during the call.
  ///
  /// - Errors: ``GeoError`` (`data`) if the end is missing, because fences would be missing.
  private static func withText(
    of stream: ByteStream, _ body: (UnsafeRawBufferPointer) throws(GeoError) -> Void
  ) throws(GeoError) {
    let text = try WholeText(stream)
    if let fault = stream.takeFault() { throw GeoError(.data, "is cut short: \(fault)", at: stream.name) }
    defer { withExtendedLifetime(text) {} }
    try body(text.bytes)
  }
}
