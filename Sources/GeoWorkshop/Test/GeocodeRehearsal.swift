import Geo
import GeoLua
import LuaBridge

/// What `run:geocode` says that geocoders answer.
struct GeocodeRehearsal {
  /// The words that are asked for; nil for any.
  var address: String?
  /// The place that is asked for, or found.
  var coordinate: CLLocationCoordinate2D?
  var place: PlacemarkAddress
  var fails = false

  /// How far from the place a question may lie, in meters.
  private static let radius = 250.0

  func answer(_ request: GeocodeRequest) -> GeocodeAnswer? {
    switch request.query {
    case .position(let asked):
      guard let coordinate else { return address == nil ? found(at: asked) : nil }
      guard Geodesic.distance(from: asked, to: coordinate) <= GeocodeRehearsal.radius else { return nil }
      return found(at: coordinate)
    case .text(let text):
      guard address == nil || address?.lowercased() == text.lowercased() else { return nil }
      return found(at: coordinate)
    case .address(let parts):
      let words = [parts.name, parts.thoroughfare, parts.locality].compactMap { $0 }
      guard let address else { return found(at: coordinate) }
      return words.contains { address.lowercased().contains($0.lowercased()) } ? found(at: coordinate) : nil
    }
  }

  private func found(at coordinate: CLLocationCoordinate2D?) -> GeocodeAnswer? {
    if fails { return .failed(.network, "the test says that the geocoder fails") }
    guard let coordinate else { return nil }
    var found = GeocodedPlace(coordinate: coordinate)
    found.address = place
    found.source = "test"
    return .places([found])
  }
}

extension CaseStage {
  private static let parts:
    [(name: String, part: any WritableKeyPath<PlacemarkAddress, String?> & Sendable)] = [
      ("name", \.name), ("thoroughfare", \.thoroughfare), ("subThoroughfare", \.subThoroughfare),
      ("locality", \.locality), ("subLocality", \.subLocality), ("administrativeArea", \.administrativeArea),
      ("subAdministrativeArea", \.subAdministrativeArea), ("postalCode", \.postalCode),
      ("ISOcountryCode", \.ISOcountryCode), ("country", \.country), ("inlandWater", \.inlandWater),
      ("ocean", \.ocean),
    ]

  func answer(_ request: GeocodeRequest) -> GeocodeAnswer? {
    for answer in answers.reversed() { if let found = answer.answer(request) { return found } }
    return nil
  }

  /// Adds an answer; later ones come before earlier ones.
  func rehearse(_ fields: JSONValue) throws {
    var rehearsal = GeocodeRehearsal(place: PlacemarkAddress())
    var (latitude, longitude) = (Double?.none, Double?.none)
    let names = ["address", "latitude", "longitude", "fails"] + CaseStage.parts.map(\.name)
    try TestSheet.each(fields, of: "run:geocode", names) { name, value in
      switch (name, value, value.asNumber) {
      case ("latitude", _, .number(let number)?): latitude = number
      case ("longitude", _, .number(let number)?): longitude = number
      case ("fails", .bool(let fails), _): rehearsal.fails = fails
      case ("address", .string(let text), _): rehearsal.address = text
      default:
        guard case .string(let text) = value,
          let part = CaseStage.parts.first(where: { $0.name == name })?.part
        else {
          throw LuaMessage("run:geocode: \(name) cannot be \(value)")
        }
        rehearsal.place[keyPath: part] = text
      }
    }
    if let latitude, let longitude {
      let place = CLLocationCoordinate2DMake(latitude, longitude)
      guard CLLocationCoordinate2DIsValid(place) else {
        throw LuaMessage("run:geocode: \(latitude), \(longitude) is not a place on the earth")
      }
      rehearsal.coordinate = place
    } else if latitude != nil || longitude != nil {
      throw LuaMessage("run:geocode: latitude and longitude belong together")
    } else if rehearsal.address != nil, !rehearsal.fails {
      throw LuaMessage(
        "run:geocode: an address is found at a latitude and a longitude: add them, or fails = true")
    } else if !rehearsal.fails, CaseStage.parts.allSatisfy({ rehearsal.place[keyPath: $0.part] == nil }) {
      throw LuaMessage(
        "run:geocode: say what geocoders answer: locality = \"…\", latitude and longitude, or fails = true")
    }
    answers.append(rehearsal)
  }
}
