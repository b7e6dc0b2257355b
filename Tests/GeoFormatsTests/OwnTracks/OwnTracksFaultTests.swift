import CSodium
import Geo
import Testing

@testable import GeoFormats

@Suite struct OwnTracksFaultTests {
  @Test func emptyBodyHasNoEvents() {
    let decoded = Decoded("")
    #expect(decoded.events.isEmpty)
    #expect(decoded.skips.total == 0)
  }

  static let faults: [(String, String, String)] = [
    ("{", "not JSON", "here: is not JSON"), ("17", "not an object", "here: 17 is not a JSON object"),
    ("null", "not an object", "here: null"), ("\u{0}", "not JSON", "here: is not JSON"),
    ("{}", "no _type", "here: has no _type (expected for example \"location\")"),
    (#"{"_type":7}"#, "no _type", "here: has no _type"),
    (#"{"_type":"locatoin"}"#, "unknown _type", "here: _type \"locatoin\" is unknown"),
    (#"{"_type":"location","lat":1,"tst":1}"#, "no lon", "here: has no lon (expected degrees)"),
    (
      #"{"_type":"location","lat":"x","lon":2,"tst":1}"#, "lat",
      "here: lat \"x\" cannot be read (expected a number)"
    ),
    (#"{"_type":"location","lat":91,"lon":2,"tst":1}"#, "coordinate out of range", "here: latitude 91.0"),
    (
      #"{"_type":"location","lat":1,"lon":2,"tst":1514455575000}"#, "time",
      "here: tst 1514455575000.0 is not in the years 1 to 9999 (expected seconds since 1970; this looks like milliseconds)"
    ),
    (#"{"_type":"location","lat":1,"lon":2,"tst":1,"batt":tru}"#, "not JSON", "here: has members"),
    (#"{"_type":"location","lat":1,"lon":2,"tst":1} {}"#, "not JSON", "here: is not JSON"),
    (#"{"_type":"lwt","x":nul}"#, "not JSON", "here: is not JSON to its end"),
    (#"[{"_type":"lwt"}"#, "not JSON", "here: is an array that does not end"),
    ("[[{}]]", "not an object", "here: has an array within an array"),
    ("[1]", "not an object", "here: 1 is no"),
    (
      #"{"_type":"encrypted","data":"AAAA"}"#, "encrypted",
      "here: is encrypted, and there is no key (expected --owntracks-key FILE)"
    ),
  ]

  @Test(arguments: faults)
  func unusableRecordsAreCounted(message: String, kind: String, words: String) {
    let decoded = Decoded(message)
    #expect(decoded.kinds == [kind])
    #expect(decoded.firstSkips.allSatisfy { $0.hasPrefix(words) }, "\(decoded.firstSkips)")
    #expect(decoded.fixes.isEmpty)
  }

  @Test func deepNestingIsRefused() {
    let deep = String(repeating: "[", count: 5000) + String(repeating: "]", count: 5000)
    #expect(Decoded(#"{"_type":"card","x":\#(deep)}"#).kinds == ["not JSON"])
    #expect(Decoded(#"{"_type":"location","lat":1,"lon":2,"tst":1,"x":\#(deep)}"#).kinds == ["not JSON"])
    #expect(Decoded(deep).kinds == ["not an object"])
  }

  @Test func aMessageHasABoundedLength() {
    let long = String(repeating: "x", count: OwnTracksDecoder.limit)
    #expect(Decoded(#"{"_type":"card","face":"\#(long)"}"#).kinds == ["message too long"])
  }

  /// Source: owntracks/android, EncryptionProviderTest: its message, key "123" and what it decrypts to.
  static let sealed =
    #"{"_type":"encrypted","_id":"0571e18d","data":"aUiEKyGnskRz383od0mu4uqxTIxeZUddBVxKEmsdv1FFSH2y0NwqLP1tTqOmxaFhGv0bNX1DT7o81FW9Yaxpla6Byvr6CZV3t2skQv8nlxiIv1ZpQWM1bqHE0JFHwD3/yRx9bLHRF3j67kWcO6o2D/xn4ma8Fd4u86NPobFkRIzIhJljphEZyDCGugp7H3FkydGvgEkljb1/P1K91E/ij+m73wFplvTQm8ba5eWSFlQHDdY2B7QwbVPrKarHJLrm1+Y29+HD4Wg6TNhBJZLvdsmek6AcZLB+bq7Q84tUWoLrKp3aiyJZZX70q4HbVI3skkmDWMuMP2cDmsY9bvBjh1ZWAGlOq5VS1dWIlu6OWgWN9VdDbLzP+s2ykeFXrGs="}"#

  @Test(arguments: ["123", "jane/phone 123", "jane-phone 123\n", "# of the family\n* 123\nbob/phone other\n"])
  func encryptedMessageIsOpenedWithItsKey(file: String) throws {
    let decoded = Decoded([Self.sealed], keys: try OwnTracksKeys(text: file, place: "keys"))
    #expect(decoded.skips.total == 0)
    let fix = try #require(decoded.fixes.first)
    #expect(fix.coordinate == CLLocationCoordinate2D(latitude: 50.1182933, longitude: -5.5407733))
    #expect(fix.horizontalAccuracy == 5)
  }

  @Test func wrongKeyIsCountedAndNotPrinted() throws {
    let keys = try OwnTracksKeys(text: "geheim", place: "keys")
    let decoded = Decoded([Self.sealed, #"{"_type":"encrypted","data":"!"}"#], keys: keys)
    #expect(decoded.skips["wrong key"] == 2)
    #expect(decoded.firstSkips == ["here: cannot be decrypted with the key of jane/phone"])
  }

  @Test(arguments: ["", "# nothing\n", "a b\n*", "one\ntwo", String(repeating: "k", count: 33)])
  func invalidKeyFileIsRefused(file: String) {
    let fault = #expect(throws: GeoError.self) { try OwnTracksKeys(text: file, place: "keys") }
    #expect(fault?.code == .usage)
    #expect(fault?.description.contains("kkk") == false)
  }
}
