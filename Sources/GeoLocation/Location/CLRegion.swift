public import GeoCore
public import GeoRegions

/// An area that a device can enter and leave: a circle, in the old form of the class, or the shape of a
/// subclass.
///
/// The geometry never changes. The two switches can change until the object is passed to a callback, which
/// gets a frozen copy shared by all who monitor the same region. Recognize a region by its identifier, never
/// by the object.
///
/// - Units: degrees, meters.
/// - Source: RG-6, RG-7, F-8.
public class CLRegion: CustomStringConvertible {
  /// The center of the circle, or of one that holds the whole shape.
  public let center: CLLocationCoordinate2D
  /// The radius of that circle.
  public let radius: CLLocationDistance
  /// Nil for a circle.
  public let shape: AreaShape?
  /// Unique within the app.
  public let identifier: String
  /// Whether setters are forbidden: a frozen object is shared.
  @exclusivity(unchecked) public internal(set) var isFrozen = false

  /// What notices that a script changes it after its registration.
  @exclusivity(unchecked) package var registrar: AnyObject?

  @exclusivity(unchecked) private var onEntry = true
  @exclusivity(unchecked) private var onExit = true
  @exclusivity(unchecked) private var extras = RegionOptions.none

  /// Performs no checks; a region that cannot be monitored fails when it is registered.
  public init(center: CLLocationCoordinate2D, radius: CLLocationDistance, identifier: String) {
    self.center = center
    self.radius = radius
    self.identifier = identifier
    shape = nil
  }

  /// The initializer for subclasses with another shape.
  init(shape: AreaShape, identifier: String) {
    center = shape.center
    radius = shape.reach
    self.identifier = identifier
    self.shape = shape
  }

  /// The first name of the initializer, `initCircularRegionWithCenter:radius:identifier:` (E-2).
  public convenience init(
    circularRegionWithCenter center: CLLocationCoordinate2D, radius: CLLocationDistance, identifier: String
  ) {
    self.init(center: center, radius: radius, identifier: identifier)
  }

  /// Whether entering is reported; setting it on a frozen region is a programming error.
  public var notifyOnEntry: Bool {
    get { onEntry }
    set {
      precondition(!isFrozen, "a region handed to a callback cannot be changed: register a new one")
      onEntry = newValue
    }
  }

  /// Whether leaving is reported; setting it on a frozen region is a programming error.
  public var notifyOnExit: Bool {
    get { onExit }
    set {
      precondition(!isFrozen, "a region handed to a callback cannot be changed: register a new one")
      onExit = newValue
    }
  }

  /// Requirements beyond plain crossings; setting them on a frozen region is a programming error.
  public var options: RegionOptions {
    get { extras }
    set {
      precondition(!isFrozen, "a region handed to a callback cannot be changed: register a new one")
      extras = newValue
    }
  }

  /// Returns whether `coordinate` lies inside or on the edge.
  ///
  /// - Errors: false if a coordinate or the radius is not a number.
  public func contains(_ coordinate: CLLocationCoordinate2D) -> Bool {
    if let shape { return shape.contains(coordinate) }
    return Geodesic.distance(from: center, to: coordinate) <= radius
  }

  /// The value to monitor, with `desiredAccuracy` as its buffer if above 0.
  public func monitored(desiredAccuracy: CLLocationAccuracy) -> MonitoredRegion {
    MonitoredRegion(
      identifier: identifier, center: center, radius: radius, desiredAccuracy: desiredAccuracy,
      notifyOnEntry: notifyOnEntry, notifyOnExit: notifyOnExit, traits: RegionTraits.make(shape, options))
  }

  /// As Core Location prints it: `CLCircularRegion (identifier:'depot', center:<+35.68,+139.77>, radius:150.00m)`.
  public var description: String {
    let area = shape?.summary ?? "center:\(center.summary), radius:\(fixed(radius, 2))m"
    return "\(type(of: self)) (identifier:'\(identifier)', \(area))"
  }
}
