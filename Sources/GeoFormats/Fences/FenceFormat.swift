import Geo

/// The formats of fences; all have longitude before latitude, except OwnTracks, which names them.
enum FenceFormat: String {
  case geoJSON = "GeoJSON"
  case kml = "KML"
  case wkt = "WKT"
  case ownTracks = "OwnTracks"

  /// Where to give a value such as the radius.
  func place(of field: FenceField) -> String {
    switch self {
    case .geoJSON: "properties.\(field.name)"
    case .kml: "\(field.name) in its ExtendedData"
    case .wkt: "\(field.name)= after the WKT, or a column \(field.name)"
    case .ownTracks: field == .radius ? "rad" : field.name
    }
  }

  /// Where to give the identifier.
  var placesOfIdentifier: String {
    switch self {
    case .geoJSON: "the Feature's id, or properties.identifier, name or title"
    case .kml: "a <name>, or the Placemark's id"
    case .wkt: "it and a tab before the WKT, or a column id, identifier, name or title"
    case .ownTracks: "desc, or rid"
    }
  }
}
