import GeoCore

/// Finds the circles that may contain a place: hashed grids of cells that hold the geometry of their circles
/// inline.
///
/// A circle is listed in every cell it reaches. Cells are 1/k degree of latitude high and about as wide, in
/// rows, so they neither degenerate at the poles nor depend on the 180th meridian. The number and density of
/// the circles determine k of the finest grid. Larger circles go to grids, each four times coarser than the
/// one before; the largest go into a list.
///
/// Inside a cell a circle is four numbers relative to the cell's corner: two offsets in degrees, the reach in
/// meters, in single precision, and its slot; four circles fill one cache line. Distances by the mid-latitude
/// radii of curvature at single precision are wrong by less than ``Place/slack``. A candidate within that of
/// the edge, or one to which the formula does not apply, is passed on as doubtful.
///
/// Sendable because nothing changes after `init`, and `deinit` frees only memory that is no longer reachable.
final class CellIndex: @unchecked Sendable {
  let grids: UnsafeMutableBufferPointer<CellGrid>
  /// Circles too large for any grid, ascending.
  let wide: ContiguousArray<UInt32>
  /// The maximum number of candidates for one place.
  let capacity: Int

  /// A circle, and whether even a place certainly inside needs a closer check.
  typealias Circle = (center: CLLocationCoordinate2D, reach: CLLocationDistance, isAlwaysDoubtful: Bool)

  /// Makes the index of circles, given by ascending slot with the center and reach (meters) of each.
  ///
  /// A circle whose center or reach is invalid is never a candidate.
  init(
    slots: ContiguousArray<UInt32>,
    circle: (UInt32) -> Circle
  ) {
    var builder = CellIndexBuilder(slots: slots, circle: circle)
    let made = builder.build(slots, circle)
    grids = .allocate(capacity: made.count)
    _ = grids.initialize(from: made)
    wide = builder.wide
    capacity = made.reduce(wide.count) { $0 + 4 * Int($1.maxBlocks) }
  }

  deinit {
    for grid in grids { grid.deallocate() }
    grids.deallocate()
  }
}

extension CellIndex {
  /// A coordinate with the length of a degree there, in meters.
  struct Place {
    var latitude: Double
    /// −180 ≤ longitude < 180.
    var longitude: Double
    /// Meters in a degree of latitude: π/180 · M(φ).
    var north: Float
    /// Meters in a degree of longitude, π/180 · N(φ) cos φ, at this latitude, and its change per degree to
    /// the north, taken halfway: the derivative of N cos φ is −M sin φ.
    var east: Float
    var eastSlope: Float

    /// The error of a distance d near a reach R up to 15 km below 75°: relative part and meters. Tests assert
    /// it.
    static let slack: (relative: Float, meters: Float) = (2e-5, 0.05)
    static let greatestReach = 15_000.0
    static let greatestLatitude = 75.0

    @inline(__always)
    init(_ coordinate: CLLocationCoordinate2D) {
      latitude = coordinate.latitude
      longitude = coordinate.longitude >= 180 ? coordinate.longitude - 360 : coordinate.longitude
      let radian = Double.pi / 180
      let phi = latitude * radian
      // Taylor's series, wrong by less than 1e-8 below 76°: precise sines would be half the cost of a fix.
      let x = phi * phi
      let sine =
        phi * (1 + x * (-1 / 6 + x * (1 / 120 + x * (-1 / 5040 + x * (1 / 362_880 + x * (-1 / 39_916_800))))))
      let s2 = sine * sine
      let cosine = max(0, 1 - s2).squareRoot()
      // M = a (1 − e²) (1 − e² sin² φ)^−3/2 and N = a (1 − e² sin² φ)^−1/2 by the binomial series.
      let u = WGS84.e2 * s2
      let meridian = WGS84.a * (1 - WGS84.e2) * (1 + u * (1.5 + u * (1.875 + u * 2.1875)))
      let normal = WGS84.a * (1 + u * (0.5 + u * (0.375 + u * 0.3125)))
      north = Float(meridian * radian)
      east = Float(normal * cosine * radian)
      eastSlope = Float(-0.5 * meridian * sine * radian * radian)
    }
  }
}
