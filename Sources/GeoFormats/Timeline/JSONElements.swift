import Geo

/// Cuts the elements out of the arrays at the top of a JSON text.
///
/// - Memory: one element, at most 16 MiB, however long the text is.
final class JSONElements {
  struct Element {
    /// The name of its array; empty if the text itself is an array.
    var member: String
    /// Its number in the array, from 1.
    var number: Int
    var text: String
  }

  private enum Mode { case beginning, object, array, end }

  private let stream: ByteStream
  private var buffer: [UInt8] = []
  private var at = 0
  /// The bytes of the text before ``buffer``.
  private var passed = 0
  private var mode = Mode.beginning
  private var member = ""
  private var number = 0
  /// The members that are arrays, with elements or without.
  private(set) var arrays: Set<String> = []
  private var isTopArray = false
  /// Why the text cannot be read further; nil at its regular end.
  private(set) var fault: String?

  private static let limit = 1 << 24

  init(_ stream: ByteStream) { self.stream = stream }

  /// Returns the next element of an array that is an object; nil at the end or at a fault.
  func next() throws(GeoError) -> Element? {
    while fault == nil, mode != .end {
      guard let byte = try peek() else {
        fault = stream.takeFault() ?? "ends early, after \(passed + at) bytes"
        break
      }
      switch (mode, byte) {
      case (.beginning, UInt8(ascii: "{")):
        mode = .object
        at += 1
      case (.beginning, UInt8(ascii: "[")):
        (mode, isTopArray) = (.array, true)
        arrays.insert("")
        at += 1
      case (.object, UInt8(ascii: "}")): mode = .end
      case (.object, UInt8(ascii: ",")), (.array, UInt8(ascii: ",")): at += 1
      case (.object, UInt8(ascii: "\"")): try readMember()
      case (.array, UInt8(ascii: "]")):
        mode = isTopArray ? .end : .object
        at += 1
      case (.array, UInt8(ascii: "{")):
        number += 1
        guard let text = try value(isKept: true) else { break }
        return Element(member: member, number: number, text: text)
      // It would end a value that has not begun, again and again.
      case (.array, UInt8(ascii: "}")): fault = "is not JSON: ']' expected at byte \(passed + at + 1)"
      case (.array, _): _ = try value(isKept: false)
      default: fault = "is not JSON: a name in quotes expected at byte \(passed + at + 1)"
      }
    }
    return nil
  }

  private func readMember() throws(GeoError) {
    guard let name = try value(isKept: true), let colon = try peek() else { return }
    guard colon == UInt8(ascii: ":") else {
      return fault = "is not JSON: ':' expected at byte \(passed + at + 1)"
    }
    at += 1
    guard try peek() == UInt8(ascii: "[") else {
      _ = try value(isKept: false)
      return
    }
    (member, number, mode) = (String(name.dropFirst().dropLast()), 0, .array)
    arrays.insert(member)
    at += 1
  }

  /// The next byte that is no space.
  private func peek() throws(GeoError) -> UInt8? {
    while true {
      while at < buffer.count {
        if buffer[at] > 0x20, buffer[at] != 0xef, buffer[at] != 0xbb, buffer[at] != 0xbf { return buffer[at] }
        at += 1
      }
      guard try fill(from: at) else { return nil }
    }
  }

  /// Passes a value; returns its text if it is kept.
  private func value(isKept: Bool) throws(GeoError) -> String? {
    var start = at
    var (depth, isInString, isEscaped) = (0, false, false)
    while true {
      while at < buffer.count {
        let byte = buffer[at]
        at += 1
        if isInString {
          if isEscaped {
            isEscaped = false
            continue
          }
          isEscaped = byte == UInt8(ascii: "\\")
          guard byte == UInt8(ascii: "\"") else { continue }
          isInString = false
        } else {
          switch byte {
          case UInt8(ascii: "\""):
            isInString = true
            continue
          case UInt8(ascii: "{"), UInt8(ascii: "["):
            depth += 1
            continue
          case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
          case UInt8(ascii: ",") where depth == 0: depth = -1
          default: continue
          }
          // A number or a word ends before what follows it.
          if depth < 0 { at -= 1 }
        }
        if depth <= 0 { return isKept ? String(decoding: buffer[start..<at], as: UTF8.self) : nil }
      }
      if isKept, buffer.count - start > Self.limit {
        fault = "has an element of more than \(Self.limit >> 20) MiB, at byte \(passed + start + 1)"
        return nil
      }
      let isThere = try fill(from: isKept ? start : at)
      start = 0
      guard isThere else {
        fault = stream.takeFault() ?? "ends early, after \(passed + buffer.count) bytes"
        return nil
      }
    }
  }

  /// Reads further bytes, and forgets those before `first`.
  private func fill(from first: Int) throws(GeoError) -> Bool {
    passed += first
    at -= first
    buffer.removeFirst(first)
    let more = try stream.read(1 << 16)
    buffer += more
    return !more.isEmpty
  }
}
