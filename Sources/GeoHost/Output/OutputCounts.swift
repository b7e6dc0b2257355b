import Geo
import GeoDelivery

extension Output {
  /// What has been said so far.
  struct Reports {
    var failures = FailureLog()
    var stops = 0
    var notices = 0
    var firstFixes = 0
    var said: Set<String> = []
    /// What was warned of and counts at the end.
    var codes: Set<GeoError.Code> = []
    var hasUnusableFile = false
    /// The first of what was warned of and counts, for the summary of `--json`.
    var faults: Set<RunFault> = []
    /// Messages to channels, by channel.
    var messages: [String: Int] = [:]
    /// The filters that an alert has passed.
    var passed: Set<SinkFilter> = []

    /// Keeps a fault for the summary, once, and only the first few.
    mutating func add(_ fault: RunFault) {
      if faults.count < Output.reportLimit { faults.insert(fault) }
    }
  }
}
