import Geo
import Testing

@testable import GeoWorkshop

/// Messages of the base protocol.
@Suite struct DebugFramesTests {
  private func all(_ text: String, by size: Int) -> [String] {
    var frames = DebugFrames()
    var found: [String] = []
    let bytes = Array(text.utf8)
    for start in stride(from: 0, to: bytes.count, by: size) {
      frames.append(bytes[start..<min(start + size, bytes.count)])
      while let frame = frames.next() {
        switch frame {
        case .message(let value): found.append(value.description)
        case .flaw: found.append("flaw")
        case .broken: found.append("broken")
        }
      }
    }
    return found
  }

  @Test(arguments: [1, 7, 1000])
  func messagesComeInPieces(size: Int) {
    // The length is that of the bytes, and further header fields are allowed.
    let text =
      "Content-Length: 8\r\n\r\n{\"a\": 1}content-length:10\r\nContent-Type: x\r\n\r\n{\"b\":\"é\"}"
      + "Content-Length: 2\r\n\r\n[]Content-Length: 3\r\n\r\n{a}Content-Length: 2\r\n\r\n{}"
    #expect(all(text, by: size) == ["{\"a\":1}", "{\"b\":\"é\"}", "flaw", "flaw", "{}"])
  }

  @Test(arguments: [
    "GET / HTTP/1.1\r\n\r\n", "Content-Length: -1\r\n\r\n", "Content-Length: x\r\n\r\n",
    "Content-Length: 99999999999\r\n\r\n", "\r\n\r\n", String(repeating: "x", count: 5000),
  ])
  func nothingIsReadBehindABrokenHeader(text: String) {
    #expect(all(text + "Content-Length: 2\r\n\r\n{}", by: 10_000) == ["broken"])
  }
}
