/// The kind of a point of interest.
///
/// - Source: Apple's `MKPointOfInterestCategory.h` up to iOS 18; the raw values are those that Apple's constants have.
public struct MKPointOfInterestCategory: Hashable, Sendable {
  public let rawValue: String

  /// - Returns: nil for a value that no constant has.
  public init?(rawValue: String) {
    guard rawValue.hasPrefix(Self.prefix), Self.names.contains(String(rawValue.dropFirst(Self.prefix.count)))
    else { return nil }
    self.rawValue = rawValue
  }

  private init(named name: String) { rawValue = Self.prefix + name }

  private static let prefix = "MKPOICategory"

  /// The ends of the constants' names, `Airport` of `MKPointOfInterestCategoryAirport`, in alphabetical order.
  public static let names = [
    "ATM", "Airport", "AmusementPark", "AnimalService", "Aquarium", "AutomotiveRepair", "Bakery", "Bank",
    "Baseball", "Basketball", "Beach", "Beauty", "Bowling", "Brewery", "Cafe", "Campground", "CarRental",
    "Castle", "ConventionCenter", "Distillery", "EVCharger", "Fairground", "FireStation", "Fishing",
    "FitnessCenter", "FoodMarket", "Fortress", "GasStation", "GoKart", "Golf", "Hiking", "Hospital", "Hotel",
    "Kayaking", "Landmark", "Laundry", "Library", "Mailbox", "Marina", "MiniGolf", "MovieTheater", "Museum",
    "MusicVenue", "NationalMonument", "NationalPark", "Nightlife", "Park", "Parking", "Pharmacy",
    "Planetarium", "Police", "PostOffice", "PublicTransport", "RVPark", "Restaurant", "Restroom",
    "RockClimbing", "School", "SkatePark", "Skating", "Skiing", "Soccer", "Spa", "Stadium", "Store",
    "Surfing", "Swimming", "Tennis", "Theater", "University", "Volleyball", "Winery", "Zoo",
  ]

  /// All categories with the ends of their constants' names.
  public static let all = names.map { (name: $0, category: MKPointOfInterestCategory(named: $0)) }

  /// The category of an object of OpenStreetMap; nil for other kinds.
  ///
  /// - Parameter tag: its main tag, `amenity=cafe`.
  init?(tag: String) {
    if let name = Self.tags[tag] {
      self.init(named: name)
    } else if tag.hasPrefix("shop="), tag != "shop=no", tag != "shop=vacant" {
      self.init(named: "Store")
    } else {
      return nil
    }
  }

  /// Whether a main tag of OpenStreetMap is that of an address or an area, which no filter concerns.
  static func isAddress(tag: String) -> Bool {
    let key = tag.prefix { $0 != "=" }
    return MKPointOfInterestCategory(tag: tag) == nil
      && ["place", "highway", "boundary", "landuse", "postal_code", "building"].contains(key)
  }

  /// - Source: wiki.openstreetmap.org/wiki/Map_features.
  private static let tags: [String: String] = [
    "aeroway=aerodrome": "Airport", "amenity=atm": "ATM", "amenity=bank": "Bank", "amenity=bar": "Nightlife",
    "amenity=biergarten": "Nightlife", "amenity=bus_station": "PublicTransport", "amenity=cafe": "Cafe",
    "amenity=car_rental": "CarRental", "amenity=charging_station": "EVCharger",
    "amenity=cinema": "MovieTheater", "amenity=college": "University",
    "amenity=conference_centre": "ConventionCenter", "amenity=events_venue": "ConventionCenter",
    "amenity=fast_food": "Restaurant", "amenity=ferry_terminal": "PublicTransport",
    "amenity=fire_station": "FireStation", "amenity=food_court": "Restaurant", "amenity=fuel": "GasStation",
    "amenity=hospital": "Hospital", "amenity=ice_cream": "Cafe", "amenity=library": "Library",
    "amenity=marketplace": "FoodMarket", "amenity=music_venue": "MusicVenue",
    "amenity=nightclub": "Nightlife", "amenity=parking": "Parking", "amenity=pharmacy": "Pharmacy",
    "amenity=planetarium": "Planetarium", "amenity=police": "Police", "amenity=post_box": "Mailbox",
    "amenity=post_office": "PostOffice", "amenity=pub": "Nightlife", "amenity=restaurant": "Restaurant",
    "amenity=school": "School", "amenity=theatre": "Theater", "amenity=toilets": "Restroom",
    "amenity=university": "University", "amenity=veterinary": "AnimalService",
    "boundary=national_park": "NationalPark", "craft=brewery": "Brewery", "craft=distillery": "Distillery",
    "craft=winery": "Winery", "highway=bus_stop": "PublicTransport", "historic=castle": "Castle",
    "historic=fort": "Fortress", "historic=monument": "Landmark", "leisure=bowling_alley": "Bowling",
    "leisure=fishing": "Fishing", "leisure=fitness_centre": "FitnessCenter", "leisure=golf_course": "Golf",
    "leisure=ice_rink": "Skating", "leisure=marina": "Marina", "leisure=miniature_golf": "MiniGolf",
    "leisure=park": "Park", "leisure=stadium": "Stadium", "leisure=swimming_pool": "Swimming",
    "leisure=water_park": "AmusementPark", "natural=beach": "Beach",
    "public_transport=platform": "PublicTransport", "public_transport=station": "PublicTransport",
    "public_transport=stop_position": "PublicTransport", "railway=halt": "PublicTransport",
    "railway=station": "PublicTransport", "railway=tram_stop": "PublicTransport", "shop=bakery": "Bakery",
    "shop=beauty": "Beauty", "shop=car_repair": "AutomotiveRepair", "shop=convenience": "FoodMarket",
    "shop=greengrocer": "FoodMarket", "shop=hairdresser": "Beauty", "shop=laundry": "Laundry",
    "shop=supermarket": "FoodMarket", "tourism=aquarium": "Aquarium", "tourism=attraction": "Landmark",
    "tourism=camp_site": "Campground", "tourism=caravan_site": "RVPark", "tourism=guest_house": "Hotel",
    "tourism=hostel": "Hotel", "tourism=hotel": "Hotel", "tourism=motel": "Hotel",
    "tourism=museum": "Museum", "tourism=theme_park": "AmusementPark", "tourism=zoo": "Zoo",
  ]
}
