import CSimdJSON
package import Geo

extension NDJSONReader {
  /// The events of one line of the event log.
  ///
  /// - Errors: ``GeoError`` `data` that says why the line cannot be used.
  package static func events(of line: String, in context: LineContext) throws(GeoError) -> [DeviceEvent] {
    let reader = NDJSONReader(context, capacity: 1)
    var events: [DeviceEvent] = []
    let bytes = Array(line.utf8) + [UInt8](repeating: 0, count: Int(GEO_LOG_PADDING))
    bytes.withUnsafeBytes { reader.read(.init(rebasing: $0.prefix(line.utf8.count)), into: &events) }
    guard let flaw = reader.skips.kinds.first?.entry.first else { return events }
    // The place of the only line says nothing.
    throw GeoError(
      .data,
      flaw.hasPrefix(context.name + ":1: ") ? String(flaw.dropFirst(context.name.count + 4)) : flaw)
  }
}
