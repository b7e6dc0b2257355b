public import Geo

extension GazetteerBuilder {
  /// Adds what every gazetteer has: the places of the documents' examples and, where no file brings borders, the areas
  /// of the built-in set.
  public func addBuiltIn(withAreas: Bool) throws(GeoError) {
  }
}
