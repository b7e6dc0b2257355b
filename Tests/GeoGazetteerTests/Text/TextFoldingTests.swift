import GeoCore
import Testing

@testable import GeoGazetteer

struct TextFoldingTests {
  @Test func everyCodePointIsFoldedAsPythonFoldsIt() {
    for (block, expected) in foldingHashes.enumerated() {
      let first = UInt32(block) * 0x1000
      var hash: UInt64 = 0xcbf2_9ce4_8422_2325
      for code in first..<first + 0x1000 {
        guard let scalar = Unicode.Scalar(code) else { continue }
        // A space at either end separates words: letters around it make it visible.
        let around = TextFolding.fold("x\(String(Character(scalar)))x").unicodeScalars.dropFirst().dropLast()
        for byte in "\(String(code, radix: 16)) \(String(String.UnicodeScalarView(around)))\n".utf8 {
          hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
        }
      }
      #expect(hash == expected, "U+\(String(first, radix: 16))")
    }
  }

  /// - Source: the same names in GeoNames' alternateNames, spelled in several ways there.
  @Test(arguments: [
    ("São Paulo", "sao paulo"), ("Tōkyō", "tokyo"), ("ＴＯＫＹＯ", "tokyo"), ("Łódź", "lodz"), ("Køge", "koge"),
    ("Straße", "strasse"), ("Æbeltoft", "aebeltoft"), ("Đà Nẵng", "da nang"), ("İstanbul", "istanbul"),
    ("Diyarbakır", "diyarbakir"), ("L’Aquila", "laquila"), ("Saint-Denis", "saint denis"),
    ("Reykjavík", "reykjavik"),
    ("Ísafjörður", "isafjordur"), ("トウキョウ", "とうきよう"), ("とうきょう", "とうきよう"), ("ﾄｳｷｮｳ", "とうきよう"),
    ("ガ", "が"), ("か\u{3099}", "が"), ("ｶﾞ", "が"), ("ﾊﾟ", "ぱ"), ("シドニー", "しどに"), ("東京", "東京"),
    ("القاهرة", "القاهره"), ("الْقَاهِرَة", "القاهره"), ("أسوان", "اسوان"), ("Орёл", "орел"), ("ОРЕЛ", "орел"),
    ("יְרוּשָׁלַיִם", "ירושלימ"), ("서울", "서울"), ("\u{1109}\u{1165}\u{110b}\u{116e}\u{11af}", "서울"), ("١٢٣", "123"),
    ("१२३", "123"), ("〒100-0005", "100 0005"), ("Αθήνα", "αθηνα"), ("दिल्ली", "दिल्ली"), ("St. John's", "st johns"),
    ("  a,,b\u{0}c\t", "a b c"), ("", ""), ("!!!", ""), ("ﬁ", "fi"), ("½", "1 2"), ("№ 5", "no 5"),
  ])
  func namesBecomeWhatPeopleType(name: String, folded: String) {
    #expect(TextFolding.fold(name) == folded)
  }

  @Test func whatIsFoldedStaysAsItIs() {
    for name in ["São Paulo", "ﾊﾟﾘ", "ﷺ", "Ǆ", "각", "ÅÅ", "‘Amrān"] {
      let once = TextFolding.fold(name)
      #expect(TextFolding.fold(once) == once)
    }
  }
}
