import Geo

/// The cost of the map's arithmetic.
enum MapRows {
  private static let count = 1_000_000

  static func run(_ arguments: Arguments) {
    points(arguments)
    rects(arguments)
    overlays(arguments)
  }

  /// Five functions on each rect in turn. None of them may allocate; a single allocation would cost more than
  /// all five.
  private static func rects(_ arguments: Arguments) {
    let rects: [MKMapRect] = (0..<1000).map { number in
      let (x, y) = (number * 7919 % 1000, number * 104_729 % 1000)
      return MKMapRectMake(Double(x), Double(y), 50, Double(number % 7 * 20))
    }
    var found = 0
    let times = (0..<arguments.runs).map { _ in
      Measure.time {
        for _ in 0..<1000 {
          var around = MKMapRectNull
          for rect in rects {
            around = around.union(rect)
            let common = around.insetBy(dx: 400, dy: 400).intersection(rect.offsetBy(dx: 10, dy: 10))
            if !common.isNull, around.contains(common) { found += 1 }
          }
        }
      }.1
    }
    precondition(found > 0)
    Measure.row("map-rects", Measure.median(times) / Double(count) * 1e9, "ns", digits: 2)
  }

  private static func points(_ arguments: Arguments) {
    let coordinates: [CLLocationCoordinate2D] = (0..<count).map { number in
      let north = Double(number * 7919 % count) * (170 / Double(count))
      let east = Double(number * 104_729 % count) * (360 / Double(count))
      return CLLocationCoordinate2DMake(north - 85, east - 180)
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
