import Geo

@testable import GeoGazetteer

/// The small gazetteer that is searched.
extension GazetteerSearchTests {
  static func city(
    _ key: String, _ name: String, _ latitude: Double, _ longitude: Double, _ population: Int,
    _ country: String, _ region: String = "", names: [String] = []
  ) -> GazetteerRecord {
    var place = PlaceRecord(
      key: key, kind: .settlement, name: name,
      coordinate: CLLocationCoordinate2D(latitude: latitude, longitude: longitude))
    (place.population, place.country, place.region) = (population, country, region)
    place.otherNames = names.map { PlaceName($0) }
    return .place(place)
  }

  static func region(
    _ key: String, _ name: String, _ latitude: Double, _ longitude: Double, _ population: Int,
    _ country: String, _ region: String
  ) -> GazetteerRecord {
    var place = PlaceRecord(
      key: "region-" + key, kind: .region, name: name,
      coordinate: CLLocationCoordinate2D(latitude: latitude, longitude: longitude))
    (place.population, place.country, place.region) = (population, country, region)
    return .place(place)
  }

  static func code(
    _ code: String, _ latitude: Double, _ longitude: Double, _ locality: String, _ country: String,
    _ region: String
  ) -> GazetteerRecord {
    var place = PlaceRecord(
      key: "code-" + code, kind: .postalArea, name: code,
      coordinate: CLLocationCoordinate2D(latitude: latitude, longitude: longitude))
    (place.postalCode, place.locality, place.country, place.region) = (code, locality, country, region)
    return .place(place)
  }

  static func square(_ kind: AreaKind, _ name: String, _ south: Double, _ west: Double) -> AreaRecord {
    var area = AreaRecord(kind: kind, code: name, name: name)
    area.polygons = [
      [
        [(0.0, 0.0), (0.0, 2.0), (2.0, 2.0), (2.0, 0.0), (0.0, 0.0)].map {
          CLLocationCoordinate2D(latitude: south + $0.0, longitude: west + $0.1)
        }
      ]
    ]
    return area
  }

  static var lake: AreaRecord { square(.lake, "Lake Victoria", -2, 32) }
  static var ocean: AreaRecord { square(.ocean, "North Pacific Ocean", 30, -150) }

  static var apple: GazetteerRecord {
    var place = PlaceRecord(
      key: "apple", kind: .interest, name: "Apple Inc.",
      coordinate: CLLocationCoordinate2D(latitude: 37.33182, longitude: -122.03118))
    place.otherNames = [PlaceName("Apple Inc")]
    (place.country, place.region, place.postalCode) = ("US", "US.CA", "95014")
    (place.locality, place.street, place.houseNumber) = ("Cupertino", "Infinite Loop", "1")
    return .place(place)
  }

  /// - Source: GeoNames cities500 for places and people.
  static let records: [GazetteerRecord] = [
    city("paris", "Paris", 48.85341, 2.3488, 2_138_551, "FR", "FR.11", names: ["París", "巴黎", "Париж"]),
    city("paris-tx", "Paris", 33.66094, -95.55551, 24_782, "US", "US.TX"),
    city("tokyo", "Tokyo", 35.6895, 139.69171, 9_733_276, "JP", "JP.40", names: ["東京", "Tōkyō", "とうきょう"]),
    city("osaka", "Osaka", 34.69379, 135.50107, 2_753_862, "JP", "JP.32", names: ["大阪"]),
    city("chiyoda", "Chiyoda", 35.68449, 139.75056, 59_441, "JP", "JP.40", names: ["千代田区"]),
    city("ny", "New York City", 40.71427, -74.00597, 8_804_190, "US", "US.NY", names: ["New York"]),
    city("sf", "San Francisco", 37.77493, -122.41942, 873_965, "US", "US.CA"),
    city("cupertino", "Cupertino", 37.323, -122.03218, 60_381, "US", "US.CA"),
    city("stl", "St. Louis", 38.62727, -90.19789, 301_578, "US", "US.MO"),
    city("cairo", "Cairo", 30.06263, 31.24967, 9_606_916, "EG", names: ["القاهرة"]),
    city("munich", "Munich", 48.13743, 11.57549, 1_260_391, "DE", "DE.02", names: ["München", "Muenchen"]),
    city("frankfurt", "Frankfurt am Main", 50.11552, 8.68417, 650_000, "DE", "DE.05"),
    city("sydney", "Sydney", -33.86785, 151.20732, 4_627_345, "AU", "AU.02"),
    city("sp", "São Paulo", -23.5475, -46.63611, 12_400_232, "BR", "BR.27"),
    city("london", "London", 51.50853, -0.12574, 8_961_989, "GB", "GB.ENG"),
    city("berlin", "Berlin", 52.52437, 13.41053, 3_426_354, "DE", "DE.16"),
    city("seoul", "Seoul", 37.566, 126.9784, 10_349_312, "KR", names: ["서울"]),
    city("dc", "Washington", 38.89511, -77.03637, 689_545, "US", "US.DC"),
    region("wa", "Washington", 47.32204, -121.53582, 6_544_495, "US", "US.WA"),
    region("nsw", "New South Wales", -33.31398, 150.88638, 8_072_163, "AU", "AU.02"),
    region("ca", "California", 36.41378, -119.91365, 39_029_342, "US", "US.CA"),
    code("94103", 37.7725, -122.4147, "San Francisco", "US", "US.CA"),
    code("K1A", 45.4207, -75.7023, "", "CA", "CA.08"),
    apple,
    .area(lake), .area(ocean),
    .area(AreaRecord(kind: .region, code: "AU.02", name: "New South Wales")),
    .area(AreaRecord(kind: .country, code: "US", name: "United States")),
    .area(AreaRecord(kind: .country, code: "FR", name: "France")),
    .area(AreaRecord(kind: .region, code: "US.CA", name: "California")),
    .area(AreaRecord(kind: .region, code: "US.TX", name: "Texas")),
  ]
}
