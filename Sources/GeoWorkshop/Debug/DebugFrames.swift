import Geo

/// Cuts the bytes of a client into messages of the Debug Adapter Protocol.
///
/// - Source: microsoft.github.io/debug-adapter-protocol/overview, «Base Protocol».
struct DebugFrames {
  enum Frame: Sendable {
    case message(JSONValue)
    /// A message that cannot be read; those behind it can.
    case flaw(String)
    /// Nothing behind it can be read.
    case broken(String)
  }

  /// The most bytes of a header, and of a message.
  private static let mostHeader = 4096
  private static let mostMessage = 16 << 20

  private var bytes: [UInt8] = []
  private var isBroken = false

  mutating func append(_ more: some Sequence<UInt8>) { bytes += more }

  /// The next message; nil where its bytes have not all come.
  mutating func next() -> Frame? {
    guard !isBroken, !bytes.isEmpty else { return nil }
    guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else {
      guard bytes.count > DebugFrames.mostHeader else { return nil }
      return broken("a message begins with a line 'Content-Length: N' and an empty line")
    }
    let header = String(decoding: bytes[..<end.lowerBound], as: UTF8.self)
    guard end.lowerBound <= DebugFrames.mostHeader, let length = DebugFrames.length(in: header) else {
      return broken(
        "a message begins with a line 'Content-Length: N' and an empty line, got '\(excerpt(header))'")
    }
    guard length <= DebugFrames.mostMessage else {
      return broken("a message of \(length) bytes is longer than the \(DebugFrames.mostMessage) allowed")
    }
    guard bytes.count - end.upperBound >= length else { return nil }
    let text = String(decoding: bytes[end.upperBound..<end.upperBound + length], as: UTF8.self)
    bytes.removeFirst(end.upperBound + length)
    do {
      let value = try JSONParser.parse(text)
      if case .object = value { return .message(value) }
      return .flaw("a message is a JSON object, got '\(excerpt(text))'")
    } catch {
      return .flaw(error.message)
    }
  }

  private mutating func broken(_ message: String) -> Frame {
    isBroken = true
    return .broken(message)
  }

  private static func length(in header: String) -> Int? {
    for line in header.split(separator: "\r\n") {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2, parts[0].lowercased() == "content-length" else { continue }
      guard let length = Int(parts[1].trimmingPrefix(while: { $0 == " " })), length >= 0 else { return nil }
      return length
    }
    return nil
  }
}
