import Testing

@testable import GeoFeeds

/// Subjects and partitions of a stream (SC-11).
@Suite struct PartitionSubjectTests {
  /// The hashes of 32 bits are those of draft-eastlake-fnv, appendix C (FNV-1a of "", "a", "foobar").
  @Test(arguments: [("", 0x811c_9dc5), ("a", 0xe40c_292c), ("foobar", 0xbf9c_f968)])
  func thePartitionIsTheHashModuloTheNumber(_ token: String, _ hash: Int) {
    for count in [1, 7, 64, 1024] {
      #expect(PartitionSubject.partition(of: token, among: count) == hash % count)
    }
  }

  @Test func namesAreOneTokenEach() {
    #expect(PartitionSubject.token("Van-7_b") == "Van-7_b")
    #expect(PartitionSubject.token("jane/phone.1") == "jane%2Fphone%2E1")
    #expect(PartitionSubject.token("a *>%") == "a%20%2A%3E%25")
    #expect(PartitionSubject.token("日") == "%E6%97%A5")
    // A token of a subject is not empty.
    #expect(PartitionSubject.token("") == "%")
  }

  @Test func theSubjectNamesThePartition() {
    let number = Int(0xe40c_292c) % 64
    #expect(PartitionSubject.fix(group: "a", device: "b c", partitions: 64) == "p.\(number).fix.a.b%20c")
  }
}
