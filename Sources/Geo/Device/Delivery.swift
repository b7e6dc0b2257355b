/// One call that a manager's delegate is still to get.
struct Delivery {
  enum Message {
    case location(CLLocation)
    case failure(NSError)
    case authorization(CLAuthorizationStatus)
    case region(RegionReport)
    case heading(CLHeading)
    /// The question whether the calibration panel may be shown.
    case headingCalibration
    case service(ServiceMessage)
  }

  let manager: CLLocationManager
  let message: Message
}

/// What a region callback is about, for those who raise an alert inside it.
///
/// An object, not a value: it passes through queues several times and is made once for each event.
public final class RegionReport: Sendable {
  /// Which callback it is.
  public let callback: CLLocationManagerCallback
  public let region: MonitoredRegion
  public let state: CLRegionState
  /// The time on the device's clock.
  public let time: TimeInterval
  /// The same for all events of one visit, 0 outside of one.
  public let visit: UInt64
  /// Seconds that the visit lasted, at an exit; so far, at a dwell.
  public let visitDuration: TimeInterval
  /// When it happened by the clock of measurements: `time`, unless it was known later.
  public let timestamp: TimeInterval
  /// Whether it happened between two fixes, on a pass right through.
  public let isCrossed: Bool
  /// Where the device was known to be.
  public let location: CLLocation?
  /// Why monitoring failed.
  public let error: NSError?
  /// The watch on another device that it comes from; nil for a region's.
  public let proximity: ProximityWatch?
  /// Where the region lies in its set, a hint for finding its object.
  let slot: UInt32

  init(
    _ callback: CLLocationManagerCallback, _ region: MonitoredRegion, time: TimeInterval,
    state: CLRegionState = .unknown, visit: UInt64 = 0, visitDuration: TimeInterval = 0,
    timestamp: TimeInterval? = nil, isCrossed: Bool = false, location: CLLocation? = nil,
    error: NSError? = nil, proximity: ProximityWatch? = nil, slot: UInt32 = .max
  ) {
    self.callback = callback
    self.region = region
    self.state = state
    self.time = time
    self.visit = visit
    self.visitDuration = visitDuration
    self.timestamp = timestamp ?? time
    self.isCrossed = isCrossed
    self.location = location
    self.error = error
    self.proximity = proximity
    self.slot = slot
  }
}

/// The calls that wait, first come first served.
struct DeliveryQueue {
  private var items: [Delivery] = []
  private var head = 0

  var isEmpty: Bool { items.isEmpty }

  /// The number of calls that wait.
  var count: Int { items.count - head }

  mutating func append(_ manager: CLLocationManager, _ message: Delivery.Message) {
    items.append(Delivery(manager: manager, message: message))
  }

  mutating func pop() -> Delivery? {
    guard head < items.count else {
      // Ten thousand idle devices keep no buffers; a busy one keeps a small one.
      items.removeAll(keepingCapacity: items.capacity <= 4)
      head = 0
      return nil
    }
    head += 1
    return items[head - 1]
  }

  /// Drops the updates of a manager that wants no more.
  mutating func dropLocations(of manager: CLLocationManager) {
    drop {
      switch $0.message {
      case .location, .service(.deferredLocations): $0.manager === manager
      default: false
      }
    }
  }

  /// Replaces what waits for a manager; nil drops it.
  mutating func change(of manager: CLLocationManager, _ change: (Delivery.Message) -> Delivery.Message?) {
    guard !items.isEmpty else { return }
    items.removeSubrange(..<head)
    head = 0
    items = items.compactMap { item in
      guard item.manager === manager else { return item }
      return change(item.message).map { Delivery(manager: manager, message: $0) }
    }
  }

  /// Drops the headings of a manager that wants no more.
  mutating func dropHeadings(of manager: CLLocationManager) {
    drop {
      switch $0.message {
      case .heading, .headingCalibration: $0.manager === manager
      default: false
      }
    }
  }

  /// Drops the events of a region that is watched no more; a failure to watch it is still told.
  mutating func dropRegion(_ identifier: String) {
    drop {
      guard case .region(let report) = $0.message else { return false }
      return report.region.identifier == identifier && report.error == nil
    }
  }

  private mutating func drop(_ isUnwanted: (Delivery) -> Bool) {
    guard !items.isEmpty else { return }
    items.removeSubrange(..<head)
    head = 0
    items.removeAll(where: isUnwanted)
  }
}
