public import Geo
public import LuaBridge

extension CLPlacemark: LuaObject {
  static func bind(_ c: LuaBinder<CLPlacemark>) {
    c.summary("A place with its address, as returned by a geocoder.")
    c.initializer(["placemark"]) { (other: CLPlacemark) in CLPlacemark(placemark: other) }
    c.property("location", .none, "Its coordinate.") { $0.location }
    c.property("region", .none, "The approximate area of the place.") { $0.region }
    c.property("timeZone", .none, "The identifier of its time zone, such as `Asia/Tokyo`.") { $0.timeZone }
    c.property(
      "precision", .none, "How exact the address is: `house`, `street`, `place` or `region`."
    ) { $0.address.precision.rawValue }
    c.property(
      "matched", .none,
      "What the geocoder found, if it is only a part of what you asked for or resembles it; otherwise nil."
    ) { $0.matched }
    c.property(
      "addressDictionary", .none, "The address by component, and formatted as `FormattedAddressLines`."
    ) {
      AddressDictionary($0.addressDictionary)
    }
    let parts: [(String, any KeyPath<PlacemarkAddress, String?> & Sendable, String)] = [
      ("name", \.name, "The name of the place."), ("thoroughfare", \.thoroughfare, "The street."),
      ("subThoroughfare", \.subThoroughfare, "The house number."),
      ("locality", \.locality, "The city."),
      ("subLocality", \.subLocality, "The neighborhood or district."),
      ("administrativeArea", \.administrativeArea, "The state or province."),
      ("subAdministrativeArea", \.subAdministrativeArea, "The county."),
      ("postalCode", \.postalCode, "The postal code."),
      ("ISOcountryCode", \.ISOcountryCode, "The two-letter ISO 3166 country code."),
      ("country", \.country, "The country."),
      ("inlandWater", \.inlandWater, "The lake or river at the place."),
      ("ocean", \.ocean, "The ocean at the place."),
    ]
    for (name, path, summary) in parts {
      c.property(name, .none, summary) { $0.address[keyPath: path] }
    }
    c.property("areasOfInterest", .none, "Points of interest at the place, such as a park.") {
      $0.address.areasOfInterest
    }
  }
}

extension MKPlacemark {
  static func bind(_ c: LuaBinder<MKPlacemark>) {
    c.summary("A placemark that can be added to a map as an annotation.")
    c.initializer(["coordinate", "addressDictionary"]) {
      [unowned machine = c.machine]
      (place: PlacemarkOrigin, dictionary: AddressDictionary?) in
      switch place {
      case .placemark(let placemark): return MKPlacemark(placemark: placemark)
      case .coordinate(let coordinate):
        let now = try RunningScript.current(machine).device.clock.now
        return MKPlacemark(
          coordinate: coordinate, addressDictionary: dictionary?.members,
          now: NSDate(timeIntervalSince1970: now))
      }
    }
    c.property("coordinate", .none, "Its coordinate.") { $0.coordinate }
    c.property("title", .none, "The address on one line.") { $0.title }
    c.property("subtitle", .none, "Always nil.") { $0.subtitle }
    c.property("countryCode", .none, "The two-letter ISO 3166 country code.") { $0.countryCode }
  }
}

/// The first argument of `MKPlacemark`: a coordinate or another placemark.
private enum PlacemarkOrigin: LuaValue {
  static var luaType: String { "\(CLLocationCoordinate2D.luaType)|CLPlacemark" }

  case coordinate(CLLocationCoordinate2D)
  case placemark(CLPlacemark)

  static func read(_ stack: LuaStack, _ index: Int32) throws -> PlacemarkOrigin {
    if LuaKind(stack, index) == .object { return .placemark(try CLPlacemark.read(stack, index)) }
    return .coordinate(try CLLocationCoordinate2D.read(stack, index))
  }

  func push(_ stack: LuaStack) {
    switch self {
    case .coordinate(let coordinate): coordinate.push(stack)
    case .placemark(let placemark): placemark.push(stack)
    }
  }
}

/// An address dictionary: a table of strings by key.
struct AddressDictionary: LuaValue {
  static var luaType: String { "table" }
  let members: [(name: String, value: JSONValue)]

  init(_ members: [(name: String, value: JSONValue)]) { self.members = members }

  static func read(_ stack: LuaStack, _ index: Int32) throws -> AddressDictionary {
    guard LuaKind(stack, index) == .table, case .object(let members) = try ScriptJSON.value(stack, index)
    else {
      throw LuaMismatch(expected: "table of strings by key", stack, index)
    }
    return AddressDictionary(members)
  }

  func push(_ stack: LuaStack) { ScriptJSON.push(.object(members), stack) }
}
