public import Geo

/// A file of places, names, borders, streets or addresses, read as records in its own order.
///
/// The same file gives the same records in the same order each time: who was stopped after so many goes on behind them.
public final class GazetteerFile {
  /// How a file says what it holds.
  public enum Format: String, Sendable, CaseIterable {
    /// GeoNames: `allCountries.txt`, `cities500.txt`, a country's file.
    case geonames
    /// GeoNames: `alternateNamesV2.txt`.
    case geonamesNames = "geonames-names"
    /// GeoNames: `admin1CodesASCII.txt`, `admin2Codes.txt`.
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
  /// Whom the file is from; its hash and number of records are the importer's to fill in.
  public let source: GazetteerSource
  /// What was passed over, and why.
  public internal(set) var skips = SkipCounts()
  /// Bytes of the file that are done, and all of them.
  public internal(set) var bytesRead: Int64 = 0
  public internal(set) var byteCount: Int64 = 0

  /// - Parameter format: nil guesses it by the name and the first bytes.
  /// - Errors: ``GeoError``: `noInput` for a file that is not there, `data` for one of no known format.
  public init(path: String, format: Format? = nil) throws(GeoError) {
    self.path = path
    self.format = format ?? .csv
    source = GazetteerSource(name: path, attribution: "", licence: "")
  }

  /// Hands over all records, until `take` says that it wants no more.
  ///
  /// - Errors: ``GeoError`` for a file that cannot be read on, and what `take` throws.
  public func read(_ take: (GazetteerRecord) throws(GeoError) -> Bool) throws(GeoError) {
    switch format {
    case .osm: try readOSM(take)
    default: break
    }
  }
}
