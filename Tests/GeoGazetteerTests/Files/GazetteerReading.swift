import FeedTesting
import Geo
import GeoFormats

@testable import GeoGazetteer

/// Everything that one file of places delivers.
struct GazetteerReading {
  var format: GazetteerFile.Format
  var source: GazetteerSource
  var records: [GazetteerRecord] = []
  var skips = SkipCounts()
  var error: GeoError?
  var fraction = 0.0

  var places: [PlaceRecord] { records.compactMap { if case .place(let place) = $0 { place } else { nil } } }
  var areas: [AreaRecord] { records.compactMap { if case .area(let area) = $0 { area } else { nil } } }
  var addresses: [AddressRecord] {
    records.compactMap { if case .address(let address) = $0 { address } else { nil } }
  }
  var names: [(name: PlaceName, key: String)] {
    records.compactMap { if case .name(let name, let key) = $0 { (name, key) } else { nil } }
  }
  var firstSkips: [String] { skips.kinds.map(\.entry.first) }

  /// Reads a file of the given name and content to its end or first error.
  init(_ name: String, _ bytes: [UInt8], _ format: GazetteerFile.Format? = nil) throws {
    let folder = TemporaryDirectory()
    let file = try GazetteerFile(path: folder.write(name, bytes), format: format)
    self.format = file.format
    source = file.source
    do throws(GeoError) {
      try file.read { record throws(GeoError) in
        records.append(record)
        return true
      }
    } catch {
      self.error = error
    }
    skips = file.skips.withoutPrefix(folder.path + "/")
    fraction = Double(file.bytesRead) / Double(file.byteCount)
  }

  init(_ name: String, _ text: String, _ format: GazetteerFile.Format? = nil) throws {
    try self.init(name, Array(text.utf8), format)
  }
}
