import Geo
import Testing

@testable import GeoDelivery
@testable import GeoHost

/// Requests to servers, and the results of their real answers.
@Suite struct GeocodingDialectTests {
  private typealias Fixture = GeocodingFixture

  private func url(_ option: String, _ request: GeocodeRequest) throws -> String {
    try Fixture.request(option, request).address.url
  }

  private func question(_ text: String) -> GeocodeRequest { GeocodeRequest(.text(text)) }

  private let senate = CLLocationCoordinate2D(latitude: 60.16952, longitude: 24.95245)

  /// `search?format=jsonv2&addressdetails=1&limit=3&q=Mannerheimintie 10, Helsinki`
  @Test func aHouseOfNominatimHasAllPartsOfItsAddress() throws {
    let places = try Fixture.places("nominatim-search-address")
    #expect(places.count == 3)
    let hotel = try #require(places.first)
    #expect(hotel.coordinate.latitude == 60.1675294 && hotel.coordinate.longitude == 24.9407739)
    #expect(
      hotel.address.name == "Marski by Scandic" && hotel.address.areasOfInterest == ["Marski by Scandic"])
    #expect(hotel.address.thoroughfare == "Mannerheimintie" && hotel.address.subThoroughfare == "10")
    #expect(hotel.address.locality == "Helsinki" && hotel.address.subLocality == "Kaartinkaupunki")
    #expect(hotel.address.postalCode == "00100" && hotel.address.country == "Suomi")
    #expect(hotel.address.ISOcountryCode == "FI" && hotel.address.administrativeArea == nil)
    #expect(hotel.source == "nominatim" && hotel.distance == nil && hotel.kind == "tourism=hotel")
    #expect(hotel.attribution == "Data © OpenStreetMap contributors, ODbL 1.0. http://osm.org/copyright")
    // A building of some 60 m, of which the second result is a point, and the third a house.
    #expect((30...70).contains(hotel.radius) && places[1].radius == 0 && places[2].radius == 0)
    #expect(places[2].address.name == "Mannerheimintie 10" && places[2].address.areasOfInterest == [])
  }

  @Test func areasOfNominatimReachAsFarAsTheirBox() throws {
    let city = try #require(try Fixture.places("nominatim-search-city").first)
    #expect(city.address.name == "Helsinki" && city.address.locality == "Helsinki")
    #expect((19_000...21_000).contains(city.radius) && city.address.thoroughfare == nil)
    let country = try #require(try Fixture.places("nominatim-search-country").first)
    #expect(
      country.address.country == "Finland" && country.address.locality == nil && country.radius > 600_000)
    let suburb = try Fixture.places("nominatim-search-suburb")
    #expect(suburb[0].address.subLocality == "Gloet" && suburb[0].address.locality == "Helsingfors")
    #expect(try Fixture.places("nominatim-search-postcode").first?.address.postalCode == "00100")
  }

  /// `reverse?format=jsonv2&addressdetails=1&lat=60.16952&lon=24.95245`
  @Test func aPositionGetsAPlaceAndHowFarItIs() throws {
    let square = try #require(try Fixture.places("nominatim-reverse-street", .position(senate)).first)
    #expect(square.address.name == "Senaatintori" && square.address.thoroughfare == "Senaatintori")
    #expect(square.address.areasOfInterest == [])
    // 23.3 m by GeographicLib's GeodSolve -i.
    #expect(abs((square.distance ?? 0) - 23.32) < 0.1)
    let house = try #require(try Fixture.places("nominatim-reverse-house", .position(senate)).first)
    #expect(house.address.street == "Mannerheimintie 10")
  }

  @Test func nothingFoundIsNotAFaultButAnErrorIs() throws {
    #expect(try Fixture.places("nominatim-search-none").isEmpty)
    #expect(try Fixture.places("nominatim-reverse-none", .position(senate)).isEmpty)
    #expect { try Fixture.places("nominatim-error") } throws: {
      ($0 as? FetchFault)?.reason == "says: Parameter 'lat' must be a number."
    }
    #expect { try Fixture.places("pelias-error") } throws: {
      ($0 as? FetchFault)?.reason
        == "says: missing point param 'point' requires all of: 'lat','lon' to be present"
    }
  }

  @Test func photonsFeaturesBecomePlaces() throws {
    let places = try Fixture.places("photon-search")
    #expect(places.map(\.address.name) == ["Berlin", "Berlin Olympic Stadium", "Madison Square Garden"])
    let stadium = places[1]
    #expect(stadium.coordinate.latitude == 52.51467945 && stadium.coordinate.longitude == 13.239514674078611)
    #expect(stadium.address.street == "Olympischer Platz 3" && stadium.address.postalCode == "14053")
    #expect(stadium.address.areasOfInterest == ["Berlin Olympic Stadium"])
    #expect(stadium.address.ISOcountryCode == "DE" && (180...210).contains(stadium.radius))
    #expect(stadium.source == "photon" && stadium.attribution == "© OpenStreetMap contributors")
    #expect(places[0].radius == 0 && places[0].address.administrativeArea == "Berlin")
    #expect(places[2].address.locality == "New York" && places[2].address.ISOcountryCode == nil)
  }

  @Test func peliasFeaturesBecomePlaces() throws {
    let places = try Fixture.places("pelias-search")
    let house = try #require(places.first)
    #expect(house.address.street == "30 West 26th Street" && house.address.postalCode == "10010")
    #expect(house.address.locality == "New York" && house.address.subLocality == "Flatiron District")
    #expect(house.address.administrativeArea == "New York" && house.address.ISOcountryCode == "US")
    #expect(house.address.subAdministrativeArea == "New York County" && house.radius == 0)
    #expect(
      house.attribution == "© OpenStreetMap contributors, "
        + "openrouteservice.org | OpenStreetMap contributors | Geocoding by Pelias")
    #expect(places[1].address.ISOcountryCode == "AT" && places[1].address.locality == "Innsbruck")
    // Of a box from 11.3218091258, 47.2470573997 to 11.452584553, 47.29398; by GeographicLib's GeodSolve -i.
    #expect(abs(places[1].radius - 7091.5) < 1)
    let tower = CLLocationCoordinate2D(latitude: 48.858268, longitude: 2.294471)
    let venue = try #require(try Fixture.places("pelias-reverse", .position(tower)).first)
    #expect(venue.address.areasOfInterest == ["75056Y - A"] && venue.address.ISOcountryCode == "FR")
    // It says 0.002 km; 2.3 m by GeographicLib's GeodSolve -i.
    #expect(abs((venue.distance ?? 0) - 2.3) < 0.1)
  }

  @Test func nominatimIsAskedByItsOwnWords() throws {
    let server = "nominatim:https://nominatim.example"
    #expect(
      try url(server, question("Töölö & 1/2?"))
        == "https://nominatim.example/search?format=jsonv2&addressdetails=1&q=T%C3%B6%C3%B6l%C3%B6%20%26%201%2F2%3F&limit=10"
    )
    var request = GeocodeRequest(.position(.init(latitude: -0.0000004, longitude: -179.9999996)))
    request.languages = ["ja", "pt-BR"]
    #expect(
      try url(server, request)
        == "https://nominatim.example/reverse?format=jsonv2&addressdetails=1&accept-language=ja%2Cpt-BR&lat=0.0&lon=-180.0"
    )
    var address = PlacemarkAddress()
    (address.thoroughfare, address.locality, address.administrativeArea) = (
      "1 Infinite Loop", "Cupertino", "CA"
    )
    address.ISOcountryCode = "US"
    request = GeocodeRequest(.address(address))
    request.limit = 1
    request.bias = .init(center: .init(latitude: 60, longitude: 179.99), radius: 111_000)
    #expect(
      try url(server, request)
        == "https://nominatim.example/search?format=jsonv2&addressdetails=1&street=1%20Infinite%20Loop&city=Cupertino"
        + "&state=CA&countrycodes=us&limit=1&viewbox=177.99%2C59.0%2C180.0%2C61.0")
    address.name = "Apple Inc"
    #expect(
      try url(server, GeocodeRequest(.address(address))).contains(
        "q=Apple%20Inc%2C%201%20Infinite%20Loop%2C%20Cupertino%2C%20CA%2C%20US&"))
  }

  @Test func photonAndPeliasAreAskedByTheirs() throws {
    var request = question("Berlin")
    request.bias = .init(center: .init(latitude: 52, longitude: 10), radius: 16_000)
    request.languages = ["de", "en"]
    let photon = try Fixture.request("photon:http://h:2322/api/", request)
    #expect(photon.address.url == "http://h:2322/api?q=Berlin&limit=10&lat=52.0&lon=10.0&zoom=12")
    #expect(photon.headers.contains("Accept-Language: de, en"))
    #expect(
      try url("photon:http://h/p/reverse", GeocodeRequest(.position(senate)))
        == "http://h/p/reverse?lat=60.16952&lon=24.95245&limit=10")
    #expect(
      try url("pelias:https://h/v1?api_key=ge-123", request)
        == "https://h/v1/search?text=Berlin&size=10&lang=de&focus.point.lat=52.0&focus.point.lon=10.0&api_key=ge-123"
    )
    for address in ["https://h/geocode/search?k=1", "https://h/geocode/reverse/?k=1"] {
      #expect(try url("pelias:\(address)", question("x")) == "https://h/geocode/search?text=x&size=10&k=1")
    }
    for address in ["https://h", "https://h/v1/", "https://h/v1/search/structured"] {
      #expect(try url("pelias:\(address)", question("x")) == "https://h/v1/search?text=x&size=10")
    }
    #expect(
      try url("pelias:https://h", GeocodeRequest(.position(senate)))
        == "https://h/v1/reverse?point.lat=60.16952&point.lon=24.95245&size=10")
    var address = PlacemarkAddress()
    (address.subThoroughfare, address.thoroughfare, address.ISOcountryCode) = ("30", "West 26th Street", "US")
    #expect(
      try url("pelias:https://h", GeocodeRequest(.address(address)))
        == "https://h/v1/search/structured?address=30%20West%2026th%20Street&country=US&size=10")
  }

  @Test func secretsOfAnAddressAreNeitherKeptNorShown() throws {
    let request = try Fixture.request("pelias:https://me:pass@h/v1?api_key=ge-123", question("x"))
    #expect(!request.key.contains("ge-123") && !request.server.name.contains("ge-123"))
    #expect(
      request.headers.contains("Authorization: Basic bWU6cGFzcw==") && !request.address.url.contains("me:"))
    #expect(request.server.redacted("no key ge-123!") == "no key …!")
    // The language is a part of the question.
    var other = question("x")
    other.languages = ["ja"]
    #expect(
      try Fixture.request("photon:http://h", other).key
        != Fixture.request("photon:http://h", question("x")).key)
  }

  @Test(arguments: ["", " \n", "\0\0", "?!'\";--", String(repeating: "a", count: 10_000)])
  func invalidAddressesAreNotRequested(_ text: String) throws {
    #expect(throws: Fixture.NoRequest.self) { try Fixture.request("nominatim:http://h", question(text)) }
  }

  @Test(arguments: [(Double.nan, 0.0), (91, 0), (0, 180.1), (.infinity, 1), (0, .nan)])
  func invalidPositionsAreNotRequested(_ latitude: Double, _ longitude: Double) throws {
    let place = CLLocationCoordinate2D(latitude: latitude, longitude: longitude)
    #expect(throws: Fixture.NoRequest.self) {
      try Fixture.request("photon:http://h", GeocodeRequest(.position(place)))
    }
  }

  @Test(arguments: [
    #"{}"#, #"7"#, #""lat""#, #"{"features":7}"#, #"{"features":{}}"#, #"nul"#, "\u{FEFF}[]", "[", "",
  ])
  func whatIsNoAnswerIsRefused(_ text: String) throws {
    for form in GeocodingProtocol.allCases {
      let request = try Fixture.request("\(form):http://h", question("x"))
      var page = HTTPResponse()
      (page.status, page.bytes) = (200, Array(text.utf8))
      #expect(throws: FetchFault.self, "\(form) \(text)") { try request.content(of: page) }
    }
  }

  @Test(arguments: [
    #"[1,null,{"lat":"x","lon":"1"},{"lat":"91","lon":"0"},{"lat":"NaN","lon":"1"},{"lat":1,"lon":2}]"#,
    #"""
    {"features":[7,{},{"geometry":{"coordinates":[]}},{"geometry":{"coordinates":["2","1e400"]}},
    {"geometry":{"coordinates":[200,1]}},{"geometry":{"coordinates":[2,1,null]},"bbox":[1,2,"x",{}],
    "properties":{"name":{"a":1},"extent":[1e999,null,3,4],"countrycode":"x\u0000"}}]}
    """#,
  ])
  func placesWithoutAPositionArePassedOver(_ text: String) throws {
    for form in GeocodingProtocol.allCases where (form == .nominatim) == text.hasPrefix("[") {
      let request = try Fixture.request("\(form):http://h", question("x"))
      var page = HTTPResponse()
      (page.status, page.bytes) = (200, Array(text.utf8))
      let places = try request.content(of: page)
      #expect(places.map(\.coordinate.latitude) == [1] && places[0].address.ISOcountryCode == nil, "\(form)")
    }
  }

  @Test func hostileNamesAreCutAndCleaned() throws {
    let name = "\\u001b[31mred\\u0000\\n" + String(repeating: "x", count: 5000)
    let text = #"[{"lat":1,"lon":2,"name":"\#(name)","address":{"city":"  ","road":[],"house_number":7}}]"#
    let request = try Fixture.request("nominatim:http://h", question("x"))
    var page = HTTPResponse()
    (page.status, page.bytes) = (200, Array(text.utf8))
    let place = try #require(try request.content(of: page).first)
    #expect(place.address.name?.hasPrefix("[31mredxxx") == true && place.address.name?.utf8.count ?? 0 <= 500)
    #expect(place.address.locality == nil && place.address.subThoroughfare == "7")
  }

  @Test func theLimitBoundsTheNumberOfPlaces() throws {
    let text = "[" + Array(repeating: #"{"lat":1,"lon":2}"#, count: 1000).joined(separator: ",") + "]"
    var page = HTTPResponse()
    (page.status, page.bytes) = (200, Array(text.utf8))
    for (limit, count) in [(-1, 0), (0, 0), (3, 3), (1_000_000, 50)] {
      var wanted = question("x")
      wanted.limit = limit
      let request = try Fixture.request("nominatim:http://h", wanted)
      #expect(request.places(try request.content(of: page)).count == count)
    }
  }

  @Test func countriesOfThreeLettersHaveTwo() {
    #expect(
      CountryCode.short("JPN") == "JP" && CountryCode.short("gbr") == "GB" && CountryCode.short("CHE") == "CH"
    )
    #expect(CountryCode.short("ZZZ") == nil && CountryCode.short("JP") == nil && CountryCode.short("") == nil)
  }
}
