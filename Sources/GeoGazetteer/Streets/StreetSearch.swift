import Geo
import Glibc

/// Searches cells for the house and the street nearest to a position.
struct StreetSearch {
  /// A house: a row of `addresses`, or, if negative, of `places`.
  struct Found: Equatable {
    var id: Int64
    var coordinate: CLLocationCoordinate2D
    /// The distance from the requested position, in meters.
    var distance: CLLocationDistance
    /// The distance to the building instead of its center.
    var outside: CLLocationDistance
  }

  private(set) var house: Found?
  private(set) var street: Found?
  private var (outsideBest, houseBest) = (Double.infinity, Double.infinity)
  private let origin: CLLocationCoordinate2D
  /// Meters in a step of the grid, north and east.
  private let north: Double
  private let east: Double
  private let (originY, originX): (Int32, Int32)

  init(from origin: CLLocationCoordinate2D) {
    self.origin = origin
    let step = .pi / 180 / StreetItems.scale
    north = WGS84.meridianRadius(origin.latitude) * step
    east = WGS84.normalRadius(origin.latitude) * cos(origin.latitude * .pi / 180) * step
    originY = Int32((origin.latitude * StreetItems.scale).rounded())
    originX = Int32((origin.longitude * StreetItems.scale).rounded())
  }

  func distance(to other: CLLocationCoordinate2D) -> CLLocationDistance {
    let across = remainder(other.longitude - origin.longitude, 360)
    return hypot(
      across * east * StreetItems.scale, (other.latitude - origin.latitude) * north * StreetItems.scale)
  }

  /// The position of a grid point, in meters from the origin.
  private func meters(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> (x: Double, y: Double) {
    let y = Int32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: Int32.self))
    let x = Int32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset + 4, as: Int32.self))
    var across = Int64(x) - Int64(originX)
    // The other side of the 180th meridian is near.
    let turn = Int64(360 * StreetItems.scale)
    if across > turn / 2 { across -= turn } else if across < -turn / 2 { across += turn }
    return (Double(across) * east, Double(Int64(y) - Int64(originY)) * north)
  }

  private func coordinate(_ x: Double, _ y: Double) -> CLLocationCoordinate2D {
    CLLocationCoordinate2D(
      latitude: origin.latitude + y / north / StreetItems.scale,
      longitude: remainder(origin.longitude + x / east / StreetItems.scale, 360))
  }

  mutating func scan(houses bytes: UnsafeRawBufferPointer) {
    for offset in stride(from: 0, to: bytes.count - StreetItems.houseSize + 1, by: StreetItems.houseSize) {
      let (x, y) = meters(bytes, offset + 4)
      let distance = (x * x + y * y).squareRoot()
      let inside =
        Double(Int32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset + 12, as: Int32.self))) / 100
      let outside = max(0, distance - max(0, inside))
      // Inside several buildings, the one with the nearest center counts.
      guard (outside, distance) < (outsideBest, houseBest) else { continue }
      (outsideBest, houseBest) = (outside, distance)
      house = Found(id: id(bytes, offset), coordinate: coordinate(x, y), distance: distance, outside: outside)
    }
  }

  mutating func scan(streets bytes: UnsafeRawBufferPointer) {
    var best = street?.distance ?? .infinity
    for offset in stride(from: 0, to: bytes.count - StreetItems.pieceSize + 1, by: StreetItems.pieceSize) {
      let (ax, ay) = meters(bytes, offset + 4)
      let (bx, by) = meters(bytes, offset + 12)
      let (dx, dy) = (bx - ax, by - ay)
      let square = dx * dx + dy * dy
      let part = square > 0 ? max(0, min(1, -(ax * dx + ay * dy) / square)) : 0
      let (x, y) = (ax + part * dx, ay + part * dy)
      let distance = (x * x + y * y).squareRoot()
      guard distance < best else { continue }
      best = distance
      street = Found(
        id: id(bytes, offset), coordinate: coordinate(x, y), distance: distance, outside: distance)
    }
  }

  private func id(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> Int64 {
    Int64(Int32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: Int32.self)))
  }
}
