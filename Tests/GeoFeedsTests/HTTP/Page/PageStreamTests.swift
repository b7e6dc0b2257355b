import Testing

@testable import GeoFeeds

/// HO-111.
@Suite struct PageStreamTests {
  private func text(_ line: [UInt8]?) -> String? { line.map { String(decoding: $0, as: UTF8.self) } }

  private func append(_ texts: String..., to journal: PageJournal, at now: Double) {
    for text in texts { journal.append(Array(text.utf8), at: now) }
  }

  @Test func aPageCatchesUpFromTheMemory() {
    let journal = PageJournal()
    append("a", "b", "c", to: journal, at: 0)
    // However old they are.
    var stream = PageStream(journal, after: 0)
    #expect((0..<4).map { _ in text(stream.next(at: 1000)) } == ["a", "b", "c", nil])
    var again = PageStream(journal, after: 2)
    #expect((0..<2).map { _ in text(again.next(at: 1000)) } == ["c", nil])
    // The number of another run.
    var other = PageStream(journal, after: 17)
    #expect(text(other.next(at: 1000)) == "a")
  }

  @Test func aSlowPageGetsTheNewest() {
    let journal = PageJournal()
    var stream = PageStream(journal, after: 0)
    append("a", to: journal, at: 0)
    #expect(text(stream.next(at: 0)) == "a")
    #expect(stream.next(at: 0) == nil)
    append("b", "c", to: journal, at: 1)
    append("d", to: journal, at: 12)
    #expect(text(stream.next(at: 12)) == "{\"type\":\"skipped\",\"messages\":2}\n")
    #expect(text(stream.next(at: 12)) == "d")
    #expect(stream.next(at: 12) == nil)
  }

  @Test func whatIsForgottenIsSaid() {
    let journal = PageJournal(bytes: 2)
    append("a", to: journal, at: 0)
    var stream = PageStream(journal, after: 1)
    append("b", "c", "d", "e", to: journal, at: 1)
    #expect(text(stream.next(at: 1)) == "{\"type\":\"skipped\",\"messages\":2}\n")
    #expect(text(stream.next(at: 1)) == "d")
    #expect(text(stream.next(at: 1)) == "e")
  }

  @Test func silenceIsFilled() {
    var stream = PageStream(PageJournal(), after: 0)
    #expect(stream.next(at: 0) == nil)
    #expect(stream.next(at: 10) == nil)
    #expect(text(stream.next(at: 16)) == "{\"type\":\"alive\"}\n")
    #expect(stream.next(at: 20) == nil)
    #expect(!stream.isDead(at: 100))
    // Nobody takes anything.
    #expect(stream.isDead(at: 107))
  }
}
