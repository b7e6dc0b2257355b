package import GeoCore
package import GeoRegions

extension BoxShape {
  /// Its corners, with increasing longitudes if it crosses the 180th meridian.
  package var corners: [CLLocationCoordinate2D] {
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
  package var mapRect: MKMapRect {
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

  /// Some places on its edge, for views that must not cover it.
  package var outlinePlaces: [CLLocationCoordinate2D] {
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
