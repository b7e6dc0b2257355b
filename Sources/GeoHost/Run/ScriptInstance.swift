package import Geo
import GeoDelivery
package import GeoLua
import LuaBridge

/// A device, the script instance that runs on it, and the worker's notes on both.
package final class ScriptInstance {
  package let device: Device
  // Each fix passes what is unchecked: the worker's thread alone uses it, and nothing holds it while it calls out.

  /// Nil before the first launch and after the app has ended.
  @exclusivity(unchecked) package var script: RunningScript?
  private let tileFetcher: TileFetcher
  @exclusivity(unchecked) private var madeTiles: TileFetchQueue?
  /// Whether the instance failed for good, so that it is not launched again.
  @exclusivity(unchecked) package var isStopped = false
  /// Whether events released from its window are being handled, which effects of other devices must not
  /// overtake.
  @exclusivity(unchecked) var isDraining = false
  /// Whether it was loaded without an event, because something waits.
  var wasWoken = false
  /// Whether it has changed since the last checkpoint.
  var isDirty = false
  /// Live: whether it has been silent for too long since its last event, or never sent.
  var isSilent = true
  /// Live: whether its first fix has been reported.
  var hasReportedFix = false
  /// Whether a condition has begun or ended since the last checkpoint.
  var hasChangedConditions = false
  /// Whether saving its store has failed and was reported.
  var storeFailed = false
  /// The counts of earlier script instances on this device.
  package var past = Past()
  /// How often a call in the background ran over its limit.
  var hungWakes = 0
  /// So many and it is not started again.
  static let mostHungWakes = 10
  /// Why a later run must not start it.
  var quarantine: String?
  /// Live: when its last event came.
  var lastArrival = -TimeInterval.infinity
  /// The members of its group whose first fix has been reported.
  var memberFixes: Set<DeviceID> = []
  /// How often it was silent for too long.
  var silences = 0
  /// The devices of a group whose script was stopped before it heard of them.
  var unheard: Set<DeviceID> = []
  /// What ``radioTime`` was before the clocks went to the end of the run.
  private var radiosAtLastEvents: RadioTime?
  /// Whether its app ended before the run did, with functions for the run's end.
  private(set) var missesEnd = false
  var twins = DuplicateSenderDetector()
  /// The hash of its store when it was last saved, 0 before.
  var storeHash: UInt64 = 0
  /// The store of a script that has ended, until it is saved.
  var endedStore: String?
  /// The conditions of its alerts; nil before the first that has a key.
  var policy: AlertPolicy?
  /// What its messages take along, by its devices; empty if no sink asks for it.
  var contexts: [DeviceID: MessageContext] = [:]
  @Seldom var earlier: EarlierRun
  /// The regions after the first main chunk, and those of them that it did not register; only if the run reloads.
  private var declared: (all: RegionSet, others: Set<String>)?

  /// What an earlier run left.
  struct EarlierRun: Initial {
    /// What it resumes, until its script has started.
    var resumption: Resumption?
    var group = PastGroup()
  }

  /// What an earlier run saved of a script that was running at its end.
  struct Resumption {
    /// The device's clock.
    var clock: TimeInterval
    var sequence: Int
    var timers: [DeviceTimer.Snapshot]
    var named: [DeviceTimer.Snapshot]
    var lostTimers: Int
  }

  struct PastGroup {
    var snapshot = DeviceGroup.Snapshot()
    /// The stores of members, each with the number of its membership.
    var stores: [String: (membership: Int, value: JSONValue)] = [:]
    /// The hashes of these stores when they were last saved, each with the number of its membership.
    var storeHashes: [String: (membership: Int, hash: UInt64)] = [:]
    /// The texts of those that an instance before this one has changed since the last checkpoint.
    var endedStores: [String: String] = [:]
  }

  package struct Past {
    var alerts = 0
    var suppressedAlerts = 0
    var suppressedMessages = 0
    package var sequence = 0
    /// `geoscript.store`, nil if it was never used.
    var store: JSONValue?
  }

  init(_ device: Device, _ tiles: TileFetcher) { (self.device, tileFetcher) = (device, tiles) }

  /// The tiles that its maps wait for.
  package var tiles: TileFetchQueue {
    if let madeTiles { return madeTiles }
    let made = TileFetchQueue(tileFetcher)
    madeTiles = made
    return made
  }

  package var awaitsTiles: Bool { madeTiles?.isBusy == true }

  func closeTiles() { madeTiles?.close() }

  /// Its devices: the members of its group, or its only one.
  package var devices: [Device] { device.group?.all.map(\.device) ?? [device] }

  /// The device that a record is about; nil in a group where none caused it.
  package func device(called name: String) -> Device? {
    guard let group = device.group else { return device }
    return name.isEmpty ? nil : group.member(named: name)?.device
  }

  /// Keeps which regions the main chunk has registered; those of files count like its own.
  func noteRegions() {
    // An app that is launched again has the regions of its callbacks, too.
    guard declared == nil else { return }
    declared = (device.group?.monitoredSet ?? device.monitoredSet, Set(device.unclaimedRegions))
  }

  /// Whether the main chunk, or a file of fences, has registered a region.
  func hasDeclared(_ region: String) -> Bool {
    guard let declared else { return false }
    return declared.all.slot(of: region) != nil && !declared.others.contains(region)
  }

  var isRunning: Bool { script != nil && !isStopped }

  var alerts: Int { past.alerts + (script?.alertCount ?? 0) }
  package var suppressedAlerts: Int { past.suppressedAlerts + (script?.suppressedAlerts ?? 0) }
  var suppressedMessages: Int { past.suppressedMessages + (script?.suppressedMessages ?? 0) }

  /// Gives a starting script what the last one left.
  func attach(over script: RunningScript) {
    missesEnd = false
    script.savedStore = past.store
    policy?.arm()
    script.resumeGroup(earlier.group.snapshot, stores: earlier.group.stores)
    if let resumption = earlier.resumption {
      script.resume(sequence: resumption.sequence, timers: resumption.timers, named: resumption.named)
      earlier.resumption = nil
    }
  }

  /// How long the radios of its devices were on, up to their last events.
  var radioTime: RadioTime {
    radiosAtLastEvents
      ?? devices.reduce(into: RadioTime()) { if $1.powersManagers { $0 += $1.radioTime } }
  }

  /// Keeps the time of the radios, before the clocks go to the end of the run.
  func readRadios() { radiosAtLastEvents = radioTime }

  /// Ends the script instance and keeps its counts.
  func unload() {
    guard let ended = script else { return }
    missesEnd = ended.awaitsEnd
    past.alerts += ended.alertCount
    past.suppressedAlerts += ended.suppressedAlerts
    past.suppressedMessages += ended.suppressedMessages
    past.sequence = ended.sequence
    script = nil
    device.closeScreen()
    device.closeGeocoding()
    device.closeApproaches()
    closeTiles()
    ended.endApp()
    ended.environment.finish()
  }
}
