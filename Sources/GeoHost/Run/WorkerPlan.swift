import Geo
import GeoFeeds
import GeoFormats
import GeoLua

/// What all workers of a run share: values only. Each partition of a stream has one with its own devices and state.
struct WorkerPlan: Sendable {
  // What a reload replaces is not constant.
  var script: ScriptFile
  var requirements: RequiredDeviceCapabilities
  var options: RunOptions
  var fences: RegionSet
  var directory: DeviceDirectory
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
  var privacy: PrivacyZones?
  /// The wall clock of a live run; nil in a replay.
  var live: LiveClock?
  /// The saved state of `--state`.
  var saved: SavedState?
  /// Keeps what the run is made of; nil without a state directory.
  var kept: KeptSources?
  /// The state that the run in a recording began from; nothing is written to it. Nil with a state of its own.
  var recorded: SavedState?
  /// What devices continue from.
  var past: SavedState? { saved ?? recorded }
  /// The keys of alerts that fire.
  var firing: FiringAlerts { options.feed.firing }
  /// Set by the first failure under `--strict`: all workers stop.
  let failed = AtomicFlag()
  /// What `geoscript check` knows about lines that fail.
  var advice: ScriptAdvice
  /// The files that the run uses itself.
  var files: RunFiles
  /// The tables of `--table`.
  let tables: RunTables
  /// What is shown to Home Assistant.
  var mirrors: [HomeAssistantMirror] = []
  /// What one instance of the script stands for.
  var unit = ScriptUnit.device
  /// Whether the script says so.
  var declaresUnit = false
  /// Who is with whom; nil without `--group-by`.
  var grouping: Grouping?
  /// The groups of devices that each have a script.
  var groupBook = GroupBook()
  /// What `--metrics` shows; nil without it.
  var metrics: RunMetrics?
  /// The changes of `--what-if`; nil without them.
  var changes: RegionChanges?
  /// The page that is served; nil without one.
  var page: ServedPage?
  /// What `--settings` says of devices.
  var settings: SettingsFile?
  /// Whether the run has taken too long; only tests have a limit.
  var isOver: @Sendable () -> Bool = { false }
}

extension WorkerPlan {
  /// Ends what the workers shared.
  func close() {
    for mirror in mirrors { mirror.close() }
    geocoding?.close()
    routing?.close()
    tiles.close()
  }
}
