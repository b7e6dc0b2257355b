import GeoCore
import Glibc

/// The latitudes and longitudes that a circle on the ellipsoid may reach, computed for a cap on a sphere.
///
/// With geodetic coordinates read as spherical ones on R = 6371008.8 m, lengths differ from those on WGS 84
/// by factors within M(0)/R = 0.9944 and a²/(bR) = 1.0045. This holds everywhere, and therefore for shortest
/// lines too. A circle of radius r thus lies in the cap of radius r/0.9944, at any size and place.
struct CapSpan {
  let latitude: Double
  /// −180 ≤ longitude < 180.
  let longitude: Double
  /// Degrees.
  let south: Double
  let north: Double
  private let angle: Double
  private let squaredHalfSine: Double
  private let cosine: Double

  static let radius = 6_371_008.8
  static let leastRatio = 0.9944
  static let greatestRatio = 1.0046

  /// Returns nil for a circle of more than a quarter of the earth's circumference: it may reach anywhere.
  init?(center: CLLocationCoordinate2D, reach: CLLocationDistance) {
    // The extra meter covers the slack of the local formula at every size.
    angle = (reach * 1.0001 + 1) / (Self.leastRatio * Self.radius)
    guard angle < .pi / 2 else { return nil }
    latitude = center.latitude
    longitude = center.longitude >= 180 ? center.longitude - 360 : center.longitude
    let degrees = angle * 180 / .pi
    south = max(-90, latitude - degrees)
    north = min(90, latitude + degrees)
    let sine = sin(angle / 2)
    squaredHalfSine = sine * sine
    cosine = cos(latitude * .pi / 180)
  }

  /// Returns half the span of longitudes that the cap has between two latitudes, in degrees; 180 if all.
  ///
  /// By haversines: sin²(Δλ/2) = (sin²(θ/2) − sin²(Δφ/2)) / (cos φ₀ cos φ), with the least Δφ and cos φ of the strip.
  func halfWidth(from low: Double, to high: Double) -> Double {
    let low = max(low, south)
    let high = min(high, north)
    let apart = max(0, max(low - latitude, latitude - high)) * .pi / 180
    let sine = sin(apart / 2)
    let squared =
      (squaredHalfSine - sine * sine) / (cosine * cos(max(abs(low), abs(high)) * .pi / 180))
    // NaN at a pole's own row counts as all longitudes.
    guard squared < 0.999 else { return 180 }
    return 2 * asin(max(0, squared).squareRoot()) * 180 / .pi + 1e-9
  }

  /// Returns the approximate number of grid cells that it touches, never far too few.
  func cellCount(rowsPerDegree: Int) -> Double {
    let rows = Double(rowsPerDegree)
    // At the equatorward edge of their degree, cells are about as wide as high.
    let columns = min(360, 2 * halfWidth(from: south, to: north)) * rows * cosine
    return ((north - south) * rows + 1) * (columns + 1)
  }

  /// Calls `body` with the row and column of each cell of a grid that the cap may touch.
  @inline(__always)
  func forEachCell(rowsPerDegree: Int, cosines: UnsafePointer<Double>, _ body: (Int, Int) -> Void) {
    let rows = Double(rowsPerDegree)
    let last = CellGrid.row(north, rowsPerDegree).row
    for row in CellGrid.row(south, rowsPerDegree).row...last {
      let low = Double(row) / rows - 90
      let half = halfWidth(from: low, to: low + 1 / rows)
      let columnsPerDegree = rows * cosines[row / rowsPerDegree]
      let end = Int(360 * columnsPerDegree)
      func column(_ longitude: Double) -> Int { min(end, Int((longitude + 180) * columnsPerDegree)) }
      if half * 2 >= 359 {
        for column in 0...end { body(row, column) }
        continue
      }
      let west = longitude - half
      let east = longitude + half
      if west < -180 || east >= 180 {
        // Both sides of the 180th meridian; a cell where they meet is visited once.
        let lowEnd = column(east >= 180 ? east - 360 : east)
        let highStart = column(west < -180 ? west + 360 : west)
        for column in 0..<min(lowEnd + 1, highStart) { body(row, column) }
        for column in highStart...end { body(row, column) }
      } else {
        for column in column(west)...column(east) { body(row, column) }
      }
    }
  }
}
