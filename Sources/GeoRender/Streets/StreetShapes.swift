/// Collects shapes.
struct StreetShapes {
  private(set) var shapes: [StreetData.Shape] = []
  private(set) var ringEnds: [Int32] = []
  private(set) var places: [StreetData.Place] = []
  /// The places read so far.
  var count = 0

  mutating func add(_ rings: [[StreetData.Place]], as way: StreetWay) {
    guard let first = rings.first?.first else { return }
    var (least, most) = (first, first)
    let start = Int32(ringEnds.count)
    for ring in rings {
      places += ring
      ringEnds.append(Int32(places.count))
      for place in ring {
        least = pointwiseMin(least, place)
        most = pointwiseMax(most, place)
      }
    }
    shapes.append(
      StreetData.Shape(
        kind: way.kind, stratum: way.stratum, isLink: way.isLink, name: way.name,
        rings: start..<Int32(ringEnds.count), least: least, most: most))
  }
}
