package import Geo
package import GeoDelivery
import GeoFeeds
import GeoFormats
package import GeoLua

/// What all workers of a run share: values only. Each partition of a stream has one with its own devices and state.
package struct WorkerPlan: Sendable {
  // What a reload replaces is not constant.
  package var script: ScriptFile
  package var requirements: RequiredDeviceCapabilities
  package var options: RunOptions
  package var fences: RegionSet
  package var directory: DeviceDirectory
  let order: ReorderWindow.Policy
  /// Fetches tiles for all workers.
  let tiles: TileFetcher
  /// Asks geocoding servers for all workers; nil without such servers.
  let geocoding: GeocodingFetcher?
  /// Asks the router for all workers; nil without one.
  var routing: Fetcher<RoutePageRequest>?
  /// What servers answered in the recordings that are played; nil without such.
  var answers: RecordedAnswers?
  /// The recorders of `--record` and `--record-exact`.
  var recorders: [Recorder] = []
  /// The zones of `--privacy-zone`; nil without it.
  package var privacy: PrivacyZones?
  /// The clock of a live run or of a partition; nil in a replay.
  package var live: LiveClock?
  /// The saved state of `--state`.
  package var saved: SavedState?
  /// Keeps what the run is made of; nil without a state directory.
  var kept: KeptSources?
  /// The state that the run in a recording began from; nothing is written to it. Nil with a state of its own.
  var recorded: SavedState?
  /// What devices continue from.
  var past: SavedState? { saved ?? recorded }
  /// The keys of alerts that fire.
  var firing: FiringAlerts { options.feed.firing }
  /// Set by the first failure under `--strict`: all workers stop.
  package let failed = AtomicFlag()
  /// What `geoscript check` knows about lines that fail.
  package var advice: ScriptAdvice
  /// The files that the run uses itself.
  var files: RunFiles
  /// The tables of `--table`.
  package let tables: RunTables
  /// What is shown to Home Assistant.
  package var mirrors: [HomeAssistantMirror] = []
  /// What one instance of the script stands for.
  var unit = ScriptUnit.device
  /// Whether the script says so.
  package var declaresUnit = false
  /// Who is with whom; nil without `--group-by`.
  var grouping: Grouping?
  /// The groups of devices that each have a script.
  package var groupBook = GroupBook()
  /// What `--metrics` shows; nil without it.
  package var metrics: RunMetrics?
  /// The changes of `--what-if`; nil without them.
  var changes: RegionChanges?
  /// The page; nil without one.
  var page: (any PageDisplay)?
  /// What `--settings` says of devices.
  package var settings: SettingsFile?
  /// Whether the run has taken too long; only tests have a limit.
  var isOver: @Sendable () -> Bool = { false }
}

extension WorkerPlan {
  /// Ends what the workers shared.
  package func close() {
    for mirror in mirrors { mirror.close() }
    geocoding?.close()
    routing?.close()
    tiles.close()
  }
}
