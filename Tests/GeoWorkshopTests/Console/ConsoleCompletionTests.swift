import GeoLua
import Testing

@testable import GeoWorkshop

/// Completion from the catalog.
@Suite struct ConsoleCompletionTests {
  private let completion = ConsoleCompletion(GeoLibrary.catalog, commands: ConsoleCommand.common)

  @Test func commandsStandAtTheBeginning() {
    #expect(completion.names(for: ":de", isFirst: true) == [":device", ":devices"])
    #expect(completion.names(for: ":de", isFirst: false).isEmpty)
  }

  @Test func namesOfModulesClassesAndConstants() {
    #expect(completion.names(for: "geoscript.insp", isFirst: true) == ["geoscript.inspect"])
    #expect(completion.names(for: "geoscript.json.en", isFirst: true) == ["geoscript.json.encode"])
    #expect(completion.names(for: "geoscript.js", isFirst: true) == ["geoscript.json"])
    #expect(completion.names(for: "CLCircularReg", isFirst: true) == ["CLCircularRegion"])
    #expect(completion.names(for: "CLCircularRegion.n", isFirst: true) == ["CLCircularRegion.new"])
    #expect(completion.names(for: "string.for", isFirst: true).contains("string.format"))
  }

  @Test func membersOfObjectsWhateverTheirClass() {
    #expect(
      completion.names(for: "manager:startMonitoringForR", isFirst: true).contains(
        "manager:startMonitoringForRegion"))
    #expect(completion.names(for: "1+m.desiredAcc", isFirst: false) == ["1+m.desiredAccuracy"])
    #expect(completion.names(for: "m.", isFirst: true).isEmpty)
    #expect(completion.names(for: "", isFirst: true).isEmpty)
  }
}
