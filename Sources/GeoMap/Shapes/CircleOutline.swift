import GeoCore
import Glibc

/// The edge of a circle on the earth as curves of the map.
///
/// It is symmetric about the center's meridian, so only the eastern half is computed. If the circle holds a
/// pole, its half continues to the meridian half a world away.
struct CircleOutline {
  /// The center's x.
  let x: Double
  let holdsNorth: Bool
  let holdsSouth: Bool
  /// The eastern half from north to south, in map points; x counts from the center's meridian.
  let half: [Curve]
}

extension GeodesicCircle {
  /// - Units: map points; see ``CircleOutline``.
  var outline: CircleOutline {
    let x = MKMapPointForCoordinate(center).x
    let isAll = radius >= GeodesicCircle.greatest
    guard radius > 0, !isAll else {
      return CircleOutline(x: x, holdsNorth: isAll, holdsSouth: isAll, half: [])
    }
    let bounds = boundingMapRect
    let reach = max(bounds.width, bounds.height)
    // The visible precision at the greatest zoom, but no less than that of the numbers.
    let tolerance = max(0.05, reach * 1e-9)
    var half: [Curve] = []
    let steps = 12
    var from = edge(0)
    for step in 1...steps {
      let to = edge(180 * Double(step) / Double(steps))
      add(from, to, tolerance, 0, &half)
      from = to
    }
    return CircleOutline(
      x: x, holdsNorth: bounds.minY <= 0 && holds(90),
      holdsSouth: bounds.maxY >= Mercator.world && holds(-90),
      half: half)
  }

  /// No place is farther than half a meridian.
  private static let greatest = 20_003_931.0

  private func holds(_ latitude: CLLocationDegrees) -> Bool {
    Geodesic.distance(
      from: center, to: CLLocationCoordinate2D(latitude: latitude, longitude: center.longitude)) <= radius
  }

  /// A place of the edge and the direction of the edge there.
  private struct Place {
    var azimuth: CLLocationDirection
    var point: CGPoint
    var way: CGPoint
  }

  private func edge(_ azimuth: CLLocationDirection) -> Place {
    let (place, final) = Geodesic.direct(from: center, azimuth: azimuth, distance: radius)
    var east = place.longitude - center.longitude
    if east < -1e-9 { east += 360 }
    // Due north and due south are on the meridian, or half a world away from it.
    if azimuth == 0 || azimuth == 180 { east = east > 90 && east < 270 ? 180 : 0 }
    let sine = sin(min(max(place.latitude, -89.999_999), 89.999_999) * .pi / 180)
    let world = Mercator.world
    let y = world / 2 - world / (4 * .pi) * log((1 + sine) / (1 - sine))
    // The edge crosses each radius at a right angle. The local scale of the map there depends on the
    // direction.
    let (north, eastward) = (-sin(final * .pi / 180), cos(final * .pi / 180))
    let dy = -north / WGS84.meridianRadius(place.latitude)
    let dx = eastward / WGS84.normalRadius(place.latitude)
    let length = (dx * dx + dy * dy).squareRoot()
    return Place(
      azimuth: azimuth, point: CGPoint(x: min(max(east, 0), 180) * world / 360, y: y),
      way: CGPoint(x: dx / length, y: dy / length))
  }

  /// Adds curves between two places until they match the edge to visible precision.
  private func add(_ a: Place, _ b: Place, _ tolerance: Double, _ depth: Int, _ half: inout [Curve]) {
    let (dx, dy) = (b.point.x - a.point.x, b.point.y - a.point.y)
    let chord = (dx * dx + dy * dy).squareRoot()
    let turn = acos(min(max(a.way.x * b.way.x + a.way.y * b.way.y, -1), 1))
    // Control arms as long as those of a circular arc with this chord.
    let arm = turn > 1e-6 ? chord * 2 / 3 * tan(turn / 4) / sin(turn / 2) : chord / 3
    let curve = Curve(
      from: a.point, CGPoint(x: a.point.x + a.way.x * arm, y: a.point.y + a.way.y * arm),
      CGPoint(x: b.point.x - b.way.x * arm, y: b.point.y - b.way.y * arm), to: b.point)
    let middle = edge((a.azimuth + b.azimuth) / 2)
    let found = curve.halves.0.to
    let apart = abs((found.x - middle.point.x) * middle.way.y - (found.y - middle.point.y) * middle.way.x)
    guard depth < 12, apart > tolerance || turn > 1.2 else { return half.append(curve) }
    add(a, middle, tolerance, depth + 1, &half)
    add(middle, b, tolerance, depth + 1, &half)
  }
}

extension CircleOutline {
  /// The edge alone, clockwise from the north, relative to `origin`.
  func edge(from origin: MKMapPoint) -> CGPath {
    var path = CGPath()
    addHalf(to: &path, origin, isWestern: false, joins: false)
    // Around one pole, or both, the halves meet at the meridian half a world away.
    addHalf(to: &path, origin, isWestern: true, joins: !holdsSouth)
    if !holdsSouth, !holdsNorth { path.close() }
    return path
  }

  /// The enclosed area, relative to `origin`.
  func area(from origin: MKMapPoint) -> CGPath {
    let world = Mercator.world
    let (left, right) = (x - world / 2 - origin.x, x + world / 2 - origin.x)
    let (top, bottom) = (-origin.y, world - origin.y)
    var path = CGPath()
    if holdsNorth {
      path.move(to: CGPoint(x: left, y: top))
      path.addLine(to: CGPoint(x: right, y: top))
    }
    addHalf(to: &path, origin, isWestern: false, joins: holdsNorth)
    if holdsSouth {
      path.addLine(to: CGPoint(x: right, y: bottom))
      path.addLine(to: CGPoint(x: left, y: bottom))
    }
    addHalf(to: &path, origin, isWestern: true, joins: true)
    path.close()
    return path
  }

  /// Adds the eastern half from north to south, or the western one back.
  private func addHalf(to path: inout CGPath, _ origin: MKMapPoint, isWestern: Bool, joins: Bool) {
    func place(_ point: CGPoint) -> CGPoint {
      CGPoint(x: x + (isWestern ? -point.x : point.x) - origin.x, y: point.y - origin.y)
    }
    let curves = isWestern ? half.reversed() : half
    for (index, curve) in curves.enumerated() {
      let (from, control1, control2, to) =
        isWestern
        ? (curve.to, curve.control2, curve.control1, curve.from)
        : (curve.from, curve.control1, curve.control2, curve.to)
      if index == 0 {
        if !joins {
          path.move(to: place(from))
        } else if path.currentPoint != place(from) {
          path.addLine(to: place(from))
        }
      }
      path.addCurve(to: place(to), control1: place(control1), control2: place(control2))
    }
  }
}
