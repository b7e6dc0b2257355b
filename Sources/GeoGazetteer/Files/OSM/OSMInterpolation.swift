import Geo

/// A way along houses, only some of which have their own number.
///
/// - Source: OpenStreetMap's wiki, "Key:addr:interpolation".
struct OSMInterpolation {
  /// The most houses between two known ones; more is taken for an error.
  private static let most = 500

  /// The step between numbers; nil for letters and anything else that cannot be counted.
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

  /// The houses between two known ones, with positions along the line.
  func houses(
    from first: Int, to last: Int, along line: [CLLocationCoordinate2D]
  ) -> [(number: Int, coordinate: CLLocationCoordinate2D)] {
    // The houses at both ends are already known. If their numbers do not fit the step, the way means
    // something else.
    let (gap, overflows) = last.subtractingReportingOverflow(first)
    let count = gap.magnitude / step.magnitude
    guard !overflows, count > 1, count - 1 <= OSMInterpolation.most, gap.isMultiple(of: step) else {
      return []
    }
    return (1..<Int(count)).compactMap { index in
      let number = first + (last > first ? 1 : -1) * index * step
      return OSMLine.point(of: line, at: Double(index) / Double(count)).map { (number, $0) }
    }
  }
}
