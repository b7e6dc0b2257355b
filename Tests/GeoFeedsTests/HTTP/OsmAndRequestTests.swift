import Geo
import GeoFormats
import GeoTesting
import Testing

@testable import GeoFeeds

/// Requests of OsmAnd and Traccar Client.
///
/// The queries and JSON bodies are those of traccar/traccar, OsmAndProtocolDecoderTest (Apache-2.0).
@Suite struct OsmAndRequestTests {
  @Test func aQueryOfOsmAndIsAFix() throws {
    let phone = Phone()
    let answer = phone.get(
      "id=902064&lat=42.06288&lon=-88.23412&timestamp=2016-01-27T18%3A55%3A47Z&hdop=6.0&altitude=224.0&speed=10.0"
    )
    #expect(answer.status == 200)
    let (event, fix) = try #require(phone.fixes.first)
    #expect(phone.name() == "902064")
    #expect(fix.coordinate.latitude == 42.06288)
    #expect(fix.coordinate.longitude == -88.23412)
    #expect(fix.altitude == 224)
    // Ten knots; https://www.bipm.org SI Brochure: 1852 m an hour.
    #expect(abs(fix.speed - 5.144444) < 1e-6)
    #expect(fix.horizontalAccuracy == 30)
    #expect(event.timestamp == 1_453_920_947)
    #expect(event.time == Phone.arrival)
  }

  @Test(arguments: [
    ("timestamp=1442068686579", 1_442_068_686.579), ("timestamp=1377177267", 1_377_177_267),
    ("timestamp=2014-06-04+09%3A10%3A11", 1_401_873_011),
  ])
  func timesAreSecondsMillisecondsOrDates(_ field: String, _ expected: Double) throws {
    let phone = Phone()
    phone.get("id=902064&lat=42.06288&lon=-88.23412&" + field)
    #expect(try #require(phone.fixes.first).event.timestamp == expected)
  }

  @Test func aPlaceMayBeOneField() throws {
    let phone = Phone()
    phone.get("id=123456&timestamp=1377177267&location=60.0,30.0")
    let fix = try #require(phone.fixes.first).fix
    #expect(fix.coordinate.latitude == 60)
    #expect(fix.coordinate.longitude == 30)
  }

  @Test func aDeviceMayBeCalledDeviceid() throws {
    let phone = Phone()
    phone.get("lat=60.0&lon=30.0&speed=0.0&heading=90.0&vacc=0&hacc=0&altitude=0&deviceid=123456")
    #expect(phone.directory.knownID(of: "123456") != nil)
    #expect(try #require(phone.fixes.first).fix.course == 90)
    #expect(try #require(phone.fixes.first).event.timestamp == Phone.arrival)
  }

  @Test func otherFieldsAreAttributes() throws {
    let phone = Phone()
    phone.get(
      "id=123456789012345&timestamp=1504763810&lat=40.7232948571&lon=-74.0061408571&bearing=7.19889788244&speed=40"
        + "&ignition=true&rpm=933&fuel=24&batt=87&charge=true&driverUniqueId=Jane+Doe")
    let message = try #require(phone.messages.first)
    #expect(message.kind == .attributes)
    #expect(message.form == "osmand")
    #expect(
      message.json
        == #"{"ignition":true,"rpm":933,"fuel":24,"batteryLevel":87,"charge":true,"driverUniqueId":"Jane Doe"}"#
    )
  }

  @Test func attributesComeAgainOnlyWhenTheyDiffer() {
    let phone = Phone()
    phone.get("id=1&lat=1&lon=1&batt=87")
    phone.get("id=1&lat=2&lon=1&batt=87")
    phone.get("id=1&lat=3&lon=1&batt=86")
    #expect(phone.messages.count == 2)
    #expect(phone.fixes.count == 3)
  }

  @Test func aReportWithoutAPlaceHasAttributesOnly() {
    let phone = Phone()
    let answer = phone.get(
      "id=123456&timestamp=1377177267&cell=257,02,16,2224&wifi=00-14-22-01-23-45,-80")
    #expect(answer.status == 200)
    #expect(phone.fixes.isEmpty)
    #expect(phone.messages.count == 1)
  }

  @Test func anInvalidFixHasANegativeAccuracy() throws {
    let phone = Phone()
    phone.get("id=1&lat=1&lon=1&accuracy=5&valid=false")
    #expect(try #require(phone.fixes.first).fix.horizontalAccuracy == -1)
  }

  @Test func aFormIsReadLikeAQuery() {
    let phone = Phone()
    let answer = phone.post(
      "id=902064&lat=42.06288&lon=-88.23412&timestamp=1442068686579",
      type: "application/x-www-form-urlencoded")
    #expect(answer.status == 200)
    #expect(phone.fixes.count == 1)
  }

  @Test(arguments: [
    ("timestamp=1377177267&lat=60.0&lon=30.0", "names no device"),
    ("id=1&lat=91&lon=0", "is not a coordinate"), ("id=1&lat=1", "a latitude or a longitude is missing"),
    ("id=1&lat=x&lon=0", "lat \"x\" cannot be read"),
    ("id=1&lat=1&lon=1&timestamp=yesterday", "is not a date"),
    ("id=1&location=1", "location \"1\" cannot be read"), ("id=1&lat=nan&lon=0", "cannot be read"),
    ("id=1&lat=1&lon=1&timestamp=99999999999999999999", "is not a date"),
  ])
  func unusableRecordsAreRefusedWithAReason(_ query: String, _ reason: String) {
    let phone = Phone()
    let answer = phone.get(query)
    #expect(answer.status == 400)
    #expect(answer.body.replacing("\\\"", with: "\"").contains(reason))
    #expect(phone.events.isEmpty)
    #expect(phone.decoder.skips.total == 1)
  }

  @Test func traccarClientPostsJSON() throws {
    let phone = Phone()
    let answer = phone.post(
      #"{"location":{"event":"motionchange","is_moving":false,"uuid":"0e9a2473-a9a7-4c00-997b-fb97d2154e75","#
        + #""timestamp":"2021-07-21T08:06:34.444Z","odometer":0,"coords":{"latitude":-6.1148096,"#
        + #""longitude":106.6837015,"accuracy":3.8,"speed":18.67,"speed_accuracy":0.26,"heading":63,"#
        + #""heading_accuracy":0.28,"altitude":35.7,"altitude_accuracy":3.8},"activity":{"type":"still","#
        + #""confidence":100},"battery":{"is_charging":false,"level":0.79},"extras":{}},"device_id":"8737767034"}"#
    )
    #expect(answer == IngestResponse(200, ""))
    let (event, fix) = try #require(phone.fixes.first)
    #expect(phone.name() == "8737767034")
    #expect(fix.coordinate.latitude == -6.1148096)
    #expect(fix.horizontalAccuracy == 3.8)
    #expect(fix.speed == 18.67)
    #expect(fix.course == 63)
    #expect(fix.verticalAccuracy == 3.8)
    #expect(event.timestamp == 1_626_854_794.444)
    #expect(
      phone.messages.first?.json
        == #"{"event":"motionchange","motion":false,"odometer":0,"activity":"still","batteryLevel":79,"charge":false}"#
    )
  }

  @Test func negativeValuesAreUnknown() throws {
    let phone = Phone()
    phone.post(
      #"{"location":{"extras":{},"mock":true,"coords":{"speed_accuracy":-1,"speed":-1,"longitude":-122.406417,"#
        + #""ellipsoidal_altitude":0,"floor":null,"heading_accuracy":-1,"latitude":37.785834000000001,"accuracy":5,"#
        + #""altitude_accuracy":-1,"altitude":0,"heading":-1},"is_moving":false,"age":188,"odometer":0,"#
        + #""uuid":"2FB04C65-99CF-42AB-8DD3-EBCB4B108BF8","event":"motionchange","battery":{"level":-1,"#
        + #""is_charging":false},"activity":{"type":"unknown","confidence":100},"#
        + #""timestamp":"2025-05-09T04:11:30.579Z"},"device_id":"658765"}"#, to: .osmAnd)
    let fix = try #require(phone.fixes.first).fix
    #expect(fix.speed.isNaN)
    #expect(fix.course.isNaN)
    #expect(fix.verticalAccuracy.isNaN)
    #expect(phone.messages.first?.json.contains("batteryLevel") == false)
  }
}
