import Geo

/// What the map's arithmetic costs.
enum MapRows {
  private static let count = 1_000_000

  static func run(_ arguments: Arguments) {
    let coordinates = (0..<count).map { number in
      CLLocationCoordinate2DMake(
        Double(number * 7919 % count) * (170.0 / Double(count)) - 85,
        Double(number * 104_729 % count) * (360.0 / Double(count)) - 180)
    }
    var sum = 0.0
    let times = (0..<arguments.runs).map { _ in
      let (points, seconds) = Measure.time { MKMapPointsForCoordinates(coordinates) }
      for point in points { sum += point.x + point.y }
      return seconds
    }
    precondition(sum.isFinite)
    Measure.row("map-points", Measure.median(times) / Double(count) * 1e9, "ns", digits: 2)
  }
}
