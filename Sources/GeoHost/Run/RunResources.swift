package import Geo
import GeoDelivery
import GeoFeeds
import GeoFormats

/// What a run opens and uses until its end.
package struct RunResources {
  /// What a new version of script and fences replaces.
  package var plan: WorkerPlan
  package let output: Output
  /// The inbox of live sources; nil in a replay.
  let inbox: LiveInbox?
  /// Nil without `--state`.
  let checkpointer: Checkpointer?
  /// Quiet hours and groups; nil without.
  let alertStage: AlertStage?
  package let pool: WorkerPool
  /// Nil unless the run is a service of systemd.
  let service: ServiceNotifier?
  /// The socket of consoles; nil without a state directory.
  var console: ConsoleServer?
}

extension RunResources {
  /// What a partition of a stream uses: its worker has the sources, the signals and the service.
  package init(plan: WorkerPlan, output: Output, checkpointer: Checkpointer, pool: WorkerPool) {
    self.init(
      plan: plan, output: output, inbox: nil, checkpointer: checkpointer, alertStage: nil, pool: pool,
      service: nil)
  }
}

/// The result of a run.
package struct RunOutcome {
  package var counts = RunCounts()
  /// The fault that stopped it early.
  package var fault: GeoError?
  /// Whether files brought an event.
  var hasEvents = false
  /// Whether it ended early to begin anew.
  var isCut = false
  /// Files none of whose records could be used.
  var unusable: [String] = []
  /// The line of the summary about the costliest callbacks.
  var profileLine: String?
  /// Further faults.
  package var laterFaults: [GeoError] = []
  /// The least time at which the clocks of all devices end.
  var end = -TimeInterval.infinity
  /// How the recorded run left its clocks.
  var stop = RecordedStop()

  /// A run that resumes an earlier one does not end before it.
  package init(resuming checkpointer: Checkpointer?) { if let clock = checkpointer?.clock { end = clock } }

  var faults: [GeoError] { (fault.map { [$0] } ?? []) + laterFaults }
}
