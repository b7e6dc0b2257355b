import Geo

/// How far borders may lie from their true place, estimated from the length of their edges.
///
/// Natural Earth 1:50m, whose edges are 7.8 km long (median; 8.5 km on land), lies within 1.2 km of the finer
/// borders of the Digital Chart of the World along half of all land borders, 3.3 km along 90% and 4.4 km
/// along 95%. Half the median edge, 3.9 km, covers 93%.
///
/// - Source: 3,000 points by length along borders between two countries of Debian's r-cran-rnaturalearthdata 0.1.0,
///   measured against those countries in gmt-dcw 2.1.1 (1:1,000,000).
enum BorderAccuracy {
  private static let share = 0.5
  static let greatest: CLLocationDistance = 5_000

  /// - Parameter lengths: of the edges, in meters.
  static func accuracy(ofEdges lengths: [CLLocationDistance]) -> CLLocationDistance {
    guard !lengths.isEmpty else { return 0 }
    return min(greatest, share * lengths.sorted()[lengths.count / 2])
  }
}
