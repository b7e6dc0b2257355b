public import GeoCore
public import GeoRegions

/// One call that a manager's delegate is waiting for.
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

/// The subject of a region callback, for delegates and for code that raises an alert inside the callback.
///
/// A class, because it passes through several queues and is created once for each event.
public final class RegionReport: Sendable {
  /// Which callback it is.
  public let callback: CLLocationManagerCallback
  public let region: MonitoredRegion
  /// The monitor's event.
  let event: RegionEvent
  /// The time on the device's clock.
  public let time: TimeInterval
  /// The last known location of the device.
  public let location: CLLocation?
  /// Why monitoring failed.
  public let error: NSError?
  /// The watch on another device that caused it; nil for a region's.
  public let proximity: ProximityWatch?
  /// The beacons of the region; nil for an area.
  public let beacon: CLBeaconIdentity?

  /// ``error``, or else the general monitoring failure.
  public var failure: NSError { error ?? CLError.regionMonitoringFailure.error() }
  public var state: CLRegionState { CLRegionState(event.state) }
  /// The same for all events of one visit; 0 outside a visit.
  public var visit: UInt64 { event.visit }
  /// Seconds that the visit lasted, at an exit; so far, at a dwell.
  public var visitDuration: TimeInterval { event.visitDuration }
  /// When it happened on the clock of measurements: `time`, unless it was known later.
  public var timestamp: TimeInterval { event.timestamp }
  /// Whether it happened between two fixes, by passing straight through.
  public var isCrossed: Bool { event.isCrossed }

  /// A report of a monitor's decision.
  init(
    _ event: RegionEvent, _ region: MonitoredRegion, time: TimeInterval, location: CLLocation?,
    proximity: ProximityWatch? = nil, beacon: CLBeaconIdentity? = nil
  ) {
    self.beacon = beacon
    (self.event, self.region, self.time, self.location) = (event, region, time, location)
    callback = event.kind.callback
    error = nil
    self.proximity = proximity
  }

  /// A report about a region that no fix has changed.
  init(
    _ callback: CLLocationManagerCallback, _ region: MonitoredRegion, time: TimeInterval,
    state: RegionState = .unknown, error: NSError? = nil, proximity: ProximityWatch? = nil,
    beacon: CLBeaconIdentity? = nil
  ) {
    self.beacon = beacon
    (self.callback, self.region, self.time, self.error) = (callback, region, time, error)
    event = RegionEvent(
      kind: .determined, state: state, slot: .max, visit: 0, timestamp: time, visitDuration: 0)
    location = nil
    self.proximity = proximity
  }
}

extension RegionEvent.Kind {
  fileprivate var callback: CLLocationManagerCallback {
    switch self {
    case .enter: .didEnterRegion
    case .exit: .didExitRegion
    case .dwell: .didDwellInRegion
    case .determined: .didDetermineState
    }
  }
}
