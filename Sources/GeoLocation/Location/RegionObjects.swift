import GeoCore
public import GeoRegions

/// What the devices of one worker share: the same object for the same region on each of them.
///
/// Owner: the worker, through its devices. Objects are held weakly: they live as long as they are in use.
public final class RegionObjects {
  private struct WeakObject {
    weak var object: CLRegion?
  }

  @exclusivity(unchecked) private var objects: [MonitoredRegion: WeakObject] = [:]
  private var purgeCount = 64
  /// The most recent objects, by the region's place in its set; a hint that is verified before use.
  @exclusivity(unchecked) private var recent: [CLRegion?] = []
  /// Sets whose regions have all passed the checks, so that the next device can skip them.
  var checkedSets: [RegionSet: CLLocationDistance] = [:]
  /// The buffer that the monitor appends to; shared, because one device at a time needs it.
  @exclusivity(unchecked) var events: [RegionEvent] = []

  private var profile: SharedProfile?

  public init() {}

  /// The profile of the devices that have begun with this one.
  func shared(_ profile: DeviceProfile) -> SharedProfile {
    if let known = self.profile, known.value == profile { return known }
    let made = SharedProfile(profile)
    self.profile = made
    return made
  }

  /// Returns the frozen object for the region of a report.
  func object(for report: RegionReport) -> CLRegion {
    let slot = Int(report.event.slot)
    // Kept alive here: a script that reads a region at each crossing gets one object for all of them.
    guard slot < RegionObjects.recentLimit else { return object(for: report.region) }
    if slot < recent.count, let known = recent[slot], known.represents(report.region) { return known }
    while recent.count <= slot { recent.append(nil) }
    let made = object(for: report.region)
    recent[slot] = made
    return made
  }

  private static let recentLimit = 1 << 20

  /// Returns the frozen object for `region`; the buffer does not matter.
  public func object(for region: MonitoredRegion) -> CLRegion {
    var key = region
    key.buffer = 0
    if let known = objects[key]?.object { return known }
    let made = region.makeObject()
    made.isFrozen = true
    if objects.count >= purgeCount {
      objects = objects.filter { $0.value.object != nil }
      purgeCount = max(64, objects.count * 2)
    }
    objects[key] = WeakObject(object: made)
    return made
  }
}

extension Device {
  /// The frozen object for a region, which all devices of a worker share.
  public func regionObject(for region: MonitoredRegion) -> CLRegion { regionObjects.object(for: region) }
}

extension CLRegion {
  /// Whether this frozen object represents `region`; the buffer does not matter.
  fileprivate func represents(_ region: MonitoredRegion) -> Bool {
    center == region.center && radius == region.radius && identifier == region.identifier
      && notifyOnEntry == region.notifyOnEntry && notifyOnExit == region.notifyOnExit
      && (region.traits == nil ? shape == nil && options == .none : hasTraits(of: region))
  }

  private func hasTraits(of region: MonitoredRegion) -> Bool {
    shape == region.shape && options == region.options
  }
}

extension MonitoredRegion {
  /// Returns a region object of this shape, with these switches and options.
  public func makeObject() -> CLRegion {
    let made: CLRegion =
      switch shape {
      case .polygon(let polygon): PolygonRegion(polygon, identifier: identifier)
      case .corridor(let corridor): CorridorRegion(corridor, identifier: identifier)
      case .box(let box): BoxRegion(box, identifier: identifier)
      case nil: CLCircularRegion(center: center, radius: radius, identifier: identifier)
      }
    made.notifyOnEntry = notifyOnEntry
    made.notifyOnExit = notifyOnExit
    made.options = options
    return made
  }
}
