public import GeoCore
public import GeoRegions

/// An app's door to location updates and region monitoring on its device.
///
/// Calls return at once; callbacks are queued on the device and run after the call that caused them has ended.
///
/// Ownership: the device holds a manager while it runs a service or has a delegate; the delegate is held weakly.
///
/// - Source: CL-1 … CL-22, RG-1 … RG-37, F-8, F-9.
public final class CLLocationManager {
  /// The phone it is on, nil when that is gone.
  public var device: Device? { deviceReference?.takeUnretainedValue() }
  /// Never dangling: a device that dies sets it to nil in all its managers.
  @exclusivity(unchecked) var deviceReference: Unmanaged<Device>?

  /// Who is told; held weakly.
  @exclusivity(unchecked) public weak var delegate: (any CLLocationManagerDelegate)? {
    didSet { device?.updateHold(of: self) }
  }
  /// The accuracy wished for: a `kCLLocationAccuracy…` or meters; a wish, not a limit.
  @exclusivity(unchecked) public var desiredAccuracy: CLLocationAccuracy = kCLLocationAccuracyBest {
    didSet { if isListening { device?.updateRadios() } }
  }
  /// Meters to move before the next update; one with a better accuracy is not held back.
  @exclusivity(unchecked) public var distanceFilter: CLLocationDistance = kCLDistanceFilterNone
  /// Meters per second that the device cannot exceed, nil without limit; ours.
  ///
  /// A fix that implies more from the last good one is held until the next. If that is within this speed of it, both are
  /// used, else it is dropped. It concerns everything on the device, regions, updates and `location`; of several
  /// managers the lowest holds, as long as the manager lives. NaN and what is not above 0 count as nil.
  public var maximumSpeed: CLLocationSpeed? {
    didSet {
      if let speed = maximumSpeed, !(speed > 0) { maximumSpeed = nil }
      device?.updateSpeedGate()
    }
  }
  /// How crossings are judged of regions that are registered through this manager from now on; ours.
  public var regionPolicy = RegionPolicy.guide
  /// What the user is doing, a hint for when updates may pause: after 15 minutes within 100 m, in vehicles after 20.
  public var activityType = CLActivityType.other { didSet { updatePauseRule() } }
  /// Whether standard updates pause while the device rests and resume when it moves; only on a device whose profile
  /// says so, ``DeviceProfile/pausesLocationUpdates``.
  ///
  /// `locationManagerDidPauseLocationUpdates` tells of a pause. It ends when the device has clearly left the place, or
  /// when `startUpdatingLocation` is called again; `locationManagerDidResumeLocationUpdates` comes before the next
  /// update. Regions, significant changes and visits go on meanwhile.
  public var pausesLocationUpdatesAutomatically = true { didSet { updatePausing() } }
  /// Whether updates keep the app running in the background (BG-6).
  public var allowsBackgroundLocationUpdates = false

  /// Whatever its owner wants to keep as long as it lives, such as the Lua side's delegate.
  public var attachment: AnyObject?
  /// Told when ``isHeld`` changes, so that a binding can hold its own handle just as long.
  @exclusivity(unchecked) public var onHoldChange: ((Bool) -> Void)?

  /// Whether standard updates run.
  @exclusivity(unchecked) public internal(set) var isUpdatingLocation = false
  /// Whether it was started while the user is being asked, and has not been told what came of it.
  var awaitsPermission = false
  /// What runs beside plain updates, nil for nothing.
  @exclusivity(unchecked) var services: ManagerServices?
  /// The request for one location that runs.
  @exclusivity(unchecked) var request: LocationRequest?
  /// The update before the one being delivered, nil at first.
  @exclusivity(unchecked) public internal(set) var previousLocation: CLLocation?
  /// The last valid update that was delivered, which the filter measures from.
  @exclusivity(unchecked) var deliveredLocation: CLLocation?
  @exclusivity(unchecked) var headingService = HeadingService()

  /// The number of the map that it finds the user for, 0 for a manager of the app's.
  let mapNumber: Int

  public convenience init(device: Device) { self.init(device: device, forMap: 0) }

  package init(device: Device, forMap mapNumber: Int) {
    self.mapNumber = mapNumber
    deviceReference = .passUnretained(device)
    device.add(self)
  }

  deinit { device?.remove(self) }

  /// Whether the device holds it: it has a delegate or runs a service.
  public var isHeld: Bool { delegate != nil || isListening || isUpdatingHeading }

  /// Whether every fix concerns it.
  var isListening: Bool {
    isUpdatingLocation || request != nil || services?.isListening ?? false
  }

  /// The newest location of the device, nil before the first or while none may be had.
  public var location: CLLocation? {
    guard let device, device.route.deliversLocations else { return nil }
    return device.location
  }

  func implements(_ callback: CLLocationManagerCallback) -> Bool {
    delegate?.implements(callback) ?? false
  }
}

/// One location wanted, until a deadline.
struct LocationRequest {
  let timer: DeviceTimer
  /// The best so far, where none is as good as desired.
  var best: CLLocation?
}
