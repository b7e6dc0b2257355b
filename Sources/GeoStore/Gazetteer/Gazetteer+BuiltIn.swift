public import Geo

extension Gazetteer {
  /// The set that is part of the program.
  ///
  /// - Errors: ``GeoError`` where this program was built without one.
  public static func builtIn() throws(GeoError) -> Gazetteer {
    throw GeoError(.noInput, "there is no gazetteer; geoscript gazetteer build makes one")
  }
}
