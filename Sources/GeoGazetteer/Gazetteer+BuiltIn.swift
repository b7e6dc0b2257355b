import CGazetteer
public import Geo
import SQLite

extension Gazetteer {
  /// The gazetteer that is part of the program.
  ///
  /// Its pages are read only when an answer needs them.
  /// - Errors: ``GeoError``: `noInput` if the program was built without one, `internal` if it has another
  ///   version. scripts/generate/gazetteer.sh --built-in makes it.
  public static func builtIn() throws(GeoError) -> Gazetteer {
    let (tables, pack) = (builtInGazetteerTables(), builtInGazetteerPack())
    // A single byte means that the program was built without one; so the first one can be made.
    guard tables.count > 1 else {
      throw GeoError(.noInput, "there is no gazetteer: make one with geoscript gazetteer build")
    }
    let database = try Database(
      image: UnsafeRawBufferPointer(start: tables.bytes, count: tables.count), name: builtInName)
    try GazetteerSchema.check(database)
    let bytes = PackBytes(program: UnsafeRawBufferPointer(start: pack.bytes, count: pack.count))
    guard let opened = GazetteerPack(bytes, build: try GazetteerSchema.build(database)) else {
      throw GeoError(.internal, "its pack has another version", at: builtInName)
    }
    return try Gazetteer(database, pack: opened)
  }

  static let builtInName = "the built-in set"
}
