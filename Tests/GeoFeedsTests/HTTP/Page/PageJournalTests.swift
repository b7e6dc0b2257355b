import Testing

@testable import GeoFeeds

/// HO-111.
@Suite struct PageJournalTests {
  private func journal(_ count: Int, bytes: Int = 1000, seconds: Double = 100) -> PageJournal {
    let journal = PageJournal(bytes: bytes, seconds: seconds)
    for number in 0..<count {
      journal.append([UInt8](repeating: UInt8(number % 256), count: 100), at: Double(number))
    }
    return journal
  }

  @Test func messagesComeInOrder() {
    let journal = journal(3)
    #expect((journal.first, journal.last) == (1, 3))
    #expect(journal.next(after: 0)?.number == 1)
    #expect(journal.next(after: 2)?.line.first == 2)
    #expect(journal.next(after: 3) == nil)
    #expect(PageJournal().next(after: 0) == nil)
  }

  @Test func theOldestAreForgotten() {
    let journal = journal(25)
    #expect((journal.first, journal.last) == (16, 25))
    #expect(journal.next(after: 0)?.number == 16)
    #expect(journal.next(after: 20)?.number == 21)
  }

  @Test func itForgetsByAgeToo() {
    let journal = journal(5, seconds: 2)
    #expect(journal.first == 3)
    journal.append([1], at: 1000)
    // The newest always stays.
    #expect((journal.first, journal.last) == (6, 6))
  }

  @Test func longRunsStaySmall() {
    let journal = journal(10_000)
    #expect((journal.first, journal.last) == (9991, 10_000))
    #expect(journal.next(after: 9995)?.number == 9996)
  }

  @Test func aMessageLargerThanTheMemoryStays() {
    let journal = PageJournal(bytes: 10, seconds: 1)
    journal.append([UInt8](repeating: 0, count: 100), at: 0)
    #expect(journal.next(after: 0)?.number == 1)
  }
}
