package import Geo

/// Reads dates, fast if they lie in the same hour as the previous one.
package struct DateReader {
  private var hour: TimeInterval = .nan
  /// `YYYY-MM-DDTHH:` of the last date as two words.
  private var prefix: (UInt64, UInt64) = (0, 0)

  package init() {}

  /// Returns the instant of `text`, or nil; the result equals that of ``ISO8601/parse(_:)``.
  package mutating func parse(_ text: UnsafeBufferPointer<UInt8>) -> TimeInterval? { read(text)?.seconds }

  /// Returns what `text` says, or nil; the result equals that of ``ISO8601/read(_:)``.
  package mutating func read(_ text: UnsafeBufferPointer<UInt8>) -> WrittenTime? {
    guard text.count == 20, let base = UnsafeRawPointer(text.baseAddress), text[19] == UInt8(ascii: "Z"),
      text[16] == UInt8(ascii: ":")
    else { return ISO8601.read(text) }
    // The hour's text is 14 bytes long: 0..<8 and 6..<14.
    let words = (
      base.loadUnaligned(as: UInt64.self), base.loadUnaligned(fromByteOffset: 6, as: UInt64.self)
    )
    if words == prefix, !hour.isNaN, let minute = Self.twoDigits(text, 14),
      let second = Self.twoDigits(text, 17),
      minute < 60, second < 60
    {
      return WrittenTime(seconds: hour + TimeInterval(minute * 60 + second), isLocal: false)
    }
    guard let time = ISO8601.read(text) else { return nil }
    if let minute = Self.twoDigits(text, 14), let second = Self.twoDigits(text, 17) {
      hour = time.seconds - TimeInterval(minute * 60 + second)
      prefix = words
    }
    return time
  }

  private static func twoDigits(_ text: UnsafeBufferPointer<UInt8>, _ index: Int) -> Int? {
    let tens = text[index] &- 0x30
    let ones = text[index + 1] &- 0x30
    guard tens < 10, ones < 10 else { return nil }
    return Int(tens) * 10 + Int(ones)
  }
}
