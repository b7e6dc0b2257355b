import Geo

/// Cuts the bytes of a FIT file into messages.
///
/// - Memory: one message, at most 128 KiB, and the definitions of 16 local types.
/// - Source: developer.garmin.com/fit/protocol; the checksum is CRC-16/ARC.
final class FITDecoder {
  /// Why a file cannot be read to its end.
  struct Fault: Error {
    var message: String
  }

  /// A field of a definition.
  private struct Slot {
    var number: UInt8
    var size: Int
    var type: UInt8
  }

  private struct Definition {
    var message: UInt16
    var isBigEndian: Bool
    var slots: [Slot]
    /// All bytes of a data message, with the fields of apps.
    var size: Int
  }

  private let stream: ByteStream
  private var buffer: [UInt8] = []
  private var start = 0
  /// The bytes taken so far, of all files that follow each other.
  private(set) var place = 0
  /// Where the current file begins, and where its data end.
  private var begin = 0
  private var end = 0
  private var definitions = [Definition?](repeating: nil, count: 16)
  private var lastTimestamp: UInt32 = 0
  private var checksum: UInt16 = 0
  /// The bytes of the file that its header announces.
  private var announced = 0
  /// Whether the header announces no data: a device fills in their size at the end, which it did not reach.
  private var isOpenEnded = false

  static let mark: [UInt8] = Array(".FIT".utf8)

  /// Whether these are the first bytes of a FIT file.
  static func begins(_ head: [UInt8]) -> Bool {
    head.count >= 12 && (12...64).contains(head[0]) && head[8..<12].elementsEqual(mark)
  }

  init(_ stream: ByteStream) { self.stream = stream }

  /// Reads the header of the next file; false at the end of the input.
  func beginFile() throws(GeoError) -> Result<Bool, Fault> {
    guard try fill(1) else { return .success(false) }
    let short = Fault(message: "ends in its header")
    guard try fill(12) else { return .failure(short) }
    guard Self.begins(Array(buffer[start..<start + 12])) else {
      return .failure(
        Fault(message: "is not a FIT file: the bytes 9 to 12 of its header are not \".FIT\""))
    }
    let size = Int(buffer[start])
    guard try fill(size) else { return .failure(short) }
    let header = Array(buffer[start..<start + size])
    guard header[1] >> 4 <= 2 else {
      return .failure(Fault(message: "is of version \(header[1] >> 4) of the FIT protocol (expected 1 or 2)"))
    }
    let count = header[4..<8].reversed().reduce(0) { $0 << 8 | Int($1) }
    (checksum, announced, begin) = (0, size + count + 2, place)
    take(size)
    isOpenEnded = count == 0
    end = isOpenEnded ? .max : place + count
    definitions = Array(repeating: nil, count: 16)
    lastTimestamp = 0
    return .success(true)
  }

  /// Returns the next data message; nil at the end of the current file.
  func next() throws(GeoError) -> Result<FITRecord?, Fault> {
    while place < end {
      guard try fill(1) else { return .failure(short) }
      let header = buffer[start]
      if header & 0x80 == 0, header & 0x40 != 0 {
        if let fault = try define(header) { return .failure(fault) }
        continue
      }
      let local = header & 0x80 != 0 ? Int(header >> 5 & 3) : Int(header & 15)
      guard let definition = definitions[local] else {
        guard !isOpenEnded else { return .failure(unfinished) }
        return .failure(
          Fault(
            message:
              "is damaged: the message at byte \(place) is of the local type \(local), which none defines"))
      }
      guard place + 1 + definition.size <= end else {
        return .failure(
          Fault(
            message:
              "is damaged: the message at byte \(place) runs past the data that the header announces, to byte \(end)"
          ))
      }
      guard try fill(1 + definition.size) else { return .failure(short) }
      var record = FITRecord(definition.message, at: place)
      if header & 0x80 != 0 { record.timestamp = timestamp(offset: UInt32(header & 31)) }
      read(definition, into: &record)
      take(1 + definition.size)
      if let time = record.timestamp { lastTimestamp = time }
      return .success(record)
    }
    return .success(nil)
  }

  /// Reads the checksum behind the data: a failure if it is missing, a fault if it is another one.
  func endFile() throws(GeoError) -> Result<Fault?, Fault> {
    let expected = checksum
    guard try fill(2) else { return .failure(short) }
    let found = UInt16(buffer[start]) | UInt16(buffer[start + 1]) << 8
    take(2)
    if found == expected { return .success(nil) }
    return .success(
      Fault(
        message:
          "has the checksum 0x\(found.hexadecimal), but its bytes give 0x\(expected.hexadecimal): some are "
          + "damaged (copy it from the device again)"))
  }

  private var short: Fault {
    if isOpenEnded { return unfinished }
    let subject = begin > 0 ? "its part from byte \(begin)" : "it"
    return Fault(
      message:
        "ends early: \(subject) has \(place - begin + buffer.count - start) bytes, its header announces \(announced)"
    )
  }

  private var unfinished: Fault {
    Fault(
      message:
        "ends early, after byte \(place): its header announces no data, as if the device stopped before it was done"
    )
  }

  /// A message header's offset is the last five bits of the time.
  private func timestamp(offset: UInt32) -> UInt32 {
    lastTimestamp &+ ((offset &- lastTimestamp) & 31)
  }

  /// Makes `count` bytes available at ``start``; false if the input ends before.
  private func fill(_ count: Int) throws(GeoError) -> Bool {
    while buffer.count - start < count {
      if start > 0 {
        buffer.removeFirst(start)
        start = 0
      }
      let more = try stream.read(1 << 16)
      if more.isEmpty { return false }
      buffer += more
    }
    return true
  }

  private func take(_ count: Int) {
    for byte in buffer[start..<start + count] {
      checksum = checksum >> 8 ^ Self.table[Int(UInt8(truncatingIfNeeded: checksum) ^ byte)]
    }
    start += count
    place += count
  }

  /// CRC-16/ARC: the polynomial 0x8005, reflected.
  private static let table: [UInt16] = (0..<256).map { byte in
    (0..<8).reduce(UInt16(byte)) { value, _ in value & 1 == 0 ? value >> 1 : value >> 1 ^ 0xa001 }
  }
}

extension FITDecoder {
  /// Reads a definition message; returns a fault if it is cut short.
  private func define(_ header: UInt8) throws(GeoError) -> Fault? {
    guard try fill(6) else { return short }
    let isBigEndian = buffer[start + 2] == 1
    let (first, second) = (UInt16(buffer[start + 3]), UInt16(buffer[start + 4]))
    let message = isBigEndian ? first << 8 | second : second << 8 | first
    let fieldCount = Int(buffer[start + 5])
    let hasApps = header & 0x20 != 0
    var size = 6 + 3 * fieldCount
    guard try fill(size + (hasApps ? 1 : 0)) else { return short }
    var appFieldCount = 0
    if hasApps {
      appFieldCount = Int(buffer[start + size])
      size += 1 + 3 * appFieldCount
      guard try fill(size) else { return short }
    }
    var slots: [Slot] = []
    for index in 0..<fieldCount {
      let at = start + 6 + 3 * index
      slots.append(Slot(number: buffer[at], size: Int(buffer[at + 1]), type: buffer[at + 2] & 0x1f))
    }
    // The fields of apps follow those of the message; only their sizes matter.
    let apps = (0..<appFieldCount).reduce(0) { $0 + Int(buffer[start + 7 + 3 * fieldCount + 3 * $1 + 1]) }
    definitions[Int(header & 15)] = Definition(
      message: message, isBigEndian: isBigEndian, slots: slots, size: slots.reduce(apps) { $0 + $1.size })
    take(size)
    return nil
  }

  private func read(_ definition: Definition, into record: inout FITRecord) {
    guard FITMessage(rawValue: definition.message) != nil else {
      // Only its time matters, as the base of shorter ones.
      readTimestamp(definition, into: &record)
      return
    }
    var at = start + 1
    for slot in definition.slots {
      defer { at += slot.size }
      if slot.type == 7 {
        let text = String(decoding: buffer[at..<at + slot.size].prefix { $0 != 0 }, as: UTF8.self)
        if !text.isEmpty { record.set(slot.number, text) }
      } else if let value = number(slot, at, definition.isBigEndian) {
        if slot.number == FITField.timestamp {
          record.timestamp = UInt32(exactly: value)
        } else {
          record.set(slot.number, value)
        }
      }
    }
  }

  private func readTimestamp(_ definition: Definition, into record: inout FITRecord) {
    var at = start + 1
    for slot in definition.slots {
      if slot.number == FITField.timestamp, let value = number(slot, at, definition.isBigEndian) {
        record.timestamp = UInt32(exactly: value)
      }
      at += slot.size
    }
  }

  /// The bytes of each base type.
  private static let sizes = [1, 1, 1, 2, 2, 4, 4, 1, 4, 8, 1, 2, 4, 1, 8, 8, 8]

  /// The first number of a field; nil if it is the one that means «invalid», or of a type that is not known.
  private func number(_ slot: Slot, _ at: Int, _ isBigEndian: Bool) -> Double? {
    guard Int(slot.type) < Self.sizes.count, case let size = Self.sizes[Int(slot.type)], slot.size >= size
    else {
      return nil
    }
    var bits: UInt64 = 0
    for index in 0..<size {
      bits = bits << 8 | UInt64(buffer[at + (isBigEndian ? index : size - 1 - index)])
    }
    let all = size == 8 ? UInt64.max : 1 << UInt64(8 * size) - 1
    switch slot.type {
    case 1, 3, 5, 14:
      guard bits != all >> 1 else { return nil }
      let shift = UInt64(64 - 8 * size)
      return Double(Int64(bitPattern: bits << shift) >> Int64(shift))
    case 8, 9:
      let value = size == 4 ? Double(Float(bitPattern: UInt32(bits))) : Double(bitPattern: bits)
      return value.isFinite ? value : nil
    case 10, 11, 12, 16: return bits == 0 ? nil : Double(bits)
    default: return bits == all ? nil : Double(bits)
    }
  }
}
