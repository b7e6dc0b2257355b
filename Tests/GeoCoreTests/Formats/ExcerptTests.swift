import Testing

@testable import GeoCore

/// Texts and numbers in messages.
@Suite struct ExcerptTests {
  @Test func anExcerptIsShortAndMovesNoTerminal() {
    #expect(excerpt("Tōkyō") == "Tōkyō")
    #expect(excerpt("\u{1B}[2Jx\ny") == "[2Jx y")
    #expect(excerpt(String(repeating: "é", count: 60)) == String(repeating: "é", count: 60))
    #expect(excerpt(String(repeating: "é", count: 61)) == String(repeating: "é", count: 60) + "…")
    #expect(excerpt(Array("ab".utf8)) == "ab")
    #expect(excerpt([0xFF, 0x61]) == "\u{FFFD}a")
  }

  @Test func numbersHaveTheirDigits() {
    #expect(UInt8(10).hexadecimal == "0a" && UInt16(0x1F).hexadecimal == "001f")
    #expect(UInt64(255).hexadecimal == "00000000000000ff")
    #expect(0.123456789.rounded(decimals: 6) == 0.123457)
    #expect((-0.00000001).rounded(decimals: 5).sign == .plus)
    #expect(fixed(-0.5, 1) == "-0.5" && fixed(2, 0) == "2" && fixed(1.005, 2, signed: true) == "+1.00")
  }
}
