public import Geo

/// Files of fences: the circles that a GeoJSON file names.
public enum FenceFile {
  /// Reads the circles in the file at `path`, in the order of their first appearance.
  ///
  /// - Parameter desiredAccuracy: The buffer of a Feature without its own, as in
  ///   `startMonitoringForRegion(_:desiredAccuracy:)`.
  /// - Shapes: a FeatureCollection, a Feature, or one a line, with or without the record separator; each
  ///   also gzip. A Feature with a Point and `properties.radius` is a circle, called by its `id`, else
  ///   `properties.identifier`, `name` or `title`; `properties.desiredAccuracy`, `notifyOnEntry` and
  ///   `notifyOnExit` are those of the region. Other Features are counted.
  /// - Units: degrees, longitude first in the file; metres.
  /// - Errors: ``GeoError``: `noInput` when it cannot be opened, `data` when it is not GeoJSON.
  /// - Source: RFC 7946 for GeoJSON, RFC 8142 for one a line.
  public static func read(
    _ path: String, desiredAccuracy: CLLocationAccuracy
  ) throws(GeoError) -> (regions: [MonitoredRegion], skips: SkipCounts) {
    guard path != "-" else {
      throw GeoError(.usage, "fences cannot come from standard input (expected a GeoJSON file)", at: path)
    }
    let stream = try ByteStream(path: path)
    let reader = FenceReader(stream.name, desiredAccuracy: desiredAccuracy)
    let form = try FenceForm(of: try stream.peek(LineBuffer.limit), at: path)
    switch form {
    case .lines: try readLines(stream, reader)
    case .document: try readDocument(stream, reader)
    }
    return reader.finished()
  }

  private static func readLines(_ stream: ByteStream, _ reader: FenceReader) throws(GeoError) {
    let lines = LineBuffer(stream)
    reading: while true {
      switch try lines.next() {
      case .lines(let bytes, _):
        reader.readLines(bytes)
        lines.take(bytes.count)
      case .overlong: reader.passOverlong()
      case .end: break reading
      }
    }
    if let fault = stream.takeFault() { reader.noteCut(fault) }
    if let fault = reader.faultOfAll { throw fault }
  }

  private static func readDocument(_ stream: ByteStream, _ reader: FenceReader) throws(GeoError) {
    let text = try WholeText(stream)
    if let fault = stream.takeFault() { throw GeoError(.data, "is cut short: \(fault)", at: stream.name) }
    try reader.readDocument(text.bytes)
  }
}
