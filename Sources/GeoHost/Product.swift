/// Name and version of the program for other systems.
public enum Product {
  public static let version = "0.1.0"

  /// The `User-Agent` of requests for tiles.
  ///
  /// - Source: the tile policy of OpenStreetMap asks for a distinct name.
  static let userAgent = "geoscript/\(version)"
}
