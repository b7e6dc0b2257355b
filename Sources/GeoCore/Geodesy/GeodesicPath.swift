import Glibc

/// A line of shortest ways between places, with distances along it.
///
/// - Shapes: any number of vertices; one vertex is a line of length 0. Invalid vertices are left out.
/// - Units: meters.
/// - Source: ours, on ``Geodesic``; `scripts/checks/times.py` compares with the Geod of PyPI's pyproj.
public struct GeodesicPath: Sendable {
  /// A place on the line.
  public struct Place: Sendable, Hashable {
    public var coordinate: CLLocationCoordinate2D
    /// From the place that was asked about.
    public var distance: CLLocationDistance
    /// From the line's first vertex.
    public var distanceAlong: CLLocationDistance
    /// The number of the leg, from 0; that of its first vertex.
    public var leg: Int
  }

  /// How many geodesics it takes to find a foot, seldom more.
  private static let geodesicsAFoot = 8
  /// Meters; R1 of the GRS 80, for first guesses only.
  private static let meanRadius = 6_371_008.8

  public let vertices: [CLLocationCoordinate2D]
  /// The distance of each vertex from the first.
  private let distances: [CLLocationDistance]
  /// The direction in which each leg starts.
  private let azimuths: [CLLocationDirection]

  public init(_ vertices: [CLLocationCoordinate2D]) {
    self.vertices = vertices.filter { CLLocationCoordinate2DIsValid($0) }
    var (distances, azimuths, sum) = ([0.0], [CLLocationDirection](), 0.0)
    for (a, b) in zip(self.vertices, self.vertices.dropFirst()) {
      let leg = Geodesic.inverse(from: a, to: b)
      sum += leg.distance
      distances.append(sum)
      azimuths.append(leg.initialAzimuth)
    }
    (self.distances, self.azimuths) = (distances, azimuths)
  }

  public var length: CLLocationDistance { distances.last ?? 0 }

  /// Returns the place on the line that is nearest to a place; nil for a line without vertices or an invalid place.
  public func nearest(to place: CLLocationCoordinate2D) -> Place? { nearest(to: place) { _ in } }

  /// The same; calls `charge` with the number of geodesics that come next.
  ///
  /// - Errors: what `charge` throws.
  public func nearest<Fault>(
    to place: CLLocationCoordinate2D, charge: (_ geodesics: Int) throws(Fault) -> Void
  ) throws(Fault) -> Place? {
    guard let first = vertices.first, CLLocationCoordinate2DIsValid(place) else { return nil }
    try charge(vertices.count)
    var start = Geodesic.distance(from: first, to: place)
    var best = Place(coordinate: first, distance: start, distanceAlong: 0, leg: 0)
    for leg in azimuths.indices {
      let end = Geodesic.distance(from: vertices[leg + 1], to: place)
      let length = distances[leg + 1] - distances[leg]
      // No place of the leg is nearer than this.
      if (start + end - length) / 2 < best.distance {
        try charge(GeodesicPath.geodesicsAFoot)
        let foot = foot(of: place, on: leg, length)
        if foot.distance < best.distance { best = foot }
      }
      start = end
    }
    return best
  }

  /// The place on one leg that is nearest: each step goes as far along as the foot lies on a sphere.
  private func foot(of place: CLLocationCoordinate2D, on leg: Int, _ length: CLLocationDistance) -> Place {
    var along = 0.0
    var found = Place(
      coordinate: vertices[leg], distance: .infinity, distanceAlong: distances[leg], leg: leg)
    for _ in 0..<20 {
      let here = Geodesic.direct(from: vertices[leg], azimuth: azimuths[leg], distance: along)
      let way = Geodesic.inverse(from: here.destination, to: place)
      if way.distance < found.distance {
        found = Place(
          coordinate: here.destination, distance: way.distance, distanceAlong: distances[leg] + along,
          leg: leg)
      }
      let turn = (way.initialAzimuth - here.finalAzimuth) * .pi / 180
      let angle = way.distance / Self.meanRadius
      let step = Self.meanRadius * atan2(sin(angle) * cos(turn), cos(angle))
      let next = min(length, max(0, along + step))
      // A thousandth of a millimeter.
      guard abs(next - along) > 1e-6 else { break }
      along = next
    }
    return found
  }

  /// Returns the place at a distance from the first vertex; the nearer end beyond the line, nil for a line without
  /// vertices.
  public func place(at distance: CLLocationDistance) -> CLLocationCoordinate2D? {
    guard let first = vertices.first, let last = vertices.last else { return nil }
    guard distance > 0 else { return first }
    guard distance < length else { return last }
    let leg = (distances.firstIndex { $0 > distance } ?? 1) - 1
    return Geodesic.direct(from: vertices[leg], azimuth: azimuths[leg], distance: distance - distances[leg])
      .destination
  }
}
