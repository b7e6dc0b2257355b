import Geo
import SQLite

extension GazetteerPack {
  /// Opens the pack of a gazetteer, and rebuilds it if it is missing, old or damaged.
  ///
  /// - Returns: the pack, and a note for the user if it could not be saved.
  /// - Errors: ``GeoError`` `data` for a gazetteer that is damaged.
  static func open(of database: Database) throws(GeoError) -> (pack: GazetteerPack, note: String?) {
    let build = try GazetteerSchema.build(database)
    let path = GazetteerIndexes.packPath(of: database.path)
    if let mapped = PackBytes(path: path), let pack = GazetteerPack(mapped, build: build) {
      return (pack, nil)
    }
    let bytes = try PackBuilder.bytes(of: database)
    var fault: GeoError?
    do { try AtomicFile.write(bytes, to: path) } catch { fault = error }
    if fault == nil, let mapped = PackBytes(path: path), let pack = GazetteerPack(mapped, build: build) {
      return (pack, nil)
    }
    guard let pack = GazetteerPack(PackBytes(bytes), build: build) else {
      throw GeoError(.internal, "the new pack cannot be read", at: path)
    }
    let why = fault?.message ?? "it cannot be read"
    return (
      pack, "\(path) cannot be saved (\(why)): it is rebuilt at each start, which takes a second or more"
    )
  }

  /// Writes the pack of a new gazetteer; processes that have the old one open keep it.
  ///
  /// - Errors: ``GeoError`` `cannotCreate` if the file cannot be created, `inputOutput` if it cannot be
  ///   written; `unavailable` when the database's ``Database/interrupt`` says so.
  static func write(of database: Database, to path: String) throws(GeoError) {
    let bytes = try PackBuilder.bytes(of: database)
    do { try AtomicFile.write(bytes, to: path) } catch {
      let advice = error.code == .inputOutput ? "; \(GazetteerStaging.advice.ofLoss)" : ""
      throw GeoError(error.code, "cannot be written: \(error.message)\(advice)", at: path)
    }
  }
}
