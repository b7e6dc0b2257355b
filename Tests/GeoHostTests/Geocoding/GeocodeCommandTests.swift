import CommandTesting
import Geo
import GeoGazetteer
import GeoHost
import Testing

@testable import geoscript

@Suite struct GeocodeCommandTests {
  /// Tokyo station; its address as OpenStreetMap has it.
  private static let station: GeocodedPlace = {
    var place = GeocodedPlace(coordinate: CLLocationCoordinate2DMake(35.681236, 139.767125))
    place.address.name = "Tokyo Station"
    (place.address.thoroughfare, place.address.subThoroughfare) = ("Marunouchi", "1")
    (place.address.locality, place.address.subLocality) = ("Tokyo", "Chiyoda")
    (place.address.administrativeArea, place.address.country) = ("Tokyo", "Japan")
    (place.address.ISOcountryCode, place.address.postalCode) = ("JP", "100-0005")
    place.address.areasOfInterest = ["Tokyo Station", "Marunouchi Building"]
    (place.timeZone, place.distance, place.radius) = ("Asia/Tokyo", 12.34, 150)
    place.attribution = "© GeoNames"
    return place
  }()

  @Test func aPlaceHasItsNameItsAddressAndWhereItLies() {
    #expect(
      GeocodedText.text(of: [Self.station], isPlain: true) == """
        Tokyo Station
        Marunouchi 1, Chiyoda, Tokyo 100-0005, Japan
        35.681236, 139.767125 · 12 m away · Marunouchi Building

        gazetteer: © GeoNames
        """)
    #expect(
      GeocodedText.text(of: [Self.station], isPlain: false).hasPrefix("\u{1B}[1mTokyo Station\u{1B}[0m\n"))
  }

  /// Names come from foreign servers and files: a terminal would obey an escape, and an override would
  /// reverse the text.
  @Test func namesReachTheTerminalWithoutControlCharacters() {
    var place = GeocodedPlace(coordinate: CLLocationCoordinate2DMake(1, 2))
    place.address.name = "\u{1B}[31mRed\u{7}\u{9B}2J\nHouse\u{202E}esrever"
    place.address.locality = "\u{2066}\u{200F}ירושלים\u{2069}"
    place.attribution = "©\u{0} A\u{85}B"
    #expect(
      GeocodedText.text(of: [place], isPlain: true) == """
        [31mRed2J Houseesrever
        \u{200F}ירושלים
        1, 2

        gazetteer: © A B
        """)
    #expect(place.json.description.contains("\\u001b[31mRed"))
  }

  @Test func theAddressDoesNotRepeatTheName() {
    func lines(_ change: (inout PlacemarkAddress) -> Void) -> [String] {
      var place = GeocodedPlace(coordinate: CLLocationCoordinate2DMake(1, 2))
      change(&place.address)
      place.distance = 0
      return GeocodedText.lines(of: place)
    }
    #expect(
      lines {
        ($0.name, $0.locality, $0.administrativeArea) = ("Sydney", "Sydney", "New South Wales")
        $0.country = "Australia"
      } == ["Sydney", "New South Wales, Australia", "1, 2"])
    #expect(
      lines {
        ($0.name, $0.inlandWater, $0.administrativeArea) = (
          "Lake Victoria", "Lake Victoria", "Central Region"
        )
        $0.country = "Uganda"
      } == ["Lake Victoria", "Central Region, Uganda", "1, 2"])
    #expect(
      lines {
        ($0.name, $0.locality, $0.administrativeArea) = ("90210", "Beverly Hills", "California")
        ($0.postalCode, $0.country) = ("90210", "United States")
      } == ["90210", "Beverly Hills, California, United States", "1, 2"])
    #expect(lines { ($0.name, $0.country) = ("Monaco", "Monaco") } == ["Monaco", "1, 2"])
  }

  @Test func severalPlacesAreNumberedAndTheirSourceNamedOnce() {
    var ocean = GeocodedPlace(coordinate: CLLocationCoordinate2DMake(-0.5, -140.1234567))
    ocean.address.ocean = "South Pacific Ocean"
    ocean.attribution = "© GeoNames"
    #expect(
      GeocodedText.text(of: [ocean, ocean], isPlain: true) == """
        1  South Pacific Ocean
           -0.5, -140.123457

        2  South Pacific Ocean
           -0.5, -140.123457

        gazetteer: © GeoNames
        """)
  }

  @Test func distancesHaveUsefulPrecision() {
    let texts = [0.2, 12.6, 999.4, 999.6, 1_234, 9_949, 9_951, 123_456].map(distanceText)
    #expect(texts == ["0 m", "13 m", "999 m", "1.0 km", "1.2 km", "9.9 km", "10.0 km", "123 km"])
  }

  @Test func anObjectHasTheNamesOfCLPlacemark() {
    #expect(
      Self.station.json.description
        == #"{"name":"Tokyo Station","thoroughfare":"Marunouchi","subThoroughfare":"1","locality":"Tokyo","#
        + #""subLocality":"Chiyoda","administrativeArea":"Tokyo","postalCode":"100-0005","ISOcountryCode":"JP","#
        + #""country":"Japan","areasOfInterest":["Tokyo Station","Marunouchi Building"],"timeZone":"Asia/Tokyo","#
        + #""region":{"latitude":35.681236,"longitude":139.767125,"radius":150},"latitude":35.681236,"#
        + #""longitude":139.767125,"distance":12.3,"precision":"house","source":"gazetteer","attribution":"© GeoNames"}"#
    )
  }

  @Test func negativePositionsAreNotOptions() {
    #expect(
      GeocodeCommand.handedOver(["geocode", "-33.8,151.2", "--limit", "2", "-o", "-", "--", "-.5,1"])
        == ["geocode", "\u{2212}33.8,151.2", "--limit", "2", "-o", "-", "--", "\u{2212}.5,1"])
    #expect(GeocodeCommand.handedOver(["run", "-33.8,151.2"]) == ["run", "-33.8,151.2"])
  }

  @Test func aCircleHasAPositionAndPerhapsARadius() throws {
    #expect(try GeocodeCommand.bias("35.68,139.77").radius == 50_000)
    #expect(try GeocodeCommand.bias("-35.68,139.77,5km").radius == 5000)
    #expect(try GeocodeCommand.bias("35.68, 139.77, 500 m").radius == 500)
    #expect(try GeocodeCommand.bias("\u{2212}35.68,139.77").center.latitude == -35.68)
    for bad in ["", "Tokyo", "1", "1,2,x", "1,2,-5", "1,2,3,4", "95,2", "1,2,inf"] {
      #expect(throws: GeoError.self, "\(bad)") { try GeocodeCommand.bias(bad) }
    }
  }

  /// Words, and the exit code that they lead to.
  private static let wrong: [(words: String, code: Int32)] = [
    ("--limit 0 x", 64), ("--limit 51 x", 64), ("--lat-column a -", 64), ("--column a x", 64),
    ("--limit 2 -", 64),
    ("--geocoder bing x", 64), ("--geocoder nominatim:http://localhost:9 x", 77), ("95,200", 65),
    ("geo:x", 65),
    ("--near x y", 64), ("--geocoder gazetteer:/tmp/there/is/none.sqlite x", 66),
  ]

  @Test(arguments: wrong)
  func wrongWordsAreReported(words: String, code: Int32) throws {
    let result = try Command().start(["geocode"] + words.split(separator: " ").map(String.init)).wait()
    #expect(result.code == code, "\(words): \(result.errors)")
    #expect(!result.errors.isEmpty && result.output.isEmpty, "\(words)")
  }

  @Test func anEmptyInputIsNotATable() throws {
    let result = try Command().run("geocode")
    #expect(result.code == 65 && result.errors.contains("expected CSV with a header"))
  }
}
