import Geo
package import GeoFormats

/// What zones leave of the shapes of files, for `geoscript draw`.
extension PrivacyZones {
  /// Returns the shapes with the edge of a zone in place of the points in it.
  package func masked(_ files: [FileShape]) -> [FileShape] {
    files.map { file in
      var file = file
      file.shapes = file.shapes.map(masked)
      return file
    }
  }

  private func masked(_ shape: MKShape) -> MKShape {
    let result: MKShape
    switch shape {
    case let lines as MKMultiPolyline: result = MKMultiPolyline(lines.polylines.map(masked))
    case let line as MKPolyline: result = masked(line)
    default:
      // An area or a place in a zone is a point at its edge.
      let corners = (shape as? MKMultiPolygon)?.polygons.flatMap(\.coordinates)
      let places = [shape.coordinate] + (corners ?? (shape as? MKMultiPoint)?.coordinates ?? [])
      guard let zone = places.lazy.compactMap({ self.zone(at: $0) }).first else { return shape }
      result = MKPointAnnotation(coordinate: zone.edge)
    }
    result.title = shape.title
    return result
  }

  private func masked(_ line: MKPolyline) -> MKPolyline {
    line.coordinates.contains { zone(at: $0) != nil }
      ? MKPolyline(coordinates: line.coordinates.map(shown)) : line
  }
}
