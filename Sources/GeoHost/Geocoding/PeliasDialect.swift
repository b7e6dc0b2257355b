import Geo
import GeoDelivery

/// Pelias, which combines several sources.
///
/// - Source: github.com/pelias/documentation: search.md, structured-geocoding.md, reverse.md, response.md;
///   github.com/pelias/api, helper/geojsonify_place_details.js.
enum PeliasDialect: GeocodingDialect {
  static let root = "v1/"
  static let endings = ["search/structured", "search", "reverse"]

  static func words(for request: GeocodeRequest) -> (path: String, query: [(name: String, value: String)]) {
    var query = [(name: "size", value: String(min(max(request.limit, 1), 40)))]
    if let language = request.languages.first { query.append(("lang", language)) }
    if case .position(let coordinate) = request.query {
      return ("reverse", position("point", coordinate) + query)
    }
    if let bias = request.bias, CLLocationCoordinate2DIsValid(bias.center) {
      query += position("focus.point", bias.center)
    }
    switch request.query {
    case .address(let address) where address.isStructured:
      return ("search/structured", parts(of: address) + query)
    case .address(let address): return ("search", [("text", address.asText)] + query)
    case .text(let text): return ("search", [("text", text)] + query)
    case .position: return ("reverse", query)
    }
  }

  private static func position(
    _ name: String, _ place: CLLocationCoordinate2D
  ) -> [(name: String, value: String)] {
    [("\(name).lat", URLText.degrees(place.latitude)), ("\(name).lon", URLText.degrees(place.longitude))]
  }

  private static func parts(of address: PlacemarkAddress) -> [(name: String, value: String)] {
    let parts = [
      ("address", address.street), ("neighbourhood", address.subLocality), ("locality", address.locality),
      ("county", address.subAdministrativeArea), ("region", address.administrativeArea),
      ("postalcode", address.postalCode), ("country", address.country ?? address.ISOcountryCode),
    ]
    return parts.compactMap { name, value in value.map { (name, $0) } }
  }

  static func fault(in answer: JSONValue) -> String? {
    let first = answer["geocoding"]?["errors"]?.elements.first
    // Newer servers send a name and a message; a gateway that checks keys has its own form.
    return first?.text ?? first?["message"]?.text ?? answer["error"]?.text ?? answer["meta"]?["message"]?.text
  }

  static func places(in answer: JSONValue) throws(FetchFault) -> [GeocodedPlace] {
    guard case .array(let features)? = answer["features"] else {
      throw FetchFault(reason: "answered 200, but not with an answer of Pelias")
    }
    let page = PlaceFields(answer["geocoding"])["attribution"]
    return features.compactMap { place($0, page) }
  }

  private static func place(_ feature: JSONValue, _ page: String?) -> GeocodedPlace? {
    guard var place = GeocodedPlace(feature: feature) else { return nil }
    let fields = PlaceFields(feature["properties"])
    place.address = address(fields)
    let owner = fields["source"].flatMap { source in owners.first { $0.names.contains(source) }?.owner }
    place.attribution = [owner, page].compactMap { $0 }.joined(separator: ", ")
    let box = feature["bbox"]?.elements.map(\.finiteNumber) ?? []
    if box.count == 4 { place.setExtent(south: box[1], west: box[0], north: box[3], east: box[2]) }
    return place
  }

  private static func address(_ fields: PlaceFields) -> PlacemarkAddress {
    var address = PlacemarkAddress()
    address.subThoroughfare = fields["housenumber"]
    address.thoroughfare = fields["street"]
    address.locality = fields["locality", "localadmin"]
    address.subLocality = fields["borough", "neighbourhood"]
    address.administrativeArea = fields["region", "macroregion"]
    address.subAdministrativeArea = fields["county", "macrocounty"]
    address.postalCode = fields["postalcode"]
    address.country = fields["country", "dependency"]
    address.ISOcountryCode =
      fields.countryCode("country_code") ?? fields["country_a", "dependency_a"].flatMap(CountryCode.short)
    address.ocean = fields["ocean", "marinearea"]
    address.name = fields["name"]
    if let name = fields["name"] {
      switch fields["layer"] {
      case "venue": address.areasOfInterest = [name]
      case "street": address.thoroughfare = address.thoroughfare ?? name
      case "ocean", "marinearea": address.ocean = address.ocean ?? name
      default: break
      }
    }
    return address
  }

  /// The attribution of its sources.
  private static let owners: [(names: Set<String>, owner: String)] = [
    (["openstreetmap", "osm"], "© OpenStreetMap contributors"), (["openaddresses", "oa"], "OpenAddresses"),
    (["whosonfirst", "wof"], "Who's On First"), (["geonames", "gn"], "GeoNames"),
  ]
}
