public import GeoCore

/// A script's view of a named monitor: conditions, and the events of their changes.
///
/// The device keeps the monitor, whether or not its app runs.
///
/// - Source: Apple's reference of `CLMonitor`; RG-40 … RG-44.
public final class CLMonitor {
  private let monitor: ConditionMonitor
  private weak var device: Device?

  /// Opens the monitor of that name.
  ///
  /// - Errors: ``GeoError`` if it is open.
  public init(_ name: String, device: Device) throws(GeoError) {
    monitor = try device.openMonitor(name)
    self.device = device
  }

  public var name: String { monitor.name }

  /// The identifiers of its conditions, in the order in which they were added.
  public var identifiers: [String] { monitor.identifiers }

  /// Watches a condition. An equal one under the same identifier keeps its state; another one replaces it.
  ///
  /// - Parameter state: what the first determination is compared with: it is an event if it differs.
  public func add(
    _ condition: CLCondition, identifier: String, assuming state: CLMonitoringState = .unknown
  ) {
    device?.add(condition, identifier, assuming: state, to: monitor)
  }

  /// Forgets a condition and its events; does nothing if there is none.
  public func remove(_ identifier: String) { monitor.remove(identifier) }

  /// What is known of a condition; nil for an unknown identifier. While a task handles an event, the last event is the
  /// one before it.
  ///
  /// - Source: Apple's sample «Monitoring location changes with Core Location»; RG-40.
  public func record(for identifier: String) -> CLMonitorRecord? { monitor.visibleRecord(of: identifier) }

  /// Takes the oldest event that waits; nil without one.
  public func nextEvent() -> CLMonitorEvent? { monitor.next() }

  /// Gets the next event, once; nil ends that.
  public var receiver: ((CLMonitorEvent) -> Void)? {
    get { monitor.receiver }
    set {
      monitor.endHandling()
      monitor.receiver = newValue
    }
  }
}

/// A circle as the condition of a monitor: satisfied while the device is inside or on the edge.
///
/// - Units: degrees, meters.
/// - Source: Apple's reference of `CLMonitor.CircularGeographicCondition`.
public final class CLCircularGeographicCondition: Sendable {
  public let center: CLLocationCoordinate2D
  public let radius: CLLocationDistance

  public init(center: CLLocationCoordinate2D, radius: CLLocationDistance) {
    self.center = center
    self.radius = radius
  }
}

/// Being near a beacon as the condition of a monitor.
///
/// - Source: Apple's reference of `CLMonitor.BeaconIdentityCondition`; RG-45.
public final class CLBeaconIdentityCondition: Sendable {
  public let identity: CLBeaconIdentity

  public init(_ identity: CLBeaconIdentity) { self.identity = identity }
}
