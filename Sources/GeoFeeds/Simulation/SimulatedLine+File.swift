import Geo
import GeoFormats

extension SimulatedLine {
  /// The places of the lines of a file, joined in their order; without lines, the edges of its areas, or else
  /// its points.
  ///
  /// - Errors: ``GeoError`` as ``ShapeFile/read(_:)``, and `data` for a log.
  static func places(inFile path: String) throws(GeoError) -> [CLLocationCoordinate2D] {
    guard case .shapes(let shapes, _) = try ShapeFile.read(path) else {
      throw GeoError(
        .data,
        "is a log or a table with times: play it with --from \(path) (expected a line in "
          + "GPX, GeoJSON, KML or WKT)",
        at: path)
    }
    let all = shapes.flatMap(\.shapes)
    let lines = all.flatMap { shape -> [[CLLocationCoordinate2D]] in
      switch shape {
      case let line as MKPolyline: [line.coordinates]
      case let lines as MKMultiPolyline: lines.polylines.map(\.coordinates)
      default: []
      }
    }
    if !lines.isEmpty { return lines.flatMap(\.self) }
    let rings = all.flatMap { shape -> [MKPolygon] in
      switch shape {
      case let area as MKPolygon: [area]
      case let areas as MKMultiPolygon: areas.polygons
      default: []
      }
    }
    if let ring = rings.first?.coordinates { return ring.first == ring.last ? ring : ring + ring.prefix(1) }
    let points = all.compactMap { $0 is MKCircle ? nil : $0.coordinate }
    guard points.count > 1 else {
      throw GeoError(.data, "has no line to follow (expected a line, or at least two points)", at: path)
    }
    return points
  }
}
