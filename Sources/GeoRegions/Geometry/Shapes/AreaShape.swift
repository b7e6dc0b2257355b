public import GeoCore

/// An area other than a circle.
///
/// Edges are straight in longitude and latitude, as RFC 7946 §3.1.1 says. Each edge goes the shorter way
/// around; if its ends are exactly 180° apart, it does not cross the 180th meridian.
///
/// - Units: degrees, meters.
public enum AreaShape: Sendable, Hashable {
  case polygon(PolygonShape)
  case corridor(CorridorShape)
  case box(BoxShape)

  /// The center of a circle that holds the whole shape.
  public var center: CLLocationCoordinate2D {
    switch self {
    case .polygon(let shape): shape.center
    case .corridor(let shape): shape.center
    case .box(let shape): shape.center
    }
  }

  /// The radius of that circle: no point of the shape is farther from `center`.
  public var reach: CLLocationDistance {
    switch self {
    case .polygon(let shape): shape.reach
    case .corridor(let shape): shape.reach
    case .box(let shape): shape.reach
    }
  }

  /// The radius that limits a buffer: that of the largest circle in any part of a polygon, a corridor's half
  /// width, or half a box's shorter side.
  public var innerRadius: CLLocationDistance {
    switch self {
    case .polygon(let shape): shape.innerRadius
    case .corridor(let shape): shape.halfWidth
    case .box(let shape): shape.innerRadius
    }
  }

  /// Returns the geodesic distance to the nearest point of the edge, negative inside, 0 on it.
  public func signedDistance(to coordinate: CLLocationCoordinate2D) -> CLLocationDistance {
    switch self {
    case .polygon(let shape): shape.signedDistance(to: coordinate)
    case .corridor(let shape): shape.signedDistance(to: coordinate)
    case .box(let shape): shape.signedDistance(to: coordinate)
    }
  }

  /// Returns whether `coordinate` is at most `limit` meters outside the edge (negative: inside); cheaper than
  /// the distance.
  public func isWithin(_ limit: CLLocationDistance, of coordinate: CLLocationCoordinate2D) -> Bool {
    switch self {
    case .polygon(let shape): shape.isWithin(limit, of: coordinate)
    case .corridor(let shape): shape.isWithin(limit, of: coordinate)
    case .box(let shape): shape.isWithin(limit, of: coordinate)
    }
  }

  /// The edges; for a corridor, its line.
  var outline: Outline {
    switch self {
    case .polygon(let shape): shape.outline
    case .corridor(let shape): shape.outline
    case .box(let shape): shape.outline
    }
  }

  /// The approximate length in meters of the edges; for a corridor, of its line.
  var length: CLLocationDistance {
    switch self {
    case .polygon(let shape): shape.length
    case .corridor(let shape): shape.length
    case .box(let shape): shape.length
    }
  }

  /// The distance from `outline` to the edge of a corridor; 0 for other shapes.
  var halfWidth: CLLocationDistance {
    if case .corridor(let shape) = self { shape.halfWidth } else { 0 }
  }

  /// Returns whether `coordinate` lies inside or on the edge.
  public func contains(_ coordinate: CLLocationCoordinate2D) -> Bool { isWithin(0, of: coordinate) }
}

/// Why coordinates do not make a shape; `description` is for a person.
public struct ShapeFlaw: Error, Sendable, Hashable, CustomStringConvertible {
  public let description: String

  public init(_ description: String) { self.description = description }
}
