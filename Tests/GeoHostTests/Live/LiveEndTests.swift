import CommandTesting
import Geo
import GeoFeeds
import Testing

@testable import GeoDelivery
@testable import GeoHost

/// The reports of a run whose sources are gone, or whose devices were silent.
@Suite struct LiveEndTests {
  @Test func theFaultThatEndsARunNamesItsSources() throws {
    func fault(_ names: String...) throws -> String? {
      let inbox = LiveInbox { 1000 }
      let directory = DeviceDirectory()
      let sources = names.map { name in
        FakeSource(name, directory) { source, inbox in
          inbox.post(.end(source: source.name, fault: "the password is wrong"))
        }
      }
      var options = RunOptions(script: "")
      options.isQuiet = true
      let output = Output(options, sinks: try AlertSinks([]), isLive: true)
      return try LiveLoop(sources, inbox, WorkerPool([], directory), nil, output).run()?.description
    }
    #expect(try fault("mqtt://one") == "mqtt://one: the source has ended with a fault")
    let both = try #require(try fault("mqtt://one", "mqtt://two"))
    #expect(both.hasSuffix(": all sources have ended with a fault"))
    #expect(both.contains("mqtt://one") && both.contains("mqtt://two"))
  }

  @Test func theSummaryNamesSilentDevices() {
    var counts = RunCounts()
    counts.silences = 3
    counts.silentNames = ["van", "dog"]
    #expect(counts.lines(seconds: 1).contains("silent for too long: 3 times (dog, van)"))
    counts.silentNames = (10..<22).map { "van-\($0)" }
    #expect(
      counts.lines(seconds: 1).contains {
        $0.hasSuffix("(\(counts.silentNames.prefix(10).joined(separator: ", ")) and 2 more)")
      })
  }
}
