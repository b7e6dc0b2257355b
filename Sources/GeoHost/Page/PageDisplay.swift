package import Geo
package import GeoDelivery
package import GeoFeeds
package import GeoLua

/// What shows a run to people: a page in a file, or a served one.
package protocol PageDisplay: AnyObject, Sendable {
  /// Hears what becomes of alerts.
  var fates: AlertFates { get }
  /// What people do on the page; nil if it only shows.
  var hands: PageHands? { get }

  /// Returns what records the devices of the worker of that number.
  func recorder(_ directory: DeviceDirectory, _ privacy: PrivacyZones?, shard: Int) -> any PageRecording
  /// Returns the server that an HTTP source of this address shares with the page; nil if it needs its own.
  func server(sharedWith address: SourceAddress) -> PageServer?
  /// Shows regions, though no device watches them yet.
  func show(_ regions: RegionSet)
  /// Takes away regions that a reload has taken away.
  func retire(_ regions: Set<MonitoredRegion>)
  /// Returns what readers wish: to see the screens of devices, and what has changed on maps without an event.
  func takeWishes() -> (devices: Set<String>, publishes: Bool)

  /// Says where the page is, before the run begins.
  func announce(_ run: Run, to output: Output)
  /// Writes the page, after the last alert has arrived or failed; returns what went wrong.
  func write(_ run: Run, _ output: Output) -> GeoError?
  /// Tells readers that the run is over.
  func end(_ output: Output)
  /// Stays until a signal, after a replay; under `--watch` until a file changes.
  func stay(_ output: Output, _ service: ServiceNotifier?, _ reload: ReloadRule?)
  /// Gives readers time to hear how a live run ended.
  func drain()
  /// Ends serving.
  func stop()
}

/// What a page records of the devices of one worker; only the worker's thread uses it.
package protocol PageRecording: AnyObject {
  /// Takes a fix as it came.
  func add(_ event: DeviceEvent)
  /// Takes a record of a script.
  func add(_ record: ScriptRecord, of instance: ScriptInstance)
  /// Takes what a script has left after an event: its store, its maps, and alerts that came too late.
  func addState(of instance: ScriptInstance)
  /// Returns what hears the reasons of a device; nil for a device that the page does not show.
  func listener(to device: DeviceID) -> (any PageListener)?
  /// Hands over what has changed since the last time.
  ///
  /// - Parameter instances: by device number.
  func handOver(_ instances: [ScriptInstance?])
  /// Draws the maps of devices that readers want to see.
  func draw(_ devices: Set<String>, of worker: Worker)
  /// Takes all that the page shows at the end of the run, while the devices are there.
  func finish(_ worker: Worker)
}

/// What hears the reasons of a device for a page.
package protocol PageListener: AnyObject {
  /// The device, while it runs.
  var device: Device? { get set }

  func add(_ explanation: Explanation, of device: Device, sequence: Int)
}

/// What makes the page of a run.
package protocol PageMaker: Sendable {
  /// Prepares a page in a file, before anything is read.
  ///
  /// - Errors: ``GeoError`` for what would fail later.
  func file(_ path: String, of run: Run) throws(GeoError) -> any PageDisplay
  /// Begins to serve a page; the state directory is there.
  ///
  /// - Errors: ``GeoError`` for an address that cannot be used.
  func server(
    _ page: PageOptions, at door: PageDoor, of run: Run, sources addresses: [SourceAddress],
    metrics: RunMetrics?
  ) throws(GeoError) -> any PageDisplay
}
