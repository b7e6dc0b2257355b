public import Geo
public import GeoFormats
import Glibc

/// A file of places, names, borders, streets or addresses, read as records in its own order.
///
/// The same file gives the same records in the same order each time, so a stopped import can continue by
/// count. A file may be compressed with gzip, or be the only one in a zip archive.
public final class GazetteerFile {
  /// File formats.
  public enum Format: String, Sendable, CaseIterable {
    /// GeoNames: `allCountries.txt`, `cities500.txt`, a country's file.
    case geonames
    /// GeoNames: `alternateNamesV2.txt`.
    case geonamesNames = "geonames-names"
    /// GeoNames: `admin1CodesASCII.txt`, `admin2Codes.txt`, `countryInfo.txt`.
    case geonamesAreas = "geonames-areas"
    /// GeoNames: the postal codes of `allCountries.txt` or a country.
    case geonamesPostal = "geonames-postal"
    /// OpenAddresses: lines of GeoJSON, or CSV.
    case openAddresses = "openaddresses"
    /// OpenStreetMap: `.osm.pbf`.
    case osm
    /// Natural Earth and other borders as GeoJSON.
    case borders
    /// A table with a header.
    case csv
  }

  public let path: String
  public let format: Format
  /// The source of the file; the importer fills in its hash and number of records.
  public let source: GazetteerSource
  /// Counts of skipped records, with reasons.
  public internal(set) var skips = SkipCounts()
  /// Bytes read so far, and the size of the file.
  public internal(set) var bytesRead: Int64 = 0
  public internal(set) var byteCount: Int64 = 0

  private let isJSON: Bool

  /// - Parameter format: nil guesses it from the name and the first bytes.
  /// - Errors: ``GeoError``: `noInput` for a missing file, `data` for an unknown format.
  public init(path: String, format: Format? = nil) throws(GeoError) {
    guard path != "-" else {
      throw GeoError(.usage, "places cannot come from standard input (expected a file)", at: path)
    }
    // A pipe cannot be read again, and opening it may block.
    var status = stat()
    if stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFIFO {
      throw GeoError(.data, "is a pipe (expected a regular file: it is read more than once)", at: path)
    }
    let stream = try ByteStream(path: path, zip: .dataFile)
    let head = try stream.peek()
    self.path = path
    if let format { self.format = format } else { self.format = try Format.guess(path, head) }
    isJSON = head.first { $0 > 0x20 } == UInt8(ascii: "{")
    source = self.format.source(path, head)
    byteCount = Int64(stream.size)
  }

  /// Hands over all records until `take` returns false.
  ///
  /// Each call starts from the beginning.
  ///
  /// - Errors: ``GeoError`` if the file cannot be read further, and what `take` throws.
  public func read(_ take: (GazetteerRecord) throws(GeoError) -> Bool) throws(GeoError) {
    skips = SkipCounts()
    bytesRead = 0
    switch format {
    case .geonames: try readLines(with: GeoNamesPlaces(), take)
    case .geonamesNames: try readLines(with: GeoNamesNames(), take)
    case .geonamesAreas: try readLines(with: GeoNamesAreas(), take)
    case .geonamesPostal: try readLines(with: GeoNamesPostal(), take)
    case .openAddresses:
      if isJSON { try readLines(with: OpenAddressesLines(), take) } else { try readTable(take) }
    case .osm: try readOSM(take)
    case .borders: try readBorders(take)
    case .csv: try readTable(take)
    }
  }
}
