public import Geo
public import LuaBridge

extension MKMapItem: LuaObject {
  static func bind(_ c: LuaBinder<MKMapItem>) {
    c.summary("A place of the map with what is known of it.")
    c.initializer(["placemark", "address", "location"]) {
      (place: MapItemPlace?, address: MKAddress?, location: CLLocation?) in
      switch place {
      case .placemark(let placemark): return MKMapItem(placemark: placemark)
      case .location(let location): return MKMapItem(location: location, address: address)
      case nil:
        guard let location else {
          throw LuaMessage("an MKPlacemark, or a CLLocation and an MKAddress, expected: MKMapItem(placemark)")
        }
        return MKMapItem(location: location, address: address)
      }
    }
    c.property("placemark", .none, "Its place; nil for the user's location.") { $0.placemark }
    c.property("location", .none, "Where it is; nil for the user's location.") { $0.location }
    c.property("address", .none, "Its address as text; nil if nothing is known of it.") { $0.address }
    c.property(
      "addressRepresentations", .none, "Its address in parts; nil if nothing is known of it."
    ) { $0.addressRepresentations }
    c.property("timeZone", .none, "The identifier of its time zone, such as `Asia/Tokyo`; nil if unknown.") {
      $0.timeZone
    }
    c.property("isCurrentLocation", .none, "Whether it is the user's location.") { $0.isCurrentLocation }
    c.text("name", "Its name.", get: { $0.name }, set: { $0.name = $1 }, paidBy: \.memory)
    c.text(
      "phoneNumber", "Its telephone number; nil if unknown.", get: { $0.phoneNumber },
      set: { $0.phoneNumber = $1 }, paidBy: \.memory)
    c.text("url", "Its web page; nil if unknown.", get: { $0.url }, set: { $0.url = $1 }, paidBy: \.memory)
    c.property(
      "pointOfInterestCategory", .none,
      "Its kind, an `MKPointOfInterestCategory…`; nil if unknown, as places of the gazetteer are.",
      get: { $0.pointOfInterestCategory }, set: { $0.pointOfInterestCategory = $1 })
    c.classMethod("mapItemForCurrentLocation", .none, "Returns the place of the user.") {
      forCurrentLocation()
    }
    c.operation("__tostring") { stack in
      try MKMapItem.read(stack, 1).description.push(stack)
      return 1
    }
  }
}

/// The first argument of `MKMapItem`: a placemark, or a location as of iOS 26.
private enum MapItemPlace: LuaValue {
  static var luaType: String { "MKPlacemark|CLLocation" }

  case placemark(MKPlacemark)
  case location(CLLocation)

  static func read(_ stack: LuaStack, _ index: Int32) throws -> MapItemPlace {
    if let location = try? CLLocation.read(stack, index) { return .location(location) }
    return .placemark(try MKPlacemark.read(stack, index))
  }

  func push(_ stack: LuaStack) {
    switch self {
    case .placemark(let placemark): placemark.push(stack)
    case .location(let location): location.push(stack)
    }
  }
}

extension MKAddress: LuaObject {
  static func bind(_ c: LuaBinder<MKAddress>) {
    c.summary("An address as text.")
    c.initializer(["fullAddress", "shortAddress"]) { (full: String, short: String?) in
      MKAddress(fullAddress: full, shortAddress: short)
    }
    c.property("fullAddress", .none, "All of it on one line.") { $0.fullAddress }
    c.property("shortAddress", .none, "The street and the city; nil if unknown.") { $0.shortAddress }
  }
}

extension MKAddressRepresentations: LuaObject {
  static func bind(_ c: LuaBinder<MKAddressRepresentations>) {
    c.summary("The parts of an address as texts for people.")
    c.property("cityName", .none, "The city; nil if unknown.") { $0.cityName }
    c.property("cityWithContext", .none, "The city with its state and country; nil without a city.") {
      $0.cityWithContext()
    }
    c.property("regionName", .none, "The country; nil if unknown.") { $0.regionName }
    c.property("regionCode", .none, "The country's two letters of ISO 3166; nil if unknown.") {
      $0.regionCode
    }
    c.method(
      "fullAddress", ["includingRegion", "singleLine"], .none,
      "Returns the whole address, with or without the country, on one line or several; nil if unknown."
    ) { (me: MKAddressRepresentations, includingRegion: Bool, singleLine: Bool) in
      me.fullAddress(includingRegion: includingRegion, singleLine: singleLine)
    }
    c.alias("fullAddressIncludingRegion_singleLine", of: "fullAddress")
    c.method(
      "cityWithContextUsingStyle", ["style"], .none,
      "Returns the city with as much as an `MKAddressRepresentationsContextStyle…` says; nil without a city."
    ) { (me: MKAddressRepresentations, style: Int) in
      guard let style = ContextStyle(rawValue: style) else {
        throw LuaMessage("\(ContextStyle.constantPrefix)… expected, got \(style)")
      }
      return me.cityWithContext(style)
    }
  }
}
