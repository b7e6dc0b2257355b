import CSimdJSON
import Geo
import GeoFormats

extension GazetteerFile {
  /// Reads all areas of a file, then hands them over. Pieces with the same code become one area.
  func readBorders(_ take: (GazetteerRecord) throws(GeoError) -> Bool) throws(GeoError) {
    let stream = try ByteStream(path: path, zip: .dataFile)
    let text = try WholeText(stream)
    if let fault = stream.takeFault() { throw GeoError(.data, "is cut short: \(fault)", at: path) }
    defer { withExtendedLifetime(text) {} }
    var areas = BorderAreas()
    let features = GeoJSONFeatures()
    for part in BorderLines(text.bytes) {
      let outcome = features.read(part.bytes) { fence in
        do throws(RecordFault) {
          try areas.add(fence)
        } catch {
          let line = part.line + part.bytes.prefix(fence.pointee.offset).count { $0 == 10 }
          let place = fence.pointee.number == 0 ? "" : " Feature \(fence.pointee.number):"
          skips.count(error.kind, "\(path):\(line):\(place) \(error.message)")
        }
      }
      guard outcome.is != UInt8(GEO_FENCES_READ), outcome.is != UInt8(GEO_FENCES_BLANK) else { continue }
      let line = part.line + part.bytes.prefix(outcome.offset).count { $0 == 10 }
      let fault = RecordFault(outcome, isLine: part.isLine)
      // A truncated text may have lost half the world.
      guard part.isLine else { throw GeoError(.data, fault.message, at: "\(path):\(line)") }
      skips.count(fault.kind, "\(path):\(line): \(fault.message)")
    }
    bytesRead = byteCount
    for area in areas.all {
      guard try take(.area(area)) else { return }
    }
  }
}

/// Areas in the order of their first piece.
struct BorderAreas {
  private(set) var all: [AreaRecord] = []
  private var places: [String: Int] = [:]
  /// The name that all pieces give the whole area; empty if they differ.
  private var wholeNames: [String] = []

  /// Adds one Feature.
  ///
  /// - Errors: ``RecordFault`` for a Feature that is not an area.
  mutating func add(_ fence: UnsafePointer<geo_fence>) throws(RecordFault) {
    guard fence.pointee.type == "Feature" else { throw RecordFault("not a Feature", "is not a Feature") }
    let names = BorderNames(try FeatureProperties(fence))
    var area = try names.area()
    area.polygons = try BorderGeometry.polygons(fence)
    add(area, wholeName: names.wholeName)
  }

  private mutating func add(_ area: AreaRecord, wholeName: String) {
    let key = "\(area.kind.rawValue) \(area.code)"
    guard let index = places[key] else {
      places[key] = all.count
      all.append(area)
      wholeNames.append(wholeName)
      return
    }
    all[index].polygons += area.polygons
    // Natural Earth has counties in place of some first-level areas: another file then names England.
    guard area.kind == .region, all[index].name != area.name else { return }
    if wholeNames[index] != wholeName { wholeNames[index] = "" }
    all[index].name = wholeNames[index]
    all[index].otherNames = []
  }
}

/// The JSON texts of a file: a single one, or one per line.
private struct BorderLines: Sequence, IteratorProtocol {
  private let bytes: UnsafeRawBufferPointer
  private let isLines: Bool
  private var at = 0
  private var line = 1

  init(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
    let first = bytes.firstIndex { $0 > 0x20 || $0 == FenceForm.recordSeparator } ?? bytes.count
    let end = bytes[first...].firstIndex(of: 10) ?? bytes.count
    let last = bytes[first..<end].last { $0 > 0x20 }
    let next = bytes[end...].first { $0 > 0x20 || $0 == FenceForm.recordSeparator }
    isLines =
      first < bytes.count && bytes[first] == FenceForm.recordSeparator
      || last == UInt8(ascii: "}") && (next == UInt8(ascii: "{") || next == FenceForm.recordSeparator)
  }

  mutating func next() -> (bytes: UnsafeRawBufferPointer, line: Int, isLine: Bool)? {
    guard at < bytes.count else { return nil }
    defer { line += 1 }
    guard isLines else {
      at = bytes.count
      return (bytes, line, false)
    }
    let end = bytes[at...].firstIndex(of: 10) ?? bytes.count
    var start = at
    at = Swift.min(end + 1, bytes.count)
    while start < end, bytes[start] == FenceForm.recordSeparator { start += 1 }
    return (UnsafeRawBufferPointer(rebasing: bytes[start..<end]), line, true)
  }
}
