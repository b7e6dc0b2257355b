import Geo
import GeoFormats
import Glibc

/// One line of a file with tab-separated columns, without quotes.
struct TabFields {
  private var ends: [Int] = []
  private var line = UnsafeBufferPointer<UInt8>(start: nil, count: 0)

  var count: Int { ends.count }

  /// Splits a line, whose bytes must stay in place while its columns are read.
  mutating func split(_ line: UnsafeBufferPointer<UInt8>) {
    self.line = line
    ends.removeAll(keepingCapacity: true)
    for index in line.indices where line[index] == 9 { ends.append(index) }
    ends.append(line.count)
  }

  /// The bytes of a column without surrounding space; empty if the line has fewer columns.
  subscript(index: Int) -> UnsafeBufferPointer<UInt8> {
    guard index < ends.count else { return UnsafeBufferPointer(rebasing: line[0..<0]) }
    var start = index == 0 ? 0 : ends[index - 1] + 1
    var end = ends[index]
    while start < end, line[start] == 0x20 { start += 1 }
    while end > start, line[end - 1] == 0x20 || line[end - 1] == 13 { end -= 1 }
    return UnsafeBufferPointer(rebasing: line[start..<end])
  }

  func isEmpty(_ index: Int) -> Bool { self[index].isEmpty }

  /// The text of a column.
  ///
  /// - Errors: ``RecordFault`` for a text that is not UTF-8 or has control characters.
  func text(_ index: Int, _ title: String) throws(RecordFault) -> String {
    try GazetteerText.text(self[index], title)
  }

  /// A whole number; 0 if the column is empty.
  func integer(_ index: Int, _ title: String, limit: Int) throws(RecordFault) -> Int {
    let bytes = self[index]
    var value = 0
    for byte in bytes {
      let digit = Int(byte &- 0x30)
      guard digit < 10 else { throw .number(title, bytes, expected: "a whole number") }
      value = value * 10 + digit
      guard value <= limit else { throw .number(title, bytes, expected: "at most \(limit)") }
    }
    return value
  }

  /// The position in two columns.
  func position(_ latitude: Int, _ longitude: Int) throws(RecordFault) -> CLLocationCoordinate2D {
    try GazetteerText.position(self[latitude], self[longitude])
  }
}

/// Checks of texts and positions for all formats.
enum GazetteerText {
  /// The most bytes of a name.
  static let limit = 1000

  static func text(_ bytes: UnsafeBufferPointer<UInt8>, _ title: String) throws(RecordFault) -> String {
    guard bytes.count <= limit else {
      throw RecordFault(
        "\(title) too long", "\(title) is \(bytes.count) bytes long (expected at most \(limit))")
    }
    guard let text = plain(bytes) else {
      // The message shows a control character as the replacement character.
      let seen = excerpt(bytes.map { $0 < 0x20 || $0 == 0x7F ? 0xFF : $0 })
      throw RecordFault(
        "\(title) unreadable",
        "\(title) \"\(seen)\" is not text (expected UTF-8 without control characters)")
    }
    return text
  }

  /// The bytes as text; nil if they are not UTF-8 or have control characters.
  static func plain(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
    for byte in bytes where byte < 0x20 || byte == 0x7f { return nil }
    return String(validating: bytes, as: UTF8.self)
  }

  static func position(
    _ latitude: UnsafeBufferPointer<UInt8>, _ longitude: UnsafeBufferPointer<UInt8>
  ) throws(RecordFault) -> CLLocationCoordinate2D {
    guard let y = Decimal.parse(latitude) else { throw degrees("latitude", latitude, 90) }
    guard let x = Decimal.parse(longitude) else { throw degrees("longitude", longitude, 180) }
    guard abs(y) <= 90 else { throw degrees("latitude", latitude, 90) }
    guard abs(x) <= 180 else { throw degrees("longitude", longitude, 180) }
    return CLLocationCoordinate2DMake(y, x)
  }

  private static func degrees(
    _ title: String, _ text: UnsafeBufferPointer<UInt8>, _ limit: Int
  ) -> RecordFault {
    .number(title, text, expected: "degrees from -\(limit) to \(limit)")
  }
}
