import GeoCore
import GeoLocation
import GeoTesting
import Testing

@testable import GeoMap

/// The old geocoder, which asks once.
@Suite struct MKReverseGeocoderTests {
  private let phone = GeocodingPhone()
  private var service: FakeGeocoder { phone.service }

  private final class Owner: MKReverseGeocoderDelegate {
    var found: [MKPlacemark] = []
    var errors: [NSError] = []
    var wasQuerying = false

    func reverseGeocoder(_ geocoder: MKReverseGeocoder, didFind placemark: MKPlacemark) {
      wasQuerying = geocoder.isQuerying
      found.append(placemark)
    }

    func reverseGeocoder(_ geocoder: MKReverseGeocoder, didFailWithError error: NSError) {
      errors.append(error)
    }
  }

  private let owner = Owner()

  private func geocoder(_ latitude: Double, _ longitude: Double = 0) -> MKReverseGeocoder {
    let geocoder = MKReverseGeocoder(
      coordinate: CLLocationCoordinate2DMake(latitude, longitude), device: phone.device)
    geocoder.delegate = owner
    return geocoder
  }

  @Test func delegateIsCalledOnceInItsOwnTurn() throws {
    let geocoder = geocoder(1)
    try geocoder.start()
    #expect(geocoder.isQuerying && geocoder.placemark == nil && owner.found.isEmpty)
    phone.pass(100)
    #expect(owner.found.count == 1 && owner.errors.isEmpty)
    #expect(!owner.wasQuerying && !geocoder.isQuerying && geocoder.placemark === owner.found.first)
  }

  /// The listing that finds an annotation by its coordinate compares for equality (GC-18).
  @Test func thePlacemarksCoordinateIsThatOfTheRequestBitForBit() throws {
    service.answer = { _ in
      .places([FakeGeocoder.place("Tokyo", CLLocationCoordinate2DMake(35.6895, 139.69))])
    }
    for (latitude, longitude) in [
      (35.681236000000001, 139.76712499999997), (-0.0, 180), (0.1 + 0.2, -1e-300),
    ] {
      try geocoder(latitude, longitude).start()
      phone.turn()
      let coordinate = try #require(owner.found.last?.coordinate)
      #expect(coordinate.latitude.bitPattern == latitude.bitPattern)
      #expect(coordinate.longitude.bitPattern == longitude.bitPattern)
      #expect(owner.found.last?.address.name == "Tokyo")
      phone.pass(100)
    }
  }

  @Test func anAnswerOfNearByIsSaidToBeHere() throws {
    try phone.geocoder.reverseGeocodeLocation(phone.location(1), completionHandler: phone.note("first"))
    try geocoder(1.0001).start()
    phone.turn()
    #expect(service.requests.count == 1 && owner.found.first?.coordinate.latitude == 1.0001)
    #expect(owner.found.first?.address.name == "1.0")
  }

  @Test func aSecondStartIsAnError() throws {
    let geocoder = geocoder(1)
    try geocoder.start()
    #expect(throws: GeoError.self) { try geocoder.start() }
    phone.turn()
    #expect(throws: GeoError.self) { try geocoder.start() }
    phone.turn()
    #expect(owner.found.count == 1)
  }

  @Test func nothingFoundIsMapKitsError() throws {
    service.answer = { _ in .places([]) }
    try geocoder(1).start()
    try geocoder(91).start()
    phone.turn()
    #expect(owner.errors.map(\.domain) == [MKErrorDomain, MKErrorDomain])
    #expect(owner.errors.allSatisfy { $0.code == MKErrorCode.placemarkNotFound.rawValue })
    #expect(owner.errors.last?.localizedDescription == "91.0, 0.0 is not a place on the earth.")
  }

  @Test func withoutANetworkItFailsAsEveryGeocoder() throws {
    phone.device.handle(
      DeviceEvent(
        time: 1000, timestamp: 1000, device: DeviceID(index: 0), payload: .setting(.airplane(on: true))))
    try geocoder(1).start()
    phone.turn()
    #expect(owner.errors.map(\.code) == [CLError.network.rawValue])
    #expect(owner.errors.first?.domain == kCLErrorDomain)
  }

  @Test func canceledGeocoderMakesNoCall() throws {
    let early = geocoder(1)
    early.cancel()
    try early.start()
    early.cancel()
    #expect(!early.isQuerying)
    service.answer = { _ in nil }
    let late = geocoder(2)
    try late.start()
    phone.turn()
    late.cancel()
    late.cancel()
    service.answerAll(.places([FakeGeocoder.place("there")]))
    phone.pass(10)
    #expect(owner.found.isEmpty && owner.errors.isEmpty)
    #expect(throws: GeoError.self) { try early.start() }
  }

  @Test func itIsHeldWhileItIsAtWork() throws {
    var holds: [Bool] = []
    weak var weakGeocoder: MKReverseGeocoder?
    do {
      let geocoder = geocoder(1)
      geocoder.onHoldChange = { holds.append($0) }
      weakGeocoder = geocoder
      try geocoder.start()
    }
    phone.turn()
    #expect(holds == [true, false] && owner.found.count == 1 && weakGeocoder == nil)
  }
}
