import Geo

extension GeocodedPlace {
  /// The known properties of CLPlacemark, with the position and the source.
  var json: JSONValue { .object(members) }

  /// The members, in order.
  var members: [(name: String, value: JSONValue)] {
    var members: [(name: String, value: JSONValue)] = GeocodedPlace.texts.compactMap { name, path in
      address[keyPath: path].map { (name, .string($0)) }
    }
    if !address.areasOfInterest.isEmpty {
      members.append(("areasOfInterest", .array(address.areasOfInterest.map { .string($0) })))
    }
    if let timeZone { members.append(("timeZone", .string(timeZone))) }
    if radius > 0 {
      let circle: [(name: String, value: JSONValue)] = [
        ("latitude", .number(coordinate.latitude)), ("longitude", .number(coordinate.longitude)),
        ("radius", .number(GeocodedPlace.tenths(radius))),
      ]
      members.append(("region", .object(circle)))
    }
    members += [("latitude", .number(coordinate.latitude)), ("longitude", .number(coordinate.longitude))]
    if let distance { members.append(("distance", .number(GeocodedPlace.tenths(distance)))) }
    members.append(("precision", .string(address.precision.rawValue)))
    if let matched { members.append(("matched", .string(matched))) }
    members.append(("source", .string(source)))
    if !attribution.isEmpty { members.append(("attribution", .string(attribution))) }
    return members
  }

  /// Rounds to tenths; further digits are not reliable.
  private static func tenths(_ meters: CLLocationDistance) -> Double { (meters * 10).rounded() / 10 }

  static let texts: [(name: String, path: any KeyPath<PlacemarkAddress, String?> & Sendable)] = [
    ("name", \.name), ("thoroughfare", \.thoroughfare), ("subThoroughfare", \.subThoroughfare),
    ("locality", \.locality), ("subLocality", \.subLocality), ("administrativeArea", \.administrativeArea),
    ("subAdministrativeArea", \.subAdministrativeArea), ("postalCode", \.postalCode),
    ("ISOcountryCode", \.ISOcountryCode), ("country", \.country), ("inlandWater", \.inlandWater),
    ("ocean", \.ocean),
  ]
}
