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

extension BoxShape {
  /// Its corners, with increasing longitudes if it crosses the 180th meridian.
  fileprivate var corners: [CLLocationCoordinate2D] {
    let (south, north) = (southWest.latitude, northEast.latitude)
    let (west, east) = (southWest.longitude, northEast.longitude)
    let width = east >= west ? east - west : east - west + 360
    // An edge of half the world or more would go the other way around.
    let steps = max(1, Int((width / 90).rounded(.up)))
    func along(_ latitude: CLLocationDegrees) -> [CLLocationCoordinate2D] {
      (0...steps).map { step in
        let longitude = west + width * Double(step) / Double(steps)
        return CLLocationCoordinate2D(
          latitude: latitude, longitude: longitude > 180 ? longitude - 360 : longitude)
      }
    }
    return along(south) + along(north).reversed()
  }
}

extension MonitoredRegion {
  /// Its bounding rect on the map.
  var mapRect: MKMapRect {
    switch shape {
    case nil: return MKCircle(center: center, radius: radius).boundingMapRect
    case .polygon(let shape):
      return MapPath.narrowestRect(
        shape.parts.map { rings in MapPath.boundingRect(MapPath.points(rings.first ?? [])) })
    case .box(let shape): return MapPath.boundingRect(MapPath.points(shape.corners))
    case .corridor(let shape):
      let rect = MapPath.boundingRect(MapPath.points(shape.path))
      let margin = shape.halfWidth * MKMapPointsPerMeterAtLatitude(center.latitude)
      return rect.insetBy(dx: -margin, dy: -margin)
    }
  }

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

  /// Some places on its edge, for views that must not cover it.
  var outlinePlaces: [CLLocationCoordinate2D] {
    switch shape {
    case nil:
      let rect = mapRect
      return (0..<16).map { step in
        let (x, y) = (Double(step % 4) / 3, Double(step / 4) / 3)
        return MKCoordinateForMapPoint(
          MKMapPoint(x: rect.minX + rect.width * x, y: rect.minY + rect.height * y))
      }
    case .polygon(let shape): return shape.parts.flatMap { $0.flatMap { $0 } }
    case .corridor(let shape): return shape.path
    case .box(let shape): return shape.corners
    }
  }
}
