import Testing

@testable import GeoGazetteer

@Suite struct HouseNumberTests {
  @Test(arguments: [
    ("12", 12, 12), ("12 A", 12, 12), ("12-16", 12, 16), ("12 – 16", 12, 16), ("12/3", 12, 12), ("S 4", 4, 4),
    ("", 0, 0), ("A", 0, 0), ("16-12", 16, 16), ("99999999999999999999", 0, 0), ("１２", 12, 12),
    ("12-99999", 12, 12),
  ])
  func aNumberHasItsValueAndItsRange(text: String, value: Int, last: Int) {
    let number = HouseNumber(text)
    #expect(number.value == value)
    #expect(number.last == last)
  }

  @Test(
    arguments: [
      ("12", "12", 3), ("12 A", "12a", 3), ("12-16", "14", 2), ("12-15", "13", 2), ("12 A", "12", 1),
      ("12", "12 A", 1),
      ("12-16", "12-16", 3), ("S 4", "s4", 3),
    ] as [(String, String, Int)])
  func aHouseAnswersForItsNumber(house: String, wanted: String, score: Int) {
    #expect(HouseNumber(house).match(HouseNumber(wanted)) == score)
  }

  @Test(arguments: [("12-16", "13"), ("12", "13"), ("12-16", "18"), ("A", "B"), ("12", ""), ("", "12")])
  func aHouseDoesNotAnswerForOthers(house: String, wanted: String) {
    #expect(HouseNumber(house).match(HouseNumber(wanted)) == nil)
  }

  @Test(arguments: [
    ("Main St", "main street"), ("Main St.", "main street"), ("St. James St", "saint james street"),
    ("N Main St", "north main street"), ("Main St NW", "main street northwest"), ("5th Ave", "5th avenue"),
    ("Hauptstr.", "hauptstrasse"), ("Hauptstraße", "hauptstrasse"), ("MANNERHEIMINTIE", "mannerheimintie"),
    ("Yrjönkatu", "yrjonkatu"), ("St", "st"), ("N", "n"), ("", ""),
  ])
  func namesOfStreetsAreComparedInFull(name: String, folded: String) {
    #expect(StreetNames.folded(name) == folded)
  }
}
