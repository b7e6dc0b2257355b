import CSimdJSON
import Geo

/// The geometry of one region in a file: with valid coordinates only, and rings without the closing one.
enum FenceGeometry {
  case none
  case point(CLLocationCoordinate2D)
  case lines([[CLLocationCoordinate2D]])
  case polygons([[[CLLocationCoordinate2D]]])
  case box(southWest: CLLocationCoordinate2D, northEast: CLLocationCoordinate2D)

  /// A ring of a file without its closing coordinate.
  static func ring(_ places: [CLLocationCoordinate2D]) -> [CLLocationCoordinate2D] {
    places.count > 1 && places.first == places.last ? Array(places.dropLast()) : places
  }

  /// Returns the coordinate, or throws if it is not a place on the earth.
  static func checked(
    _ place: CLLocationCoordinate2D, _ format: FenceFormat
  ) throws(RecordFault) -> CLLocationCoordinate2D {
    guard CLLocationCoordinate2DIsValid(place) else { throw .outOfRange(place, format) }
    return place
  }
}

extension FenceGeometry {
  /// The geometry of a Feature: its own, or the box of `bbox`.
  init(_ fence: UnsafePointer<geo_fence>, isBox: Bool) throws(RecordFault) {
    let bbox = fence.pointee.bbox
    if !bbox.0.isNaN, isBox || fence.pointee.geometry.length == 0 {
      self = .box(
        southWest: try Self.checked(CLLocationCoordinate2DMake(bbox.1, bbox.0), .geoJSON),
        northEast: try Self.checked(CLLocationCoordinate2DMake(bbox.3, bbox.2), .geoJSON))
      return
    }
    let type = fence.pointee.geometry
    guard type.length > 0 else { throw .noGeometry }
    let positions = Positions(fence.pointee.positions)
    if type == "Point" {
      self = .point(try positions.places(depth: 1, "[longitude, latitude]")[0])
    } else if type == "LineString" {
      self = .lines([try positions.places(depth: 2, "[[longitude, latitude], …]")])
    } else if type == "MultiLineString" {
      let places = try positions.places(depth: 3, "[[[longitude, latitude], …], …]")
      self = .lines(positions.rings.map { Array(places[$0]) })
    } else if type == "Polygon" || type == "MultiPolygon" {
      let isOne = type == "Polygon"
      let expected = isOne ? "[[[longitude, latitude], …], …]" : "[[[[longitude, latitude], …], …], …]"
      let places = try positions.places(depth: isOne ? 3 : 4, expected)
      let rings = positions.rings.map { Self.ring(Array(places[$0])) }
      self = .polygons(positions.parts.map { Array(rings[$0]) })
    } else {
      throw .geometry(excerpt(type.buffer))
    }
    if isBox, case .polygons(let parts) = self { self = Self.box(around: parts) }
  }

  /// The bounding box of a polygon that is marked as a box but has no `bbox`.
  private static func box(around parts: [[[CLLocationCoordinate2D]]]) -> FenceGeometry {
    let places = parts.joined().joined()
    let latitudes = places.map(\.latitude)
    let longitudes = places.map(\.longitude)
    guard let south = latitudes.min(), let north = latitudes.max(), let west = longitudes.min(),
      let east = longitudes.max()
    else { return .polygons(parts) }
    return .box(
      southWest: CLLocationCoordinate2DMake(south, west), northEast: CLLocationCoordinate2DMake(north, east))
  }
}

/// Positions as simdjson read them.
private struct Positions {
  private let positions: geo_fence_positions

  init(_ positions: geo_fence_positions) { self.positions = positions }

  /// All coordinates, if their nesting matches the geometry's type.
  func places(depth: Int, _ expected: String) throws(RecordFault) -> [CLLocationCoordinate2D] {
    guard positions.depth == depth, positions.position_count > 0, let numbers = positions.numbers else {
      throw RecordFault("coordinates", "its coordinates cannot be read (expected \(expected))")
    }
    var places: [CLLocationCoordinate2D] = []
    places.reserveCapacity(positions.position_count)
    for index in 0..<positions.position_count {
      let place = CLLocationCoordinate2DMake(numbers[index * 2 + 1], numbers[index * 2])
      places.append(try FenceGeometry.checked(place, .geoJSON))
    }
    return places
  }

  var rings: [Range<Int>] { ranges(positions.ring_ends, positions.ring_count) }
  var parts: [Range<Int>] { ranges(positions.part_ends, positions.part_count) }

  private func ranges(_ ends: UnsafePointer<Int>?, _ count: Int) -> [Range<Int>] {
    guard let ends else { return [] }
    return (0..<count).map { ($0 == 0 ? 0 : ends[$0 - 1])..<ends[$0] }
  }
}
