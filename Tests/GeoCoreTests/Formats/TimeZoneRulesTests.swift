import GeoTesting
import Testing

@testable import GeoCore

@Suite struct TimeZoneRulesTests {
  /// A TZif file of version 2 with an empty first block.
  private func file(
    _ transitions: [(Int64, UInt8)], types: [Int32], footer: String, version: UInt8 = 50
  ) -> [UInt8] {
    func big(_ value: Int64, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * Int64(count - 1 - $0))) }
    }
    func header(_ times: Int, _ types: Int) -> [UInt8] {
      Array("TZif".utf8) + [version] + Array(repeating: 0, count: 15)
        + [0, 0, 0, times, types, 4].flatMap { big(Int64($0), 4) }
    }
    let names: [UInt8] = [65, 66, 67, 0]
    let first = header(0, 1) + big(0, 4) + [0, 0] + names
    var second = header(transitions.count, types.count)
    for (time, _) in transitions { second += big(time, 8) }
    second += transitions.map(\.1)
    for type in types { second += big(Int64(type), 4) + [0, 0] }
    return first + second + names + [10] + Array(footer.utf8) + [10]
  }

  @Test func theTableHoldsUntilItsEndAndTheRuleFromThere() throws {
    let bytes = file(
      [(1000, 1), (2000, 0)], types: [3600, 7200], footer: "CET-1CEST,M3.5.0,M10.5.0/3")
    let rules = try TimeZoneRules(name: "x", tzif: bytes)
    for (time, offset) in [(0.0, 3600), (999, 3600), (1000, 7200), (1999.9, 7200), (2000, 3600)] {
      #expect(rules.offset(at: time) == offset)
    }
    // 2026-03-29T01:00Z and 2026-10-25T01:00Z: the last Sundays, EU Directive 2000/84/EC.
    for (time, offset) in [
      (1_774_745_999.0, 3600), (1_774_746_000, 7200), (1_792_889_999, 7200), (1_792_890_000, 3600),
    ] {
      #expect(rules.offset(at: time) == offset)
    }
  }

  @Test func withoutARuleTheLastOffsetStays() throws {
    let rules = try TimeZoneRules(name: "x", tzif: file([(1000, 1)], types: [0, 19800], footer: ""))
    #expect(rules.offset(at: 5e9) == 19800 && rules.offset(at: -5e9) == 0)
    #expect(rules.offset(at: .nan) == 0 && rules.offset(at: .infinity) == 0)
  }

  @Test func aFileCutAnywhereIsAnErrorNeverATrap() {
    let bytes = file([(1000, 1), (2000, 0)], types: [3600, 7200], footer: "CET-1CEST,M3.5.0,M10.5.0/3")
    for length in 0..<bytes.count {
      #expect(throws: TimeZoneRules.Flaw.self) {
        try TimeZoneRules(name: "x", tzif: Array(bytes.prefix(length)))
      }
    }
    var random = SplitMix64(seed: 1)
    for _ in 0..<3000 {
      var broken = bytes
      for _ in 0..<3 {
        broken[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      _ = try? TimeZoneRules(name: "x", tzif: broken).offset(at: 1_774_746_000)
    }
  }

  /// POSIX.1-2017 8.3 and RFC 8536 3.3.1 give the forms; the moments are computed by hand.
  @Test(
    arguments: [
      ("<+0545>-5:45", 1_000_000_000.0, 20700), ("EST5EDT", 0, nil),
      ("EST5EDT,M3.2.0,M11.1.0", 1_772_953_199, -18000),
      ("EST5EDT,M3.2.0,M11.1.0", 1_772_953_200, -14400),
      // Summer over the new year.
      ("AEST-10AEDT,M10.1.0,M4.1.0/3", 1_767_225_600, 39600),
      ("AEST-10AEDT,M10.1.0,M4.1.0/3", 1_782_864_000, 36000),
      // Winter time as the one that is put back: Dublin.
      ("IST-1GMT0,M10.5.0,M3.5.0/1", 1_767_225_600, 0), ("IST-1GMT0,M10.5.0,M3.5.0/1", 1_782_864_000, 3600),
      // All the year in summer time: RFC 8536 3.3.1.
      ("XXX3EDT4,0/0,J365/23", 1_767_225_600, -14400), ("XXX3EDT4,0/0,J365/23", 1_782_864_000, -14400),
      // Half an hour: Lord Howe.
      ("<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", 1_767_225_600, 39600),
      ("<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", 1_782_864_000, 37800),
      ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", 1_774_745_999, -7200),
      ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", 1_774_746_000, -3600),
      ("A1", 0, nil), ("", 0, nil), ("ABC", 0, nil), ("ABC1DEF,M13.1.0,M1.1.0", 0, nil),
      ("ABC1DEF,J0,J5", 0, nil),
      ("ABC25", 0, nil), ("ABC1DEF,1,2,3", 0, nil), ("<ABC1", 0, nil),
    ] as [(String, Double, Int?)])
  func aRuleIsReadAsPosixSays(_ text: String, _ time: Double, _ offset: Int?) {
    #expect(PosixTimeZone(text)?.offset(at: Int64(time)) == offset)
  }

  @Test func fixedOffsetsNeedNoFile() {
    let expected: [(String, Int?)] = [
      ("UTC", 0), ("GMT", 0), ("Z", 0), ("+05:45", 20700), ("-0330", -12600), ("+9", 32400), ("-11", -39600),
      ("+15", nil), ("+1:2", nil), ("+", nil), ("+12345", nil), ("05:00", nil), ("+ab", nil), ("+123", nil),
    ]
    for (name, offset) in expected { #expect(TimeZoneRules.fixed(name)?.offset(at: 0) == offset, "\(name)") }
  }
}
