import Testing

@testable import GeoCore

@Suite struct SHA256Tests {
  private func hex(_ bytes: [UInt8]) -> String {
    bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }

  /// The examples of NIST for FIPS 180-4, and the SHA256ShortMsg of CAVS for no byte.
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
  ])
  func examplesOfTheStandard(_ text: String, _ hash: String) {
    #expect(hex(SHA256.hash(Array(text.utf8))) == hash)
  }

  /// The third example: a million times the letter a.
  @Test func aMillionBytes() {
    let bytes = [UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000)
    #expect(hex(SHA256.hash(bytes)) == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
  }

  /// Lengths around the end of a block, of coreutils' sha256sum.
  @Test(arguments: [
    (55, "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318"),
    (56, "b35439a4ac6f0948b6d6f9e3c6af0f5f590ce20f1bde7090ef7970686ec6738a"),
    (64, "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb"),
  ])
  func endsOfBlocks(_ count: Int, _ hash: String) {
    #expect(hex(SHA256.hash([UInt8](repeating: UInt8(ascii: "a"), count: count))) == hash)
  }
}
