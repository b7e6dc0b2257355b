import Geo
import GeoFeeds

/// What a run has opened and works with until its end.
struct RunStage {
  let plan: WorkerPlan
  let output: Output
  /// Where live sources put what comes; nil where it is replayed.
  let inbox: LiveInbox?
  /// Nil without `--state`.
  let keeper: StateKeeper?
  let pool: WorkerPool
}

/// What came of a run.
struct RunOutcome {
  var tally = RunTally()
  /// What stopped it half-way.
  var fault: GeoError?
  /// What else went wrong.
  var laterFaults: [GeoError] = []
  /// Where the clocks of all devices end, at least.
  var end = -TimeInterval.infinity
  /// How the run that is replayed left its clocks.
  var stop = RecordedStop()

  /// A run that goes on where an earlier one stopped ends no earlier.
  init(resuming keeper: StateKeeper?) { if let clock = keeper?.clock { end = clock } }

  var faults: [GeoError] { (fault.map { [$0] } ?? []) + laterFaults }
}
