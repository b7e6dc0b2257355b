import Geo
import GeoDelivery
import GeoHost
import GeoLua
import LuaBridge

/// Records what a page shows of a worker's devices.
///
/// How much it keeps of a device depends only on the device's number, so that `--jobs` changes no page but that of
/// devices that change their group.
final class PageRecorder: PageRecording {
  /// Devices beyond this number are not on the page.
  static let mostDevices = 10_000
  /// The most different sentences about a device.
  static let mostTexts = 20_000

  /// Bytes of a text of which only the beginning is kept.
  static let longestText = 4096
  /// Bytes of an entry that is not long.
  static let shortEntry = 1024

  /// How much is kept of a device.
  struct Limit {
    var fixes: Int
    var entries: Int
    /// Bytes of its long entries, beyond the first kilobyte of each.
    var bytes: Int
    /// Bytes of what its maps showed.
    var maps: Int

    init(_ device: DeviceID) {
      switch device.index {
      case ..<8: (fixes, entries, bytes, maps) = (131_072, 20_000, 8 << 20, 256 << 10)
      case ..<100: (fixes, entries, bytes, maps) = (16_384, 2_000, 1 << 20, 32 << 10)
      case ..<2_000: (fixes, entries, bytes, maps) = (1_024, 200, 64 << 10, 4 << 10)
      default: (fixes, entries, bytes, maps) = (256, 50, 16 << 10, 0)
      }
    }
  }

  private var records: [UInt32: PageRecord] = [:]
  private let directory: DeviceDirectory
  /// Gets what changes, for a page that is served; nil for one that is written at the end.
  private let feed: PageFeed?
  private let privacy: PrivacyZones?
  /// The number of its worker.
  private let shard: Int
  /// Gets all that the worker's devices show at the end, for a page that is written then.
  private let handIn: (([PageTrack]) -> Void)?
  private var changed: [PageRecord] = []
  /// Devices whose maps are to be read later.
  private var waiting: [DeviceID] = []
  /// Whether a device had a map.
  private var hasMaps = false

  init(
    _ directory: DeviceDirectory, _ feed: PageFeed?, _ privacy: PrivacyZones? = nil, shard: Int,
    handIn: (([PageTrack]) -> Void)? = nil
  ) {
    (self.directory, self.feed, self.privacy, self.shard, self.handIn) = (
      directory, feed, privacy, shard, handIn
    )
  }

  func listener(to device: DeviceID) -> (any PageListener)? { record(of: device) }

  /// Returns the record of a device; nil for a device beyond the limit.
  func record(of device: DeviceID) -> PageRecord? {
    if let known = records[device.index] { return known }
    guard device.index < PageRecorder.mostDevices else { return nil }
    let record = PageRecord(
      device, name: directory.name(of: device), shard: shard, limit: Limit(device), privacy,
      isServed: feed != nil)
    if feed != nil {
      record.handedOver = PageRecord.HandedOver()
      record.onChange = { [weak self] in self?.changed.append($0) }
    }
    records[device.index] = record
    return record
  }

  /// Takes a fix as it came.
  func add(_ event: DeviceEvent) {
    guard case .location(let fix) = event.payload else { return }
    record(of: event.device)?.add(fix, at: event.timestamp)
  }

  /// Takes a record of a script.
  func add(_ record: ScriptRecord, of instance: ScriptInstance) {
    self.record(of: (instance.device(called: record.device) ?? instance.device).id)?.add(record)
  }

  func addState(of instance: ScriptInstance) {
    addStore(of: instance)
    addLateAlerts(of: instance)
    addMaps(of: instance)
  }

  /// Takes the store of a script after an event.
  private func addStore(of instance: ScriptInstance) {
    guard let script = instance.script, let text = try? script.storeText() else { return }
    record(of: instance.device.id)?.add(store: text, at: instance.device.clock.now, sequence: script.sequence)
  }

  /// Takes the alerts of fixes that came too late, after an event.
  private func addLateAlerts(of instance: ScriptInstance) {
    let count = instance.suppressedAlerts
    guard count > 0, let record = record(of: instance.device.id), count > record.lateAlerts else { return }
    record.lateAlerts = count
    record.addSuppressed(
      "the fix is over 15 minutes old (late = true raises the alert)", of: nil, at: instance.device.clock.now,
      instance.script?.sequence ?? instance.past.sequence)
  }

  /// Takes what the maps of a script show, after an event; one that shows much is read less often.
  ///
  /// - Parameter isEnd: whether there is no later time.
  func addMaps(of instance: ScriptInstance, isEnd: Bool = false) {
    // What a script draws may be where a zone hides positions.
    guard privacy == nil else { return }
    let maps = instance.device.maps
    // Most scripts never have one.
    guard !maps.isEmpty || hasMaps else { return }
    hasMaps = true
    guard let record = record(of: instance.device.id), record.maps.most > 0,
      !maps.isEmpty || !record.maps.isEmpty
    else { return }
    let time = instance.device.clock.now
    let now = feed == nil ? time : monotonicSeconds()
    guard isEnd || record.maps.isDue(at: now) else {
      guard let feed, !record.maps.isWaiting else { return }
      record.maps.isWaiting = true
      waiting.append(instance.device.id)
      return feed.wishes.wait()
    }
    let isNew =
      if let script = instance.script {
        script.environment.enter { record.maps.add(maps, at: time, now: now) }
      } else { record.maps.add(maps, at: time, now: now) }
    if isNew { record.noteChange() }
  }

  /// Hands over what has changed since the last time.
  ///
  /// - Parameter instances: by device number.
  func handOver(_ instances: [ScriptInstance?]) {
    let again = waiting
    waiting = []
    for device in again {
      record(of: device)?.maps.isWaiting = false
      if let instance = instances[Int(device.index)] { addMaps(of: instance) }
    }
    guard let feed, !changed.isEmpty else { return }
    let tracks = changed.compactMap { $0.takeChanges() }
    changed.removeAll(keepingCapacity: true)
    feed.add(tracks)
  }

  func finish(_ worker: Worker) {
    drawFirst(worker)
    guard let handIn else { return }
    let hubs = worker.instances.compactMap { $0?.device }
    handIn(tracks(hubs + worker.instances.flatMap { $0?.devices ?? [] }))
  }

  /// What the page shows, by device.
  private func tracks(_ devices: [Device]) -> [PageTrack] {
    let watched = Dictionary(devices.map { ($0.id.index, $0.monitoredSet) }, uniquingKeysWith: { $1 })
    return records.values.map { record in
      let set = watched[record.track.device.index] ?? .empty
      return record.summary(watched: privacy?.masked(set) ?? set)
    }
  }
}
