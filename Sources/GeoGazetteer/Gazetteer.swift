public import Geo
import SQLite

/// Places, borders and streets of the world in a file: answers what is at a position, and where a name is.
///
/// One thread at a time. Several threads may each open the same file; they share its pages.
public final class Gazetteer {
  let database: Database
  let streets: StreetIndex
  /// A note for the user after the first answer: why each start takes long.
  public private(set) var note: String?
  private var pack: GazetteerPack?
  /// Finds places by name.
  private(set) lazy var search = GazetteerSearch(database)

  /// Opens a gazetteer file.
  ///
  /// - Errors: ``GeoError``: `noInput` for a missing file, `data` for one that is damaged, newer than this
  ///   program, or not a gazetteer.
  public init(path: String) throws(GeoError) {
    database = try GazetteerSchema.open(path)
    streets = try StreetIndex(database)
  }

  /// - Parameter pack: of the same build.
  init(_ database: Database, pack: GazetteerPack) throws(GeoError) {
    (self.database, self.pack) = (database, pack)
    streets = try StreetIndex(database)
  }

  /// The pack, opened by the first question that needs it.
  ///
  /// - Errors: ``GeoError`` `data` for a damaged file.
  func openPack() throws(GeoError) -> GazetteerPack {
    if let pack { return pack }
    let opened = try GazetteerPack.open(of: database)
    (pack, note) = (opened.pack, opened.note)
    return opened.pack
  }
}
