public import GeoCore
public import GeoRegions

/// Entry point for location updates and region monitoring on a device.
///
/// Calls return at once; callbacks are queued on the device and run after the call that caused them has ended.
///
/// Ownership: the device holds a manager while it runs a service or has a delegate; the delegate is held weakly.
///
/// - Source: CL-1 … CL-22, RG-1 … RG-37, F-8, F-9.
public final class CLLocationManager {
  /// The device of the manager; nil after it was freed.
  public var device: Device? { deviceReference?.takeUnretainedValue() }
  /// Never dangling: a device that is freed sets it to nil in all its managers.
  @exclusivity(unchecked) var deviceReference: Unmanaged<Device>?

  /// The receiver of callbacks; held weakly.
  @exclusivity(unchecked) public weak var delegate: (any CLLocationManagerDelegate)? {
    didSet { device?.updateHold(of: self) }
  }
  /// The desired accuracy: a `kCLLocationAccuracy…` or meters; a preference, not a limit.
  @exclusivity(unchecked) public var desiredAccuracy: CLLocationAccuracy = kCLLocationAccuracyBest {
    didSet { if isListening { device?.updateRadios() } }
  }
  /// Meters to move before the next update; an update with a better accuracy always passes.
  public var distanceFilter: CLLocationDistance {
    get { filter }
    set { filter = newValue }
  }
  // Behind accessors: another module would check each access, since it does not see the attribute.
  @exclusivity(unchecked) private var filter = kCLDistanceFilterNone
  /// Meters per second that the device cannot exceed, nil without limit; an extension.
  ///
  /// A fix that implies a higher speed from the last good one is held until the next. If the next is within
  /// this speed of it, both are used; otherwise the held one is dropped. This affects everything on the
  /// device: regions, updates and `location`. The lowest value of all living managers applies. NaN and values
  /// of 0 or less count as nil.
  public var maximumSpeed: CLLocationSpeed? {
    didSet {
      if let speed = maximumSpeed, !(speed > 0) { maximumSpeed = nil }
      device?.updateSpeedGate()
    }
  }
  /// How to evaluate crossings of regions that this manager registers later; an extension.
  public var regionPolicy = RegionPolicy.guide
  /// The user's activity, a hint for when updates may pause: after 15 minutes within 100 m, in vehicles after
  /// 20.
  public var activityType = CLActivityType.other { didSet { updatePauseRule() } }
  /// Whether standard updates pause while the device rests and resume when it moves; only on a device whose
  /// profile allows it, ``DeviceProfile/pausesLocationUpdates``.
  ///
  /// `locationManagerDidPauseLocationUpdates` reports a pause. The pause ends when the device has clearly
  /// left the place, or when `startUpdatingLocation` is called again;
  /// `locationManagerDidResumeLocationUpdates` comes before the next update. Regions, significant changes and
  /// visits continue meanwhile.
  public var pausesLocationUpdatesAutomatically = true { didSet { updatePausing() } }
  /// Whether updates keep the app running in the background (BG-6).
  public var allowsBackgroundLocationUpdates = false
  /// Stored: there is no status bar.
  public var showsBackgroundLocationIndicator = false

  /// Any object that should live as long as the manager, such as the Lua side's delegate.
  public var attachment: AnyObject?
  /// Called when ``isHeld`` changes, so that a binding can hold its own handle just as long.
  @exclusivity(unchecked) public var onHoldChange: ((Bool) -> Void)?

  /// Whether standard updates run.
  @exclusivity(unchecked) public internal(set) var isUpdatingLocation = false
  /// Whether it was started while the user was being asked, and does not know the answer yet.
  var awaitsPermission = false
  /// The services beside plain updates; nil without any.
  @exclusivity(unchecked) var services: ManagerServices?
  /// The running request for one location.
  @exclusivity(unchecked) var request: LocationRequest?
  /// The update before the one being delivered; nil at first.
  @exclusivity(unchecked) public internal(set) var previousLocation: CLLocation?
  /// The last valid update that was delivered; the filter measures from it.
  @exclusivity(unchecked) var deliveredLocation: CLLocation?
  @exclusivity(unchecked) var headingService = HeadingService()

  /// The number of the map whose user location it provides; 0 for a manager of the app.
  let mapNumber: Int
  /// Which of the managers that each start of the app makes it is, from 1; 0 for another one, and
  /// for one of a map.
  let number: Int

  public convenience init(device: Device) { self.init(device: device, forMap: 0) }

  package init(device: Device, forMap mapNumber: Int) {
    self.mapNumber = mapNumber
    number = mapNumber == 0 ? device.managerNumbers.next(at: device.clock.now) : 0
    deviceReference = .passUnretained(device)
    device.add(self)
  }

  deinit { device?.remove(self) }

  /// Has its delegate told what the app may do, once the call in hand has ended: an app is told so of each manager that
  /// it makes.
  ///
  /// - Source: Apple's reference of `locationManagerDidChangeAuthorization`.
  package func reportAuthorization() {
    guard let device else { return }
    device.queue.append(self, .authorization(device.settings.authorizationStatus))
  }

  /// Whether the device holds it: it has a delegate or runs a service.
  public var isHeld: Bool { delegate != nil || isListening || isUpdatingHeading }

  /// Whether it needs every fix.
  var isListening: Bool {
    isUpdatingLocation || request != nil || services?.isListening ?? false
  }

  /// The newest location of the device; nil before the first, or while none is allowed.
  public var location: CLLocation? {
    guard let device, device.route.deliversLocations else { return nil }
    return device.location
  }

  func implements(_ callback: CLLocationManagerCallback) -> Bool {
    delegate?.implements(callback) ?? false
  }
}

/// A request for one location, with a deadline.
struct LocationRequest {
  let timer: DeviceTimer
  /// The best fix so far, if none is as good as desired.
  var best: CLLocation?
}
