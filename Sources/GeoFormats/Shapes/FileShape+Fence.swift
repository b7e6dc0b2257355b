import Geo

extension FileShape {
  /// The shape of a fence in a file; a point with a radius is a circle.
  init(_ geometry: FenceGeometry, _ fields: FenceFields) throws(RecordFault) {
    let name = String(decoding: fields.identifier, as: UTF8.self)
    let title = name.isEmpty ? nil : name
    let shapes: [MKShape]
    switch geometry {
    case .none: throw .noGeometry
    case .point(let place):
      let radius = try? fields.number(.radius, above: 0)
      shapes = [radius.map { MKCircle(center: place, radius: $0) } ?? MKPointAnnotation(coordinate: place)]
    case .lines(let lines): shapes = lines.map { MKPolyline(coordinates: $0) }
    case .polygons(let parts):
      shapes = parts.filter { !$0.isEmpty }.map { rings in
        MKPolygon(
          coordinates: rings[0], interiorPolygons: rings.dropFirst().map { MKPolygon(coordinates: $0) })
      }
    case .box(let southWest, let northEast):
      let (south, north) = (southWest.latitude, northEast.latitude)
      let (west, east) = (southWest.longitude, northEast.longitude)
      shapes = [
        MKPolygon(
          coordinates: [(south, west), (south, east), (north, east), (north, west)].map {
            CLLocationCoordinate2DMake($0, $1)
          })
      ]
    }
    for shape in shapes { shape.title = title }
    self.init(shapes, title: title)
  }
}
