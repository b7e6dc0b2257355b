import Geo

/// Regions as overlays.
extension HostMap {
  /// Adds the outline of a region, faintly filled.
  func add(_ region: MonitoredRegion) {
    let style = LineStyle(
      stroke: palette.region.withAlphaComponent(0.8), fill: palette.region.withAlphaComponent(0.1), width: 1.5
    )
    switch region.shape {
    case nil: add(MKCircle(center: region.center, radius: region.radius), style)
    case .polygon(let shape):
      let polygons = shape.parts.map { rings in
        MKPolygon(
          coordinates: rings[0], interiorPolygons: rings.dropFirst().map { MKPolygon(coordinates: $0) })
      }
      add(MKMultiPolygon(polygons), style)
    case .box(let shape): add(MKPolygon(coordinates: shape.corners), style)
    case .corridor(let shape): add(shape)
    }
  }

  /// Adds a corridor in its real width, with its line in the middle.
  private func add(_ corridor: CorridorShape) {
    let meters = MKMetersPerMapPointAtLatitude(corridor.center.latitude)
    let zoomScale = map.bounds.size.width / map.visibleMapRect.width
    let width = max(2, 2 * corridor.halfWidth / meters * zoomScale)
    add(
      MKPolyline(coordinates: corridor.path),
      LineStyle(stroke: palette.region.withAlphaComponent(0.18), width: width))
    add(
      MKPolyline(coordinates: corridor.path),
      LineStyle(stroke: palette.region.withAlphaComponent(0.8), width: 1.2, dashes: [4, 4]))
  }
}

extension MonitoredRegion {
  /// The place of its name: its middle, or that of its line.
  var namePlace: CLLocationCoordinate2D {
    switch shape {
    case .corridor(let shape): return shape.path[shape.path.count / 2]
    case nil: return center
    case .polygon, .box:
      let rect = mapRect
      return MKCoordinateForMapPoint(MKMapPoint(x: rect.midX, y: rect.midY))
    }
  }
}
