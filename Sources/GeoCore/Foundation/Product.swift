/// Name and version of the program for other systems.
package enum Product {
  package static let version = "0.1.0"

  /// The `User-Agent` of requests for tiles.
  ///
  /// - Source: the tile policy of OpenStreetMap asks for a distinct name.
  package static let userAgent = "geoscript/\(version)"
}
