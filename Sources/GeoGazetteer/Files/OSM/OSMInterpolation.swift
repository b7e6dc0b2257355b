import Geo

/// A way along houses of which only some have their number said.
///
/// - Source: OpenStreetMap's wiki, "Key:addr:interpolation".
struct OSMInterpolation {
  /// Houses between two known ones at most; what says more is a slip.
  private static let most = 500

  /// How far numbers are apart; nil for letters and what else cannot be counted.
  let step: Int

  init?(_ text: String) {
    switch text {
    case "odd", "even": step = 2
    case "all", "1": step = 1
    default:
      guard let number = Int(text), (2...100).contains(number) else { return nil }
      step = number
    }
  }

  /// The houses between two known ones, with their places on the line from one to the other.
  func houses(
    from first: Int, to last: Int, along line: [CLLocationCoordinate2D]
  ) -> [(number: Int, coordinate: CLLocationCoordinate2D)] {
    // What is at both ends is known already. Numbers that do not fit the step say that something else is meant.
    let count = abs(last - first) / step - 1
    guard count > 0, count <= OSMInterpolation.most, abs(last - first) % step == 0 else { return [] }
    return (1...count).compactMap { index in
      let number = first + (last > first ? 1 : -1) * index * step
      return OSMLine.point(of: line, at: Double(index) / Double(count + 1)).map { (number, $0) }
    }
  }
}
