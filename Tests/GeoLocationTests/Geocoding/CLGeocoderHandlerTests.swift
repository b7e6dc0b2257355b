import GeoCore
import GeoTesting
import Testing

@testable import GeoLocation

/// What handlers do.
extension CLGeocoderTests {
  @Test func aHandlerThatThrowsIsReportedAndTheOthersRun() throws {
    struct Refusal: Error {}
    let geocoder = phone.geocoder
    try geocoder.reverseGeocodeLocation(phone.location(1)) { _, _ in throw Refusal() }
    try phone.geocoder.reverseGeocodeLocation(phone.location(2), completionHandler: phone.note("other"))
    phone.turn()
    #expect(phone.errors == ["Refusal()"] && phone.told == ["other: 2.0"])
    try geocoder.reverseGeocodeLocation(phone.location(3), completionHandler: phone.note("again"))
    phone.turn()
    #expect(phone.told.last == "again: 3.0")
  }

  @Test func aHandlerMayStartTheNextRequest() throws {
    let geocoder = phone.geocoder
    var left = 200
    func next() throws {
      left -= 1
      try geocoder.geocodeAddressString("\(left)") { _, error in
        #expect(error?.code == CLError.geocodeFoundNoResult.rawValue)
        if left > 0 { try next() }
      }
    }
    try next()
    phone.turn()
    #expect(left == 0 && service.requests.count == 200 && phone.errors.isEmpty)
  }

  @Test func aHandlerMayCancelAnotherGeocoder() throws {
    let other = phone.geocoder
    try phone.geocoder.reverseGeocodeLocation(phone.location(1)) { _, _ in other.cancelGeocode() }
    try other.reverseGeocodeLocation(phone.location(2), completionHandler: phone.note("other"))
    phone.turn()
    #expect(phone.told == ["other: error 10"] && service.requests.count == 1)
  }

  @Test func requestsThatMakeTheNextForEverComeToAnEnd() throws {
    let geocoder = phone.geocoder
    var made = 0
    func next() throws {
      try geocoder.geocodeAddressString("more") { _, _ in
        made += 1
        try next()
      }
    }
    try next()
    phone.turn()
    #expect(made == 50_000)
    #expect(phone.errors.count == 1 && phone.errors[0].contains("does each of them make the next?"))
    phone.pass(10)
    try geocoder.geocodeAddressString("later", completionHandler: phone.note("later"))
    phone.turn()
    #expect(phone.told == ["later: error 8"])
  }

  @Test func aTextCountsAsManyRequestsAsItHasWords() throws {
    service.answer = { _ in .places([FakeGeocoder.place("1.0")]) }
    let text = Array(repeating: "berlin,", count: 40).joined(separator: " ")
    for number in 0..<30 {
      try phone.geocoder.geocodeAddressString("\(text) \(number)", completionHandler: phone.note("\(number)"))
    }
    phone.turn()
    // 1,000 words at once: 24 texts of 41.
    #expect(service.requests.count == 24)
    #expect(phone.told.count == 30 && phone.told[24...].allSatisfy { $0.hasSuffix("error 2") })
    try phone.geocoder.reverseGeocodeLocation(phone.location(1), completionHandler: phone.note("place"))
    phone.turn()
    #expect(phone.told.last == "place: 1.0")
  }

  /// GC-35: two words each, five times as much without a result.
  @Test func textsWithoutAResultCountFiveTimes() throws {
    for number in 0..<150 {
      try phone.geocoder.geocodeAddressString("nowhere \(number)", completionHandler: phone.note("\(number)"))
      phone.turn()
    }
    #expect(service.requests.count == 100)
    #expect(phone.told.count == 150 && phone.told[100...].allSatisfy { $0.hasSuffix("error 2") })
    phone.pass(60)
    try phone.geocoder.geocodeAddressString("nowhere", completionHandler: phone.note("later"))
    phone.turn()
    #expect(service.requests.count == 101)
  }

  @Test func aThousandRequestsAreAnsweredInTheirOrder() throws {
    for number in 0..<1000 {
      try phone.geocoder.reverseGeocodeLocation(
        phone.location(Double(number) / 1000), completionHandler: phone.note("\(number)"))
    }
    #expect(phone.device.geocodeCount == 1000)
    phone.turn()
    #expect(phone.told == (0..<1000).map { "\($0): \(Double($0) / 1000)" })
    #expect(phone.device.geocodeCount == 0)
  }
}
