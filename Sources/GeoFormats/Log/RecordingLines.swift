package import Geo

/// The lines of a recording that are not events, such as what servers answered.
package enum RecordingLines {
  private static let start = Array("{\"type\":\"recording\"".utf8)

  /// Reads a whole file for them, also a packed one.
  ///
  /// - Errors: ``GeoError`` `noInput` if it cannot be read.
  package static func each(in path: String, _ body: (JSONValue) -> Void) throws(GeoError) {
    let stream = try ByteStream(path: path)
    var line: [UInt8] = []
    func take() {
      if line.starts(with: start), let value = try? JSONParser.parse(String(decoding: line, as: UTF8.self)) {
        body(value)
      }
      line.removeAll(keepingCapacity: true)
    }
    while true {
      let block = try stream.read(1 << 18)
      guard !block.isEmpty else { return take() }
      var rest = block[...]
      while let end = rest.firstIndex(of: 10) {
        // Lines of events are only passed.
        if !line.isEmpty || rest.starts(with: start) { line += rest[..<end] }
        take()
        rest = rest[(end + 1)...]
      }
      line += rest
    }
  }
}
