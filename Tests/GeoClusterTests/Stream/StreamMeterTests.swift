import Testing

@testable import GeoCluster
@testable import GeoHost

/// The metrics of a worker of a stream (SC-43).
@Suite struct StreamMeterTests {
  private let table = LeaseTable()

  /// The samples at the second 104 of the monotonic clock, and 1000 s after 1970.
  private func samples(_ meter: StreamMeter) -> [String] {
    var text = PrometheusText()
    meter.write(to: &text, now: 104, wall: 1000)
    return text.text.split(separator: "\n").map(String.init).filter { !$0.hasPrefix("#") }
  }

  @Test func leasesAndPositionsAreShown() {
    let clock = ServerClock()
    clock.answered(1003, sent: 103, at: 103)
    let meter = StreamMeter("nats://127.0.0.1:4222", table, clock)
    meter.count(drops: 1)
    meter.count(drops: 2)
    table.set(LeaseTable.Lease(epoch: 7, number: 7, value: "1 2 3", renewed: 102.5), of: 12)
    table.set(LeaseTable.Lease(epoch: 9, number: 9, value: "1 2 4", renewed: 101), of: 3)
    // Renewed, not taken again.
    table.set(LeaseTable.Lease(epoch: 9, number: 11, value: "1 2 4", renewed: 103), of: 3)
    table.see(workers: 2)
    meter.update(12, StreamMeter.Progress(sequence: 500, oldest: 990, waiting: 4, version: 2))
    meter.update(3, StreamMeter.Progress(sequence: 80, waiting: 1))
    #expect(
      samples(meter) == [
        #"geoscript_stream_connected{stream="nats://127.0.0.1:4222"} 1"#, "geoscript_stream_drops_total 3",
        "geoscript_stream_clock_skew_seconds -4", "geoscript_workers 2",
        "geoscript_leases_taken_total 2", "geoscript_leases_lost_total 0",
        #"geoscript_lease_age_seconds{partition="3"} 1"#,
        #"geoscript_lease_age_seconds{partition="12"} 1.5"#,
        #"geoscript_partition_position{partition="3"} 80"#,
        #"geoscript_partition_position{partition="12"} 500"#,
        #"geoscript_partition_waiting_messages{partition="3"} 1"#,
        #"geoscript_partition_waiting_messages{partition="12"} 4"#,
        #"geoscript_partition_version{partition="3"} 0"#,
        #"geoscript_partition_version{partition="12"} 2"#,
        #"geoscript_partition_lag_seconds{partition="3"} 0"#,
        // By the server's clock, not by that of this machine.
        #"geoscript_partition_lag_seconds{partition="12"} 14"#,
      ])
  }

  @Test func whatHasEndedIsNoLongerShown() {
    let meter = StreamMeter("nats://h", table)
    table.set(LeaseTable.Lease(epoch: 7, number: 7, value: "v", renewed: 100), of: 1)
    meter.update(1, StreamMeter.Progress(sequence: 5))
    meter.update(isConnected: false)
    table.lose(1)
    meter.remove(1)
    #expect(
      samples(meter) == [
        #"geoscript_stream_connected{stream="nats://h"} 0"#, "geoscript_stream_drops_total 0",
        "geoscript_workers 1",
        "geoscript_leases_taken_total 1", "geoscript_leases_lost_total 1",
      ])
  }
}
