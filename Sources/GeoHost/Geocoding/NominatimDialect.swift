import Geo
import GeoDelivery
import Glibc

/// Nominatim, whose data is OpenStreetMap's.
///
/// - Source: nominatim.org/release-docs/5.3/api; the policy of its public server,
///   operations.osmfoundation.org/policies/nominatim: one request a second for an application, a `User-Agent` of its
///   own, and no requests while somebody still types.
enum NominatimDialect: GeocodingDialect {
  static let endings = ["search", "reverse", "search.php", "reverse.php"]
  static let spacing = 1.0

  static func words(for request: GeocodeRequest) -> (path: String, query: [(name: String, value: String)]) {
    var query = [(name: "format", value: "jsonv2"), ("addressdetails", "1")]
    if !request.languages.isEmpty {
      query.append(("accept-language", request.languages.joined(separator: ",")))
    }
    switch request.query {
    case .position(let coordinate):
      query += [
        ("lat", URLText.degrees(coordinate.latitude)), ("lon", URLText.degrees(coordinate.longitude)),
      ]
      return ("reverse", query)
    case .text(let text): query.append(("q", text))
    case .address(let address): query += parts(of: address)
    }
    query.append(("limit", String(min(max(request.limit, 1), 40))))
    if let bias = request.bias { query.append(("viewbox", box(of: bias))) }
    return ("search", query)
  }

  private static func parts(of address: PlacemarkAddress) -> [(name: String, value: String)] {
    guard address.isStructured else { return [("q", address.asText)] }
    let parts = [
      ("street", address.street), ("city", address.locality), ("county", address.subAdministrativeArea),
      ("state", address.administrativeArea), ("postalcode", address.postalCode), ("country", address.country),
      ("countrycodes", address.ISOcountryCode?.lowercased()),
    ]
    return parts.compactMap { name, value in value.map { (name, $0) } }
  }

  /// The box of a bias. Without `bounded`, Nominatim prefers places inside and still returns others.
  private static func box(of bias: GeocodeRequest.Bias) -> String {
    // An approximation in degrees is enough, because the box only affects the order.
    let height = min(max(bias.radius, 100) / 111_000, 90)
    let width = min(height / max(cos(bias.center.latitude * .pi / 180), 0.01), 180)
    let corners = [
      max(bias.center.longitude - width, -180), max(bias.center.latitude - height, -90),
      min(bias.center.longitude + width, 180), min(bias.center.latitude + height, 90),
    ]
    return corners.map(URLText.degrees).joined(separator: ",")
  }

  static func fault(in answer: JSONValue) -> String? {
    // A position outside all countries is not an error.
    if let text = answer["error"]?.text { return text == "Unable to geocode" ? nil : text }
    return answer["error"]?["message"]?.text
  }

  static func places(in answer: JSONValue) throws(FetchFault) -> [GeocodedPlace] {
    switch answer {
    case .array(let results): return results.compactMap(place)
    case .object where answer["error"] != nil: return []
    case .object where answer["lat"] != nil: return [place(answer)].compactMap { $0 }
    default: throw FetchFault(reason: "answered 200, but not with an answer of Nominatim")
    }
  }

  private static func place(_ result: JSONValue) -> GeocodedPlace? {
    guard let latitude = result["lat"]?.finiteNumber, let longitude = result["lon"]?.finiteNumber else {
      return nil
    }
    let coordinate = CLLocationCoordinate2D(latitude: latitude, longitude: longitude)
    guard CLLocationCoordinate2DIsValid(coordinate) else { return nil }
    var place = GeocodedPlace(coordinate: coordinate)
    let fields = PlaceFields(result)
    place.address = address(PlaceFields(result["address"]))
    let kind = OpenStreetMapKind(key: fields["category", "class"] ?? "", value: fields["type"] ?? "")
    place.kind = kind.tag
    if let name = fields["name"] { kind.setPart(name, in: &place.address) }
    let first = fields["display_name"].map { $0.prefix { $0 != "," } }
    place.address.name = fields["name"] ?? place.address.street ?? first.map(String.init)
    place.attribution = fields["licence"] ?? ""
    let box = result["boundingbox"]?.elements.map(\.finiteNumber) ?? []
    if box.count == 4, !kind.isHouse {
      place.setExtent(south: box[0], west: box[2], north: box[1], east: box[3])
    }
    return place
  }

  /// - Source: Nominatim's documentation, "Place Output", `addressdetails`: a member is called by what the object is.
  private static func address(_ fields: PlaceFields) -> PlacemarkAddress {
    var address = PlacemarkAddress()
    address.subThoroughfare = fields["house_number"]
    address.thoroughfare = fields["road", "pedestrian", "footway", "path", "cycleway", "square"]
    address.locality = fields["city", "town", "village", "municipality", "hamlet", "isolated_dwelling"]
    address.subLocality =
      fields[
        "suburb", "borough", "city_district", "district", "quarter", "subdivision", "neighbourhood",
        "allotments"]
    address.administrativeArea = fields["state", "province", "region", "territory"]
    address.subAdministrativeArea = fields["county", "state_district"]
    address.postalCode = fields["postcode"]
    address.country = fields["country"]
    address.ISOcountryCode = fields.countryCode("country_code")
    return address
  }
}
