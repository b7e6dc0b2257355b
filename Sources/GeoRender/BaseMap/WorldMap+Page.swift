public import Geo

/// The base map as a page reads it: `Sources/CPage/Page/world.js`.
///
/// - Shape: numbers of seven bits per byte, the lowest first; a difference is zigzagged. The count of layers, then for
///   each its kind, the count of its shapes, and for each shape its least level in eighths, 1 for a ring, the count of its
///   points, and their x and y as differences from the point before, from shape to shape. Then the count of names, and
///   for each its kind, its size, 1 for a capital, its least level in eighths, x and y as differences, the count of its
///   bytes, and these in UTF-8.
/// - Units: 2^20 across the world for shapes, 2^24 for names; from 180° West and the top of the map.
extension WorldMap {
  /// The greatest level whose towns a page names everywhere.
  private static let pageLevel = 8.0

  /// What a page without a base map reads: no layers and no names.
  public static let barePage: [UInt8] = [0, 0]

  /// - Parameter rects: where a page names all towns, in map points.
  public func page(namingAllIn rects: [MKMapRect]) -> [UInt8] {
    var bytes = VariableBytes()
    let kinds: [MapFile.Kind] = [.land, .ice, .urban, .lake, .river, .state, .border]
    bytes.add(UInt64(kinds.count))
    for kind in kinds { add(kind, to: &bytes) }
    addNames(rects, to: &bytes)
    return bytes.bytes
  }

  private func add(_ kind: MapFile.Kind, to bytes: inout VariableBytes) {
    let all = MapBox(minX: 0, minY: 0, maxX: MKMapSizeWorld.width, maxY: MKMapSizeWorld.height)
    var shapes: [(points: [MKMapPoint], level: UInt64, isRing: Bool)] = []
    if let layer = world.layer(kind, level: .infinity) {
      world.forEach(in: layer, within: all) { points, level, isRing in
        shapes.append((points, UInt64(level), isRing))
      }
    }
    bytes.add(UInt64(kind.rawValue))
    bytes.add(UInt64(shapes.count))
    var last = (x: 0, y: 0)
    for shape in shapes {
      let points = shape.points.map { (x: Int($0.x) >> 8, y: Int($0.y) >> 8) }
      bytes.add(shape.level)
      bytes.add(shape.isRing ? 1 : 0)
      bytes.add(UInt64(points.count))
      for point in points {
        bytes.add(difference: point.x - last.x)
        bytes.add(difference: point.y - last.y)
        last = point
      }
    }
  }

  private func addNames(_ rects: [MKMapRect], to bytes: inout VariableBytes) {
    let all = MapBox(minX: 0, minY: 0, maxX: MKMapSizeWorld.width, maxY: MKMapSizeWorld.height)
    var found: [PlaceFile.Place] = []
    var numbers: Set<Int> = []
    places.forEach(within: all, level: WorldMap.pageLevel) { place in
      if numbers.insert(place.number).inserted { found.append(place) }
    }
    for rect in rects {
      let box = MapBox(minX: rect.minX, minY: rect.minY, maxX: rect.maxX, maxY: rect.maxY)
      places.forEach(within: box, level: .infinity) { place in
        if numbers.insert(place.number).inserted { found.append(place) }
      }
    }
    bytes.add(UInt64(found.count))
    var last = (x: 0, y: 0)
    for place in found {
      let point = (x: Int(place.point.x) >> 4, y: Int(place.point.y) >> 4)
      bytes.add(UInt64(place.kind.rawValue))
      bytes.add(UInt64(place.size))
      bytes.add(place.isCapital ? 1 : 0)
      bytes.add(UInt64((places.leastLevel(of: place) * 8).rounded()))
      bytes.add(difference: point.x - last.x)
      bytes.add(difference: point.y - last.y)
      last = point
      let text = Array(place.name.utf8)
      bytes.add(UInt64(text.count))
      bytes.bytes += text
    }
  }
}
