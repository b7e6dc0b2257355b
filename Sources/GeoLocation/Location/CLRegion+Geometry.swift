public import GeoCore
public import GeoRegions

extension CLRegion {
  /// Returns the geodesic distance to the nearest point of the edge, negative inside, 0 on it.
  ///
  /// - Errors: NaN if a coordinate or the radius is not a number.
  public func signedDistance(to coordinate: CLLocationCoordinate2D) -> CLLocationDistance {
    shape.signedDistance(to: coordinate, center: center, radius: radius)
  }
}

extension AreaShape {
  /// The number of coordinates that define the shape.
  public var coordinateCount: Int {
    switch self {
    case .polygon(let shape): shape.parts.reduce(0) { $0 + $1.reduce(0) { $0 + $1.count } }
    case .corridor(let shape): shape.path.count
    case .box: 2
    }
  }

  /// The shape in a region's description: `2 parts, 213 coordinates`.
  var summary: String {
    switch self {
    case .polygon(let shape):
      let parts = shape.parts.count == 1 ? "" : "\(shape.parts.count) parts, "
      return "\(parts)\(coordinateCount) coordinates"
    case .corridor(let shape):
      return "\(shape.path.count) coordinates, width:\(fixed(shape.halfWidth * 2, 2))m"
    case .box(let shape):
      return "southWest:\(shape.southWest.summary), northEast:\(shape.northEast.summary)"
    }
  }
}

extension CLLocationCoordinate2D {
  /// As Core Location prints it: `<+35.68000000,+139.77000000>`.
  var summary: String { "<\(fixed(latitude, 8, signed: true)),\(fixed(longitude, 8, signed: true))>" }
}
