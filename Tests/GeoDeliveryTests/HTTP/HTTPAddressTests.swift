import Geo
import Testing

@testable import GeoDelivery

@Suite struct HTTPAddressTests {
  @Test(arguments: [
    ("https://example.org", "https://example.org", "https://example.org/"),
    ("HTTPS://Example.ORG:443/A/b?c=/d@e#f", "https://example.org", "https://example.org/A/b?c=/d@e"),
    ("http://[::1]:8080?x", "http://[::1]:8080", "http://[::1]:8080/?x"),
    ("https://a:80/", "https://a:80", "https://a:80/"),
    ("https://u@h/", "https://h", "https://h/"),
  ])
  func originAndAddressAreApart(text: String, origin: String, url: String) throws {
    let address = try HTTPAddress(text)
    #expect(address.origin == origin)
    #expect(address.url == url)
  }

  @Test func userAndPasswordAreDecoded() throws {
    let address = try HTTPAddress("https://us%3Aer:p@ss:w%2Frd@example.org/")
    #expect(address.user == "us:er")
    #expect(address.password == "p@ss:w/rd")
    #expect(address.url == "https://example.org/")
    #expect(try HTTPAddress("https://example.org/a@b").user == nil)
    #expect(try HTTPAddress("https://me@example.org").password == nil)
  }

  @Test(arguments: [
    "https://", "https:///path", "https://:80/", "https://h:/", "https://h:0/", "https://h:x/",
    "https://h:65536",
    "https://a b/", "https://h/\n", "https://h/\\", "https://<host>/", "https://a,b/", "https://[::1/",
    "https://u%0:p@h/", "https://u%00@h/",
  ])
  func anInvalidAddressIsAUsageError(text: String) {
    let error = #expect(throws: GeoError.self) { try HTTPAddress(text) }
    #expect(error?.code == .usage)
  }

  /// The first two: RFC 7617, sections 2 and 2.1. The rest: coreutils base64.
  @Test(arguments: [
    ("Aladdin:open%20sesame", "QWxhZGRpbjpvcGVuIHNlc2FtZQ=="), ("test:123%C2%A3", "dGVzdDoxMjPCow=="),
    ("f:", "Zjo="), ("f:o", "Zjpv"), ("fo:ob", "Zm86b2I="),
  ])
  func userAndPasswordBecomeBasicCredentials(words: String, credentials: String) throws {
    let address = try HTTPAddress("https://\(words)@h/")
    #expect(address.authorization == "Authorization: Basic \(credentials)")
  }
}
