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

/// What a region callback is about, for the delegates, and for those who raise an alert inside it.
///
/// An object, not a value: it passes through queues several times and is made once for each event.
public final class RegionReport: Sendable {
  /// Which callback it is.
  public let callback: CLLocationManagerCallback
  public let region: MonitoredRegion
  /// What the monitor says of it.
  let event: RegionEvent
  /// The time on the device's clock.
  public let time: TimeInterval
  /// Where the device was known to be.
  public let location: CLLocation?
  /// Why monitoring failed.
  public let error: NSError?
  /// The watch on another device that it comes from; nil for a region's.
  public let proximity: ProximityWatch?

  /// ``error``, or that monitoring failed.
  public var failure: NSError { error ?? CLError.regionMonitoringFailure.error() }
  public var state: CLRegionState { CLRegionState(event.state) }
  /// The same for all events of one visit, 0 outside of one.
  public var visit: UInt64 { event.visit }
  /// Seconds that the visit lasted, at an exit; so far, at a dwell.
  public var visitDuration: TimeInterval { event.visitDuration }
  /// When it happened by the clock of measurements: `time`, unless it was known later.
  public var timestamp: TimeInterval { event.timestamp }
  /// Whether it happened between two fixes, on a pass right through.
  public var isCrossed: Bool { event.isCrossed }

  /// What a monitor has decided.
  init(
    _ event: RegionEvent, _ region: MonitoredRegion, time: TimeInterval, location: CLLocation?,
    proximity: ProximityWatch? = nil
  ) {
    (self.event, self.region, self.time, self.location) = (event, region, time, location)
    callback = event.kind.callback
    error = nil
    self.proximity = proximity
  }

  /// What is told of a region that no fix has changed.
  init(
    _ callback: CLLocationManagerCallback, _ region: MonitoredRegion, time: TimeInterval,
    state: RegionState = .unknown, error: NSError? = nil, proximity: ProximityWatch? = nil
  ) {
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
