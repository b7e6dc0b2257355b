public import GeoCore
import Glibc

/// All places between two parallels and two meridians.
///
/// - Shape: the south-west and north-east corners. If the west is greater than the east, the box crosses the
///   180th meridian; −180 to 180 goes all around the earth. A box up to a pole contains the pole. A box of
///   the whole earth has no edge: every distance is minus infinity.
public final class BoxShape: Sendable, Hashable {
  public let southWest: CLLocationCoordinate2D
  public let northEast: CLLocationCoordinate2D
  public let center: CLLocationCoordinate2D
  public let reach: CLLocationDistance
  /// Half its height, or half its width along the shorter of its parallels if that is less. A pole does not
  /// count as a side, and a box all around the earth has no width.
  public let innerRadius: CLLocationDistance
  let outline: Outline
  /// The approximate length of all edges in meters.
  let length: CLLocationDistance

  /// - Errors: ``ShapeFlaw`` for a corner that is not on the earth, or a box without area.
  public init(southWest: CLLocationCoordinate2D, northEast: CLLocationCoordinate2D) throws(ShapeFlaw) {
    let (west, east) = (southWest.longitude, northEast.longitude)
    let (south, north) = (southWest.latitude, northEast.latitude)
    for (corner, name) in [(southWest, "south-west"), (northEast, "north-east")] {
      guard CLLocationCoordinate2DIsValid(corner) else {
        throw ShapeFlaw(
          "the \(name) corner of a box is not a place on the earth: latitude \(corner.latitude), "
            + "longitude \(corner.longitude) (expected −90…90 and −180…180)")
      }
    }
    guard south < north else {
      throw ShapeFlaw("the south of a box must be below its north, got \(south) and \(north)")
    }
    let width = east >= west ? east - west : east - west + 360
    guard width > 0 else {
      throw ShapeFlaw("a box from longitude \(west) to \(east) has no width")
    }
    self.southWest = southWest
    self.northEast = northEast
    let isRound = width == 360
    let list = try Self.edges(south: south, north: north, west: west, east: east, width: width)
    outline = Outline(list, EdgeStrips(list))
    let circle = EnclosingCircle(outline)
    length = circle.length
    if isRound {
      // Centered on the pole nearer to its middle: from there the farther parallel is equally far on all
      // meridians.
      let isNorthern = south + north >= 0
      center = CLLocationCoordinate2D(latitude: isNorthern ? 90 : -90, longitude: 0)
      reach = (isNorthern ? Self.height(south, 90) : Self.height(-90, north)) + 1e-3
    } else {
      center = circle.center
      reach = circle.reach
    }
    var shorter = Self.height(south, north)
    for parallel in [south, north] where abs(parallel) < 90 && !isRound {
      let sine = sin(parallel * .pi / 180)
      let normal = WGS84.a / (1 - WGS84.e2 * sine * sine).squareRoot()
      shorter = min(shorter, normal * cos(parallel * .pi / 180) * width * .pi / 180)
    }
    innerRadius = shorter / 2
  }

  /// The meters between two parallels.
  private static func height(_ south: Double, _ north: Double) -> CLLocationDistance {
    Geodesic.distance(
      from: CLLocationCoordinate2D(latitude: south, longitude: 0),
      to: CLLocationCoordinate2D(latitude: north, longitude: 0))
  }

  /// A ring with enough corners that no edge has a shorter way; only the parallels if the box goes all
  /// around.
  private static func edges(
    south: Double, north: Double, west: Double, east: Double, width: Double
  ) throws(ShapeFlaw) -> EdgeList {
    let steps = width > 120 ? 4.0 : 1
    func parallel(_ latitude: Double) -> [CLLocationCoordinate2D] {
      stride(from: 0, through: steps, by: 1).map { step in
        let x = step < steps ? west + width * step / steps : east
        return CLLocationCoordinate2D(latitude: latitude, longitude: x > 180 ? x - 360 : x)
      }
    }
    var list = EdgeList()
    let name = RingName(part: 0, ring: 0, partCount: 1, line: "a box")
    if width == 360 {
      list.holdsNorthPole = [north == 90]
      for latitude in [south, north] where abs(latitude) < 90 { try list.addLine(parallel(latitude), name) }
    } else {
      list.holdsNorthPole = [false]
      try list.addRing(parallel(south) + parallel(north).reversed(), name)
    }
    list.layOut()
    return list
  }

  /// Returns the geodesic distance to the nearest place on an edge, negative inside, 0 on it.
  public func signedDistance(to coordinate: CLLocationCoordinate2D) -> CLLocationDistance {
    outline.signedDistance(to: coordinate)
  }

  public func isWithin(_ limit: CLLocationDistance, of coordinate: CLLocationCoordinate2D) -> Bool {
    outline.isWithin(limit, of: coordinate)
  }

  public static func == (left: BoxShape, right: BoxShape) -> Bool {
    left === right || (left.southWest == right.southWest && left.northEast == right.northEast)
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(southWest)
    hasher.combine(northEast)
  }
}
