public import GeoCore

/// A gradient between two or more colors.
public final class CGGradient: Sendable {
  /// One for each of ``locations``.
  public let colors: [UIColor]
  /// From 0, the start, to 1, in order.
  public let locations: [Double]

  /// - Parameter locations: nil spreads the colors evenly.
  /// - Errors: ``GeoError`` for lists of different lengths, no color, and locations outside 0 to 1.
  public init(colors: [UIColor], locations: [Double]? = nil) throws(GeoError) {
    guard !colors.isEmpty else { throw GeoError(.data, "a gradient needs at least one color") }
    let last = Double(max(1, colors.count - 1))
    let places = locations ?? colors.indices.map { Double($0) / last }
    guard places.count == colors.count else {
      throw GeoError(
        .data, "a gradient needs a location for each of its \(colors.count) colors, got \(places.count)")
    }
    guard places.allSatisfy({ $0 >= 0 && $0 <= 1 }) else {
      throw GeoError(.data, "the locations of a gradient must be from 0 to 1")
    }
    let order = places.indices.sorted { (places[$0], $0) < (places[$1], $1) }
    self.colors = order.map { colors[$0] }
    self.locations = order.map { places[$0] }
  }
}

/// Whether a gradient paints beyond its ends.
public struct CGGradientDrawingOptions: OptionSet, Hashable, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }

  public static let drawsBeforeStartLocation = CGGradientDrawingOptions(rawValue: 1)
  public static let drawsAfterEndLocation = CGGradientDrawingOptions(rawValue: 2)
}
