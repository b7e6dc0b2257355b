extension TimeZoneRules {
  /// Why bytes are not a time zone; `description` is for a person.
  public struct Flaw: Error, Sendable, Hashable, CustomStringConvertible {
    public let description: String
  }

  /// Reads a TZif file of any version; leap seconds are ignored, because POSIX time has none.
  ///
  /// - Errors: ``Flaw`` when the bytes are not TZif, or are cut short.
  /// - Source: RFC 8536, section 3.
  public convenience init(name: String, tzif bytes: [UInt8]) throws(Flaw) {
    var reader = TZifReader(bytes)
    let version = try reader.header()
    if version >= 2 {
      // The first block serves 32-bit readers; the second repeats it and adds more.
      try reader.skipBlock(timeBytes: 4)
      _ = try reader.header()
      let block = try reader.block(timeBytes: 8)
      self.init(
        name: name, firstOffset: block.first, transitions: block.times, offsets: block.offsets,
        rule: try reader.footer(), abbreviations: block.names)
    } else {
      let block = try reader.block(timeBytes: 4)
      self.init(
        name: name, firstOffset: block.first, transitions: block.times, offsets: block.offsets, rule: nil,
        abbreviations: block.names)
    }
  }
}

private struct TZifReader {
  private let bytes: [UInt8]
  private var place = 0
  private var counts = (utc: 0, standard: 0, leap: 0, time: 0, type: 0, character: 0)

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  private mutating func read(_ count: Int) throws(TimeZoneRules.Flaw) -> ArraySlice<UInt8> {
    guard count >= 0, bytes.count - place >= count else {
      throw TimeZoneRules.Flaw(description: "the time zone file is cut short at byte \(bytes.count)")
    }
    place += count
    return bytes[place - count..<place]
  }

  private mutating func integer(_ count: Int) throws(TimeZoneRules.Flaw) -> Int64 {
    let digits = try read(count)
    var value: UInt64 = 0
    for digit in digits { value = value << 8 | UInt64(digit) }
    let unused = UInt64(64 - 8 * count)
    return Int64(bitPattern: value << unused) >> Int64(unused)
  }

  /// Reads a header and keeps its counts; returns the version.
  mutating func header() throws(TimeZoneRules.Flaw) -> Int {
    guard try Array(read(4)) == Array("TZif".utf8) else {
      throw TimeZoneRules.Flaw(description: "is not a time zone file: it does not begin with TZif")
    }
    let version = try integer(1)
    _ = try read(15)
    // Negative counts fail later as cut short.
    counts.utc = Int(try integer(4))
    counts.standard = Int(try integer(4))
    counts.leap = Int(try integer(4))
    counts.time = Int(try integer(4))
    counts.type = Int(try integer(4))
    counts.character = Int(try integer(4))
    return version == 0 ? 1 : Int(version) - 48
  }

  mutating func skipBlock(timeBytes: Int) throws(TimeZoneRules.Flaw) {
    _ = try read(
      counts.time * (timeBytes + 1) + counts.type * 6 + counts.character + counts.leap * (timeBytes + 4)
        + counts.standard + counts.utc)
  }

  mutating func block(
    timeBytes: Int
  ) throws(TimeZoneRules.Flaw) -> (first: Int, times: [Int64], offsets: [Int], names: [String]) {
    let start = place
    try skipBlock(timeBytes: timeBytes)
    let end = place
    place = start
    var times: [Int64] = []
    for _ in 0..<counts.time { times.append(try integer(timeBytes)) }
    let kinds = try read(counts.time).map { Int($0) }
    var types: [Int] = []
    var starts: [Int] = []
    for _ in 0..<counts.type {
      types.append(Int(try integer(4)))
      _ = try read(1)
      starts.append(Int(try read(1).first ?? 0))
    }
    let characters = try read(counts.character)
    place = end
    guard let first = types.first, kinds.allSatisfy(types.indices.contains),
      zip(times, times.dropFirst()).allSatisfy(<)
    else { throw TimeZoneRules.Flaw(description: "the time zone file contradicts itself") }
    // Each name ends with a NUL, and may be the end of another.
    let names = starts.map { String(decoding: characters.dropFirst($0).prefix { $0 != 0 }, as: UTF8.self) }
    return (first, times, kinds.map { types[$0] }, ([0] + kinds).map { names[$0] })
  }

  mutating func footer() throws(TimeZoneRules.Flaw) -> PosixTimeZone? {
    guard try read(1).first == 10 else {
      throw TimeZoneRules.Flaw(description: "the time zone file has no footer line")
    }
    guard let end = bytes[place...].firstIndex(of: 10) else {
      throw TimeZoneRules.Flaw(description: "the time zone file is cut short at byte \(bytes.count)")
    }
    let text = String(decoding: bytes[place..<end], as: UTF8.self)
    guard !text.isEmpty else { return nil }
    guard let rule = PosixTimeZone(text) else {
      throw TimeZoneRules.Flaw(
        description: "the time zone file ends in '\(text)', which is not a POSIX TZ rule")
    }
    return rule
  }
}
