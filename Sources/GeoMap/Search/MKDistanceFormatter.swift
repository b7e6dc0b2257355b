public import GeoCore

/// Distances as people say them.
///
/// - Source: Apple's reference of `MKDistanceFormatter`; GC-41.
public final class MKDistanceFormatter {
  public var units = MKDistanceFormatterUnits.default
  public var unitStyle = MKDistanceFormatterUnitStyle.default

  public init() {}

  /// Returns a distance as text, rounded as far as it is worth.
  ///
  /// - Units: meters; less than 0 counts as 0.
  public func string(fromDistance distance: CLLocationDistance) -> String {
    guard distance.isFinite else { return "" }
    let meters = max(0, distance)
    let (small, large) = units.pair
    let first = MKDistanceFormatter.rounded(meters / small.meters)
    if first < small.most { return text(first, small) }
    let second = meters / large.meters
    return text(second < 9.95 ? (second * 10).rounded() / 10 : second.rounded(), large)
  }

  /// Returns the meters of a text such as `1.2 km`; −1 for a text that is no distance.
  public func distance(from text: String) -> CLLocationDistance {
    let text = text.lowercased()
    let digits = text.prefix { $0.isNumber || $0 == "." || $0 == "," }
    let word = text.dropFirst(digits.count).filter { !$0.isWhitespace }
    let unit = MKDistanceFormatter.units.first { $0.names.contains { $0.filter { $0 != " " } == word } }
    guard let unit, let number = Double(digits.filter { $0 != "," }) else { return -1 }
    return number * unit.meters
  }

  /// Up to 10 as it is, up to 100 to five, beyond that to fifty.
  private static func rounded(_ value: Double) -> Double {
    let step: Double = value < 10 ? 1 : value < 100 ? 5 : 50
    return (value / step).rounded() * step
  }

  private func text(_ number: Double, _ unit: DistanceUnit) -> String {
    let digits = number == number.rounded() ? fixed(number, 0) : fixed(number, 1)
    let isFull = unitStyle == .full
    return "\(digits) \(isFull ? (number == 1 ? unit.names[1] : unit.names[2]) : unit.names[0])"
  }

  fileprivate static let units = [DistanceUnit.meter, .kilometer, .foot, .yard, .mile]
}

/// One unit of length.
struct DistanceUnit {
  let meters: Double
  /// Its sign, and its name for one and for several.
  let names: [String]
  /// From this number on, the larger unit is used.
  let most: Double

  static let meter = DistanceUnit(meters: 1, names: ["m", "meter", "meters"], most: 1000)
  static let kilometer = DistanceUnit(
    meters: 1000, names: ["km", "kilometer", "kilometers"], most: .infinity)
  static let foot = DistanceUnit(meters: 0.3048, names: ["ft", "foot", "feet"], most: 1000)
  static let yard = DistanceUnit(meters: 0.9144, names: ["yd", "yard", "yards"], most: 300)
  static let mile = DistanceUnit(meters: 1609.344, names: ["mi", "mile", "miles"], most: .infinity)
}

/// Which units a distance has.
///
/// - Source: Apple's MKDistanceFormatter.h.
public enum MKDistanceFormatterUnits: Int, ConstantGroup {
  /// Metric.
  case `default` = 0
  case metric, imperial, imperialWithYards

  public static let constantPrefix = "MKDistanceFormatterUnits"

  fileprivate var pair: (small: DistanceUnit, large: DistanceUnit) {
    switch self {
    case .default, .metric: (.meter, .kilometer)
    case .imperial: (.foot, .mile)
    case .imperialWithYards: (.yard, .mile)
    }
  }
}

/// How units are written.
///
/// - Source: Apple's MKDistanceFormatter.h.
public enum MKDistanceFormatterUnitStyle: Int, ConstantGroup {
  /// Abbreviated.
  case `default` = 0
  case abbreviated, full

  public static let constantPrefix = "MKDistanceFormatterUnitStyle"
}
