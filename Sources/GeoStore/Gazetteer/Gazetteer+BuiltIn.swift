import CGazetteer
public import Geo

extension Gazetteer {
  /// The set that is part of the program.
  ///
  /// Nothing of it is read before it is asked, and then only the pages that the answer needs.
  /// - Errors: ``GeoError`` (`internal`) where it was made by another version: scripts/make_gazetteer --built-in.
  public static func builtIn() throws(GeoError) -> Gazetteer {
    let (tables, pack) = (builtInGazetteerTables(), builtInGazetteerPack())
    let database = try Database(
      image: UnsafeRawBufferPointer(start: tables.bytes, count: tables.count), name: builtInName)
    try GazetteerSchema.check(database)
    let bytes = PackBytes(program: UnsafeRawBufferPointer(start: pack.bytes, count: pack.count))
    guard let opened = GazetteerPack(bytes, build: try GazetteerSchema.build(database)) else {
      throw GeoError(.internal, "its pack is of another version", at: builtInName)
    }
    return try Gazetteer(database, pack: opened)
  }

  static let builtInName = "the built-in set"
}
