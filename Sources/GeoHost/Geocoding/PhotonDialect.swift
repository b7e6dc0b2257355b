import Geo
import GeoDelivery
import Glibc

/// Photon, whose data is OpenStreetMap's.
///
/// - Source: github.com/komoot/photon, docs/api-v1.md and docs/openapi.json; github.com/geocoders/geocodejson-spec.
enum PhotonDialect: GeocodingDialect {
  static let endings = ["api", "reverse", "structured"]

  static func words(for request: GeocodeRequest) -> (path: String, query: [(name: String, value: String)]) {
    let limit = ("limit", String(min(max(request.limit, 1), 50)))
    switch request.query {
    case .position(let coordinate):
      let position = position(coordinate)
      return ("reverse", position + [limit])
    case .text(let text): return ("api", [("q", text), limit] + bias(request.bias))
    // Not every server supports structured searches.
    case .address(let address): return ("api", [("q", address.asText), limit] + bias(request.bias))
    }
  }

  /// The languages go into a header, because the server rejects an unknown language in the query.
  static func headers(for request: GeocodeRequest) -> [String] {
    let languages = request.languages.filter {
      $0.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
    }
    return languages.isEmpty ? [] : ["Accept-Language: " + languages.joined(separator: ", ")]
  }

  private static func position(_ place: CLLocationCoordinate2D) -> [(name: String, value: String)] {
    [("lat", URLText.degrees(place.latitude)), ("lon", URLText.degrees(place.longitude))]
  }

  /// Photon's `zoom` stands for a circle of 250 m × 2^(18 − zoom).
  private static func bias(_ bias: GeocodeRequest.Bias?) -> [(name: String, value: String)] {
    guard let bias, CLLocationCoordinate2DIsValid(bias.center) else { return [] }
    let zoom = min(max(18 - log2(max(bias.radius, 250) / 250), 0), 18)
    return position(bias.center) + [("zoom", String(Int(zoom.rounded())))]
  }

  static func fault(in answer: JSONValue) -> String? { answer["message"]?.text }

  static func places(in answer: JSONValue) throws(FetchFault) -> [GeocodedPlace] {
    guard case .array(let features)? = answer["features"] else {
      throw FetchFault(reason: "answered 200, but not with an answer of Photon")
    }
    return features.compactMap(place)
  }

  private static func place(_ feature: JSONValue) -> GeocodedPlace? {
    guard var place = GeocodedPlace(feature: feature) else { return nil }
    let fields = PlaceFields(feature["properties"])
    var address = PlacemarkAddress()
    address.subThoroughfare = fields["housenumber"]
    address.thoroughfare = fields["street"]
    address.locality = fields["city"]
    address.subLocality = fields["district", "locality"]
    address.administrativeArea = fields["state"]
    address.subAdministrativeArea = fields["county"]
    address.postalCode = fields["postcode"]
    address.country = fields["country"]
    address.ISOcountryCode = fields.countryCode("countrycode")
    let kind = OpenStreetMapKind(key: fields["osm_key"] ?? "", value: fields["osm_value"] ?? "")
    place.kind = kind.tag
    if let name = fields["name"] {
      setPart(name, as: fields["type"] ?? "", in: &address)
      kind.setPart(name, in: &address)
    }
    address.name = fields["name"] ?? address.street ?? address.locality
    place.address = address
    place.attribution = "© OpenStreetMap contributors"
    // West and north, then east and south.
    let box = feature["properties"]?["extent"]?.elements.map(\.finiteNumber) ?? []
    if box.count == 4 { place.setExtent(south: box[3], west: box[0], north: box[1], east: box[2]) }
    return place
  }

  /// Stores the name of the result, which its own address does not repeat, in the field of its type.
  private static func setPart(_ name: String, as type: String, in address: inout PlacemarkAddress) {
    switch type {
    case "street": address.thoroughfare = address.thoroughfare ?? name
    case "locality", "district": address.subLocality = address.subLocality ?? name
    case "city": address.locality = address.locality ?? name
    case "county": address.subAdministrativeArea = address.subAdministrativeArea ?? name
    case "state": address.administrativeArea = address.administrativeArea ?? name
    case "country": address.country = address.country ?? name
    default: break
    }
  }
}
