import Geo
import GeoFeeds
import GeoFormats

/// What a run has opened and works with until its end.
struct RunResources {
  let plan: WorkerPlan
  let output: Output
  /// Where live sources put what comes; nil where it is replayed.
  let inbox: LiveInbox?
  /// Nil without `--state`.
  let checkpointer: Checkpointer?
  let pool: WorkerPool
}

/// What came of a run.
struct RunOutcome {
  var counts = RunCounts()
  /// What stopped it half-way.
  var fault: GeoError?
  /// Files none of whose records could be used.
  var unusable: [String] = []
  /// What else went wrong.
  var laterFaults: [GeoError] = []
  /// Where the clocks of all devices end, at least.
  var end = -TimeInterval.infinity
  /// How the run that is replayed left its clocks.
  var stop = RecordedStop()

  /// A run that goes on where an earlier one stopped ends no earlier.
  init(resuming checkpointer: Checkpointer?) { if let clock = checkpointer?.clock { end = clock } }

  var faults: [GeoError] { (fault.map { [$0] } ?? []) + laterFaults }
}
