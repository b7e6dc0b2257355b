/// What this is, as others are told.
public enum Product {
  public static let version = "0.1.0"

  /// The `User-Agent` of requests for tiles.
  ///
  /// - Source: the tile policy of OpenStreetMap asks for a name of one's own.
  static let userAgent = "geoscript/\(version)"
}
