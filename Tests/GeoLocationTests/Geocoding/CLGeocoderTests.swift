import GeoCore
import GeoTesting
import Testing

@testable import GeoLocation

/// When a geocoder's handler is called, and with what.
@Suite struct CLGeocoderTests {
  let phone = GeocodingPhone()
  var service: FakeGeocoder { phone.service }

  @Test func handlerIsCalledOnceInItsOwnTurnAtTheSameTime() throws {
    let geocoder = phone.geocoder
    var times: [TimeInterval] = []
    try geocoder.reverseGeocodeLocation(phone.location(35)) { [phone] placemarks, error in
      #expect(placemarks?.count == 1 && error == nil && !geocoder.isGeocoding)
      times.append(phone.device.clock.now)
    }
    #expect(times.isEmpty && geocoder.isGeocoding && service.requests.isEmpty)
    phone.pass(100)
    phone.device.finishRequests()
    #expect(times == [1000] && !geocoder.isGeocoding && service.requests.count == 1)
  }

  @Test func theHandlerRunsBeforeTheNextEventAlsoOfTheSameTime() throws {
    let delegate = RecordingDelegate()
    let manager = CLLocationManager(device: phone.device)
    manager.delegate = delegate
    manager.startUpdatingLocation()
    delegate.onCallback = { [phone] _, _ in
      try? phone.geocoder.reverseGeocodeLocation(phone.location(1)) { _, _ in delegate.lines.append("place") }
    }
    for _ in 0..<2 {
      phone.device.handle(
        DeviceEvent(
          time: 2000, timestamp: 2000, device: DeviceID(index: 0),
          payload: .location(Fix(coordinate: CLLocationCoordinate2DMake(1, 2), horizontalAccuracy: 5))))
    }
    #expect(delegate.lines.map { $0.hasPrefix("place") } == [false, true, false, true])
  }

  @Test func secondRequestFailsWhileTheFirstContinues() throws {
    let geocoder = phone.geocoder
    try geocoder.reverseGeocodeLocation(phone.location(1), completionHandler: phone.note("first"))
    try geocoder.reverseGeocodeLocation(phone.location(2), completionHandler: phone.note("second"))
    try geocoder.geocodeAddressString("third", completionHandler: phone.note("third"))
    phone.turn()
    #expect(phone.told == ["first: 1.0", "second: error 10", "third: error 10"])
    #expect(service.requests.count == 1)
  }

  @Test func canceledRequestGetsAnErrorAndTheNextCanStartAtOnce() throws {
    let geocoder = phone.geocoder
    geocoder.cancelGeocode()
    try geocoder.reverseGeocodeLocation(phone.location(1), completionHandler: phone.note("first"))
    geocoder.cancelGeocode()
    geocoder.cancelGeocode()
    #expect(!geocoder.isGeocoding && phone.told.isEmpty)
    try geocoder.reverseGeocodeLocation(phone.location(2), completionHandler: phone.note("second"))
    phone.turn()
    #expect(phone.told == ["first: error 10", "second: 2.0"])
    #expect(service.requests.count == 1)
  }

  @Test func nothingFoundIsAnErrorInBothDirections() throws {
    service.answer = { _ in .places([]) }
    try phone.geocoder.reverseGeocodeLocation(phone.location(1), completionHandler: phone.note("reverse"))
    try phone.geocoder.geocodeAddressString("nowhere", completionHandler: phone.note("forward"))
    phone.turn()
    #expect(phone.told == ["reverse: error 8", "forward: error 8"])
  }

  @Test func impossibleRequestsAreNotAsked() throws {
    let geocoder = phone.geocoder
    for (name, location) in [("beyond", phone.location(91)), ("none", phone.location(.nan))] {
      try geocoder.reverseGeocodeLocation(location, completionHandler: phone.note(name))
      phone.turn()
    }
    try geocoder.geocodeAddressString(" \n\t", completionHandler: phone.note("blank"))
    phone.turn()
    try geocoder.geocodeAddressDictionary([("Colour", .string("red"))], completionHandler: phone.note("odd"))
    phone.turn()
    try geocoder.geocodeAddressDictionary([("City", .string(" "))], completionHandler: phone.note("spaces"))
    phone.turn()
    #expect(phone.told == ["beyond", "none", "blank", "odd", "spaces"].map { $0 + ": error 8" })
    #expect(service.requests.isEmpty)
  }

  @Test func anErrorOfTheServiceIsHandedOverWithItsSentence() throws {
    service.answer = { _ in .failed(.geocodeFoundPartialResult, "Only the street.") }
    var told: NSError?
    try phone.geocoder.geocodeAddressString("Main Street 5") { placemarks, error in
      #expect(placemarks == nil)
      told = error
    }
    phone.turn()
    #expect(told == CLError.geocodeFoundPartialResult.error("Only the street."))
  }

  @Test func withoutAServiceTheHandlerIsCalledAllTheSame() throws {
    phone.device.geocoding.services = nil
    try phone.geocoder.geocodeAddressString("Tokyo", completionHandler: phone.note("alone"))
    phone.turn()
    #expect(phone.told == ["alone: error 2"])
  }

  @Test func aRequestSaysAllThatWasAskedFor() throws {
    let center = CLLocationCoordinate2DMake(3, 4)
    let region = CLCircularRegion(center: center, radius: 500, identifier: "here")
    let ignore: CLGeocoder.CompletionHandler = { _, _ in }
    try phone.geocoder.geocodeAddressString(
      "x", in: region, preferredLocale: "pt_BR", completionHandler: ignore)
    try phone.geocoder.geocodeAddressDictionary([("ZIP", .string("95014"))], completionHandler: ignore)
    try phone.geocoder.reverseGeocodeLocation(
      phone.location(5, 6), preferredLocale: "ja", completionHandler: ignore)
    try phone.geocoder.reverseGeocodeLocation(phone.location(7, 8), heading: nil, completionHandler: ignore)
    phone.turn()
    var text = GeocodeRequest(.text("x"))
    text.bias = .init(center: center, radius: 500)
    text.languages = ["pt-BR"]
    var parts = PlacemarkAddress()
    parts.postalCode = "95014"
    var place = GeocodeRequest(.position(CLLocationCoordinate2DMake(5, 6)))
    (place.languages, place.limit) = (["ja"], 1)
    var turned = GeocodeRequest(.position(CLLocationCoordinate2DMake(7, 8)))
    turned.limit = 1
    #expect(service.requests == [text, GeocodeRequest(.address(parts)), place, turned])
  }

  @Test(arguments: [(200.0, 10.0, 5.0), (10, 1e300, 5), (.infinity, 0, 5), (10, 10, -1), (10, 10, .nan)])
  func invalidRegionExpressesNoPreference(
    latitude: Double, longitude: Double, radius: Double
  ) throws {
    let center = CLLocationCoordinate2D(latitude: latitude, longitude: longitude)
    let region = CLCircularRegion(center: center, radius: radius, identifier: "nowhere")
    try phone.geocoder.geocodeAddressString("x", in: region, completionHandler: phone.note("x"))
    phone.turn()
    #expect(service.requests.map(\.bias) == [nil])
  }

  @Test func aPlaceBecomesAPlacemark() throws {
    var city = FakeGeocoder.place("Tokyo", CLLocationCoordinate2DMake(35.6895, 139.69171))
    city.radius = 12_000
    city.timeZone = "Asia/Tokyo"
    city.address.locality = "Tokyo"
    city.address.ISOcountryCode = "JP"
    let house = FakeGeocoder.place("1", CLLocationCoordinate2DMake(-35, -1))
    service.answer = { [city] _ in .places([city, house]) }
    var found: [CLPlacemark] = []
    try phone.geocoder.geocodeAddressString("Tokyo") { placemarks, _ in found = placemarks ?? [] }
    phone.turn()
    let first = try #require(found.first)
    #expect(first.location?.coordinate == city.coordinate)
    #expect(first.location?.timestamp == phone.device.now && first.timeZone == "Asia/Tokyo")
    #expect(first.region?.center == city.coordinate && first.region?.radius == 12_000)
    #expect(first.region?.identifier == "<+35.68950000,+139.69171000> radius 12000.00")
    #expect(first.addressDictionary.contains { $0.name == "City" && "\($0.value)" == "\"Tokyo\"" })
    #expect(found.count == 2 && found.last?.region?.radius == 50)
  }

  // Who lives how long.

  @Test func unownedGeocoderAnswersBeforeItIsFreed() throws {
    weak var weakGeocoder: CLGeocoder?
    do {
      let geocoder = phone.geocoder
      weakGeocoder = geocoder
      try geocoder.reverseGeocodeLocation(phone.location(1), completionHandler: phone.note("temporary"))
    }
    #expect(weakGeocoder != nil)
    phone.turn()
    #expect(phone.told == ["temporary: 1.0"] && weakGeocoder == nil)
  }

  @Test func itIsHeldUntilTheLastOfItsHandlersHasRun() throws {
    let geocoder = phone.geocoder
    var holds: [Bool] = []
    geocoder.onHoldChange = { holds.append($0) }
    try geocoder.geocodeAddressString("x") { _, _ in
      #expect(holds == [true])
      try geocoder.geocodeAddressString("y") { _, _ in #expect(holds == [true]) }
    }
    try geocoder.geocodeAddressString("z") { _, _ in #expect(holds == [true]) }
    phone.turn()
    #expect(holds == [true, false])
  }

  @Test func terminatedAppGetsNoAnswer() throws {
    service.answer = { _ in nil }
    weak var weakGeocoder: CLGeocoder?
    do {
      let geocoder = phone.geocoder
      weakGeocoder = geocoder
      try geocoder.reverseGeocodeLocation(phone.location(1), completionHandler: phone.note("asked"))
      phone.turn()
      try phone.geocoder.reverseGeocodeLocation(phone.location(2), completionHandler: phone.note("not yet"))
    }
    phone.device.handle(
      DeviceEvent(time: 1000, timestamp: 1000, device: DeviceID(index: 0), payload: .app(.terminated)))
    #expect(weakGeocoder == nil && phone.device.geocodeCount == 0)
    service.answerAll(.places([FakeGeocoder.place("late")]))
    phone.pass(100)
    phone.device.finishRequests()
    #expect(phone.told.isEmpty)
  }

  @Test func aGeocoderMayOutliveItsDevice() throws {
    var geocoder: CLGeocoder?
    weak var weakDevice: Device?
    do {
      let device = Device(id: DeviceID(index: 0), name: "gone")
      device.geocoding.services = AnsweringServices(service)
      weakDevice = device
      geocoder = CLGeocoder(device: device)
      try geocoder?.geocodeAddressString("x", completionHandler: phone.note("gone"))
    }
    #expect(weakDevice == nil)
    #expect(throws: GeoError.self) { try geocoder?.geocodeAddressString("y") { _, _ in } }
    #expect(phone.told.isEmpty)
  }
}
