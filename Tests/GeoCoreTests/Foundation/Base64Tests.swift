import Testing

@testable import GeoCore

@Suite struct Base64Tests {
  /// RFC 4648, section 10.
  @Test(arguments: [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
    ("foobar", "Zm9vYmFy"),
  ])
  func bytesAreWrittenAndRead(_ plain: String, _ text: String) {
    #expect(String(decoding: Base64.encode(Array(plain.utf8)), as: UTF8.self) == text)
    #expect(Base64.decode(text.utf8).map { String(decoding: $0, as: UTF8.self) } == plain)
  }

  @Test func paddingMayBeMissing() { #expect(Base64.decode("Zg".utf8) == Array("f".utf8)) }

  @Test(arguments: ["Z", "Zm=v", "Z g="])
  func otherTextIsRefused(_ text: String) { #expect(Base64.decode(text.utf8) == nil) }
}
