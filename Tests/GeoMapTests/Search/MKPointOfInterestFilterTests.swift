import GeoCore
import GeoLocation
import GeoTesting
import Testing

@testable import GeoMap

/// MV-42.
@Suite struct MKPointOfInterestFilterTests {
  private func category(_ name: String) throws -> MKPointOfInterestCategory {
    try #require(MKPointOfInterestCategory(rawValue: "MKPOICategory\(name)"))
  }

  /// Apple's reference: what is not included is excluded, and the other way round.
  @Test func includesWhatItNamesOrAllButThat() throws {
    let (cafe, hotel) = (try category("Cafe"), try category("Hotel"))
    let only = MKPointOfInterestFilter(including: [cafe])
    #expect(only.includes(cafe) && !only.excludes(cafe) && !only.includes(hotel) && only.excludes(hotel))
    let without = MKPointOfInterestFilter(excluding: [cafe])
    #expect(!without.includes(cafe) && without.excludes(cafe) && without.includes(hotel))
    for (_, each) in MKPointOfInterestCategory.all {
      #expect(MKPointOfInterestFilter.includingAll.includes(each))
      #expect(MKPointOfInterestFilter.excludingAll.excludes(each))
    }
    #expect(only == MKPointOfInterestFilter(including: [cafe, cafe]) && only != without)
  }

  @Test func categoriesAreThoseOfApplesHeader() {
    // 40 of iOS 13, 33 of iOS 18.
    #expect(MKPointOfInterestCategory.all.count == 73)
    #expect(MKPointOfInterestCategory(rawValue: "MKPOICategoryFuel") == nil)
    #expect(MKPointOfInterestCategory(rawValue: "Cafe") == nil)
  }

  @Test(arguments: [
    ("amenity=cafe", "Cafe"), ("tourism=hotel", "Hotel"), ("shop=bakery", "Bakery"), ("shop=toys", "Store"),
    ("amenity=fuel", "GasStation"), ("railway=station", "PublicTransport"),
  ])
  func kindsOfOpenStreetMapAreCategories(tag: String, name: String) throws {
    #expect(try MKPointOfInterestCategory(tag: tag) == category(name))
    #expect(!MKPointOfInterestCategory.isAddress(tag: tag))
  }

  @Test func streetsAndCitiesAreNoPointsOfInterest() {
    for tag in ["place=city", "highway=residential", "boundary=administrative", "building=yes"] {
      #expect(MKPointOfInterestCategory(tag: tag) == nil && MKPointOfInterestCategory.isAddress(tag: tag))
    }
    #expect(!MKPointOfInterestCategory.isAddress(tag: "amenity=bench"))
  }

  /// The names that a search finds among places of these kinds, or its error.
  private func search(_ kinds: [String?], _ filter: MKPointOfInterestFilter?) throws -> [String] {
    let phone = GeocodingPhone()
    phone.service.answer = { _ in
      .places(
        kinds.map { kind in
          var place = FakeGeocoder.place(kind ?? "nothing known")
          place.kind = kind
          return place
        })
    }
    let request = MKLocalSearch.Request(naturalLanguageQuery: "x")
    request.pointOfInterestFilter = filter
    var found: [String] = []
    try MKLocalSearch(request: request, device: phone.device).start { response, error in
      found =
        response?.mapItems.compactMap(\.name) ?? ["\(error?.code ?? 0) \(error?.localizedDescription ?? "")"]
    }
    phone.turn()
    return found
  }

  @Test func aSearchFindsWhatItsFilterIncludes() throws {
    let kinds: [String?] = ["amenity=cafe", "tourism=hotel", "place=city", "amenity=bench"]
    let cafe = try category("Cafe")
    #expect(try search(kinds, nil) == kinds.compactMap { $0 })
    #expect(try search(kinds, .includingAll) == kinds.compactMap { $0 })
    #expect(
      try search(kinds, MKPointOfInterestFilter(including: [cafe])) == ["amenity=cafe", "place=city"])
    #expect(
      try search(kinds, MKPointOfInterestFilter(excluding: [cafe]))
        == ["tourism=hotel", "place=city", "amenity=bench"])
    #expect(try search(["amenity=bench"], .excludingAll).first?.hasPrefix("4 ") == true)
  }

  @Test func aSourceThatKnowsNoKindsIsAnErrorThatSaysSo() throws {
    #expect(try search([nil], nil) == ["nothing known"])
    let told = try #require(try search(["amenity=cafe", nil], .excludingAll).first)
    #expect(told.hasPrefix("1 The gazetteer does not know the categories of places"))
    #expect(told.contains("--geocoder nominatim:URL"))
  }

  @Test func aMapAndItsConfigurationShareTheFilter() throws {
    let phone = GeocodingPhone()
    defer { withExtendedLifetime(phone) {} }
    let map = MKMapView(frame: CGRect(x: 0, y: 0, width: 100, height: 100), device: phone.device)
    #expect(map.pointOfInterestFilter == nil)
    let configuration = MKStandardMapConfiguration()
    configuration.pointOfInterestFilter = .excludingAll
    map.preferredConfiguration = configuration
    #expect(map.pointOfInterestFilter == .excludingAll)
    map.pointOfInterestFilter = .includingAll
    let read = try #require(map.preferredConfiguration as? MKStandardMapConfiguration)
    #expect(read.pointOfInterestFilter == .includingAll)
  }
}
