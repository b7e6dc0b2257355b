import Testing

@testable import GeoLocation

@Suite struct DeviceFileNameTests {
  @Test(arguments: [
    ("../../etc/passwd", "%2E.%2F..%2Fetc%2Fpasswd"), ("/", "%2F"), ("", "%"), (".", "%2E"),
    ("van 7", "van 7"), ("-rf", "%2Drf"), ("a\nb", "a%0Ab"), ("50%", "50%25"), ("東京", "東京"),
    ("a\u{202e}b", "a%E2%80%AEb"),
  ])
  func hostileDeviceNamesAreHarmless(name: String, safe: String) {
    #expect(DeviceFileName.of(name) == safe)
  }

  @Test func differentNamesStayDifferentHoweverLong() {
    let long = String(repeating: "ü", count: 4000)
    let (a, b) = (DeviceFileName.of(long + "a"), DeviceFileName.of(long + "b"))
    #expect(a != b && a.utf8.count <= 120 && b.utf8.count <= 120)
    #expect(DeviceFileName.of("a/b") != DeviceFileName.of("a%2Fb"))
  }
}
