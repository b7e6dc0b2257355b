import Geo
import GeoFeeds
import GeoFormats

/// What a run opens and uses until its end.
struct RunResources {
  /// What a new version of script and fences replaces.
  var plan: WorkerPlan
  let output: Output
  /// The inbox of live sources; nil in a replay.
  let inbox: LiveInbox?
  /// Nil without `--state`.
  let checkpointer: Checkpointer?
  /// Quiet hours and groups; nil without.
  let alertStage: AlertStage?
  let pool: WorkerPool
  /// Nil unless the run is a service of systemd.
  let service: ServiceNotifier?
  /// The socket of consoles; nil without a state directory.
  var console: ConsoleServer?
}

/// The result of a run.
struct RunOutcome {
  var counts = RunCounts()
  /// The fault that stopped it early.
  var fault: GeoError?
  /// Whether files brought an event.
  var hasEvents = false
  /// Whether it ended early to begin anew.
  var isCut = false
  /// Files none of whose records could be used.
  var unusable: [String] = []
  /// The line of the summary about the costliest callbacks.
  var profileLine: String?
  /// Further faults.
  var laterFaults: [GeoError] = []
  /// The least time at which the clocks of all devices end.
  var end = -TimeInterval.infinity
  /// How the recorded run left its clocks.
  var stop = RecordedStop()

  /// A run that resumes an earlier one does not end before it.
  init(resuming checkpointer: Checkpointer?) { if let clock = checkpointer?.clock { end = clock } }

  var faults: [GeoError] { (fault.map { [$0] } ?? []) + laterFaults }
}
