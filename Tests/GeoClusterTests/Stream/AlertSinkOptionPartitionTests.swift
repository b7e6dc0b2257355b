import GeoHost
import Testing

@testable import GeoCluster
@testable import GeoDelivery

@Suite struct AlertSinkOptionPartitionTests {
  @Test func eachPartitionHasItsFileOfAlerts() {
    #expect(AlertSinkOption.path("alerts.ndjson", ofPartition: 5) == "alerts.5.ndjson")
    #expect(AlertSinkOption.path("a.b/alerts", ofPartition: 0) == "a.b/alerts.0")
    #expect(AlertSinkOption.path("/x/.alerts", ofPartition: 1) == "/x/.alerts.1")
    #expect(AlertSinkOption.text.ofPartition(1) == nil)
  }
}
