import Testing

@testable import GeoCore

@Suite struct SeldomTests {
  private struct Names: Initial {
    var all: [String] = []
    var counts = (0, 0, 0)
  }

  private struct Owner {
    @Seldom var names: Names
  }

  @Test func itReadsAsTheInitialValueUntilItIsChanged() {
    var owner = Owner()
    #expect(owner.names.all.isEmpty)
    owner.names.all.append("a")
    owner.names.all.append("b")
    #expect(owner.names.all == ["a", "b"])
  }

  @Test func aCopyChangesAlone() {
    var owner = Owner()
    owner.names.all = ["a"]
    var copy = owner
    copy.names.all.append("b")
    #expect(owner.names.all == ["a"] && copy.names.all == ["a", "b"])
    owner.names = Names()
    #expect(owner.names.all.isEmpty && copy.names.all == ["a", "b"])
  }

  @Test func itIsAPointerWideWhateverItHolds() {
    #expect(MemoryLayout<Names>.size == 32 && MemoryLayout<Seldom<Names>>.size == 8)
  }
}
