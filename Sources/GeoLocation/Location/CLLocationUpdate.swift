public import GeoCore

/// One of the live updates: where the device is, or why that is not known.
///
/// - Source: Apple's reference of `CLLocationUpdate`.
public final class CLLocationUpdate {
  /// The newest location; nil if there is none.
  public let location: CLLocation?
  /// Whether the device rests: by the rule of automatic pauses.
  public let isStationary: Bool
  /// Whether the receiver finds no position at present.
  public let locationUnavailable: Bool
  private let settings: DeviceSettings

  init(
    _ location: CLLocation?, isStationary: Bool, locationUnavailable: Bool = false, settings: DeviceSettings
  ) {
    self.location = location
    self.isStationary = isStationary
    self.locationUnavailable = locationUnavailable
    self.settings = settings
  }

  /// Whether the user has denied the app its location.
  public var authorizationDenied: Bool { settings.servicesEnabled && settings.authorizationStatus == .denied }
  /// Whether location services are off for all apps.
  public var authorizationDeniedGlobally: Bool { !settings.servicesEnabled }
  /// Whether a restriction denies the app its location.
  public var authorizationRestricted: Bool { settings.authorizationStatus == .restricted }
  /// Whether the user is being asked.
  public var authorizationRequestInProgress: Bool { settings.authorizationStatus == .notDetermined }
}

/// Live updates of a device: standard updates of a manager of their own, one value at a time.
///
/// Only the newest value is kept while nothing takes it.
///
/// - Source: Apple's reference of `CLLocationUpdate.liveUpdates(_:)`; CL-24 … CL-26.
public final class CLLiveUpdates {
  /// What the updates are for; the raw values are what scripts write.
  public enum Configuration: String, Sendable, CaseIterable {
    case `default`, automotiveNavigation, otherNavigation, fitness, airborne

    fileprivate var activityType: CLActivityType {
      switch self {
      case .default: .other
      case .automotiveNavigation: .automotiveNavigation
      case .otherNavigation: .otherNavigation
      case .fitness: .fitness
      case .airborne: .airborne
      }
    }
  }

  private let manager: CLLocationManager
  private let rule: VisitMonitor.Rule
  private weak var device: Device?
  /// Detects rest, also on a device whose updates do not pause.
  private var stay: StayWatch? { manager.services?.rest }
  private var hasStarted = false
  private var newest: CLLocationUpdate?
  private var last: CLLocation?
  /// Gets the next update, once; nil while nothing waits.
  public var receiver: ((CLLocationUpdate) -> Void)?

  public init(_ configuration: Configuration = .default, device: Device) {
    self.device = device
    manager = CLLocationManager(device: device)
    manager.activityType = configuration.activityType
    rule = configuration.activityType.pauseRule
  }

  deinit { stop() }

  /// Starts the updates; does nothing if they run.
  public func start() {
    guard let device, !hasStarted else { return }
    hasStarted = true
    let known = manager.earlier?.rest ?? VisitMonitor.Snapshot()
    let rest = StayWatch(
      VisitMonitor(rule: rule, snapshot: known), on: device.madeServiceTimers, as: .rest
    ) { [unowned self] _ in put(update(last)) }
    manager.changeServices { $0.rest = rest }
    manager.delegate = self
    if device.settings.authorizationStatus != .authorizedAlways,
      device.settings.authorizationStatus != .authorizedWhenInUse
    {
      put(update(nil))
    }
    manager.startUpdatingLocation()
    if manager.earlier != nil { last = manager.deliveredLocation }
  }

  /// Ends the updates.
  public func stop() {
    hasStarted = false
    receiver = nil
    newest = nil
    manager.stopUpdatingLocation()
    manager.changeServices { $0.rest = nil }
    manager.delegate = nil
  }

  /// Takes the newest update; nil if it has been taken.
  public func take() -> CLLocationUpdate? {
    defer { newest = nil }
    return newest
  }

  private func update(_ location: CLLocation?, isUnavailable: Bool = false) -> CLLocationUpdate? {
    guard let device else { return nil }
    return CLLocationUpdate(
      location, isStationary: stay?.monitor.isStaying ?? false, locationUnavailable: isUnavailable,
      settings: device.settings)
  }

  private func put(_ update: CLLocationUpdate?) {
    guard let update else { return }
    guard let receiver else { return newest = update }
    self.receiver = nil
    receiver(update)
  }
}

extension CLLiveUpdates: CLLocationManagerDelegate {
  public func implements(_ callback: CLLocationManagerCallback) -> Bool {
    switch callback {
    case .didUpdateLocations, .didFailWithError, .didChangeAuthorizationStatus,
      .locationManagerDidResumeLocationUpdates:
      true
    default: false
    }
  }

  public func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
    guard let location = locations.last else { return }
    last = location
    if location.horizontalAccuracy >= 0 {
      let fix = Fix(coordinate: location.coordinate, horizontalAccuracy: location.horizontalAccuracy)
      _ = stay?.ingest(fix, timestamp: location.timestamp.timeIntervalSince1970)
    }
    put(update(location))
  }

  public func locationManager(_ manager: CLLocationManager, didFailWithError error: NSError) {
    // A denial is said by the change of the authorization, too: one update is enough.
    guard error.code != CLError.denied.rawValue else { return }
    put(update(nil, isUnavailable: true))
  }

  public func locationManager(
    _ manager: CLLocationManager, didChangeAuthorization status: CLAuthorizationStatus
  ) {
    put(update(nil))
  }

  public func locationManagerDidResumeLocationUpdates(_ manager: CLLocationManager) {
    stay?.restart(VisitMonitor(rule: rule))
  }
}
