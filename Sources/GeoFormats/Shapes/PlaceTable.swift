import Geo

/// Reads a table of places: a latitude, a longitude, optionally a name.
enum PlaceTable {
  /// The titles of the name column, in lower case; the first one found counts.
  private static let titles = ["title", "name", "label", "city", "place", "id"]

  /// Whether the header has columns of places and none of times.
  static func begins(_ head: [UInt8], _ options: FeedOptions) -> Bool {
    head.withUnsafeBufferPointer { bytes in
      guard let header = try? header(bytes, "", options)?.header else { return false }
      return header[.time] == nil
    }
  }

  static func read(
    _ stream: ByteStream, _ options: FeedOptions, _ skips: inout SkipCounts
  ) throws(GeoError) -> [FileShape] {
    let text = try WholeText(stream)
    if let fault = stream.takeFault() { skips.count("input cut short", "\(stream.name): \(fault)") }
    defer { withExtendedLifetime(text) {} }
    let bytes = text.bytes.bindMemory(to: UInt8.self)
    guard let (header, titles, start) = try header(bytes, stream.name, options)
    else { throw GeoError(.data, "is empty (expected a header line and rows)", at: stream.name) }
    let lower = titles.map { $0.lowercased() }
    let title = Self.titles.lazy.compactMap { lower.firstIndex(of: $0) }.first
    var places: [FileShape] = []
    var row = CSVRow()
    var at = start
    var line = 2
    while at < bytes.count {
      guard case .whole(let next) = row.split(bytes, from: at, by: header.separator) else {
        skips.count("quotes", "\(stream.name):\(line): a quoted field does not end")
        break
      }
      defer {
        line += bytes[at..<next].count { $0 == 10 }
        at = next
      }
      if row.fields.allSatisfy({ $0.count == 0 }) { continue }
      let place: CLLocationCoordinate2D
      do throws(RecordFault) { place = try CSVPlace.read(row, bytes, header) } catch {
        skips.count(error.kind, "\(stream.name):\(line): \(error.message)")
        continue
      }
      let name = title.map { row.text($0, bytes) }
      places.append(FileShape([MKPointAnnotation(coordinate: place, title: name)], title: name))
    }
    return places
  }

  private static func header(
    _ bytes: UnsafeBufferPointer<UInt8>, _ place: String, _ options: FeedOptions
  ) throws(GeoError) -> (header: CSVHeader, titles: [String], next: Int)? {
    var start = 0
    if bytes.beginsWithMark { start = 3 }
    while start < bytes.count, bytes[start] <= 0x20 { start += 1 }
    let line = bytes[start...].prefix { $0 != 10 }
    var row = CSVRow()
    guard let separator = CSVSeparator.guess(UnsafeBufferPointer(rebasing: line)),
      case .whole(let next) = row.split(bytes, from: start, by: separator)
    else { return nil }
    let titles = row.fields.indices.map { row.text($0, bytes) }
    return (try CSVHeader(titles, separator: separator, options: options, at: place), titles, next)
  }
}
