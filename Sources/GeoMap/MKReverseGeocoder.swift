public import GeoCore
public import GeoLocation

/// Finds what is at a place, once, and tells its delegate: the old form of ``CLGeocoder``.
///
/// Ownership: its device holds it while it is at work; the delegate is held weakly.
///
/// - Source: Apple's reference of `MKReverseGeocoder`; GC-8, GC-16 … GC-19, F-11.
public final class MKReverseGeocoder {
  public let coordinate: CLLocationCoordinate2D
  /// Who is told; held weakly.
  public weak var delegate: (any MKReverseGeocoderDelegate)?
  /// What was found; its ``MKPlacemark/coordinate`` is just that of the request.
  public private(set) var placemark: MKPlacemark?
  /// Told when the host begins to hold it for its request, and when it ends, so that a binding can hold its own handle
  /// just as long.
  public var onHoldChange: ((Bool) -> Void)?

  /// Whatever its owner wants to keep as long as it lives, such as the Lua side's delegate.
  public var attachment: AnyObject?

  private let queue: GeocodeQueue
  private let now: () -> NSDate
  private var wasStarted = false
  // Weak: the task holds this, and the queue the task while it is on its way.
  private weak var task: GeocodeTask?

  public init(coordinate: CLLocationCoordinate2D, device: Device) {
    self.coordinate = coordinate
    queue = device.madeGeocodeQueue
    let clock = device.clock
    now = { NSDate(timeIntervalSince1970: clock.now) }
  }

  /// Whether it has been started and has not told its delegate yet.
  public var isQuerying: Bool { task != nil }

  /// Asks; the delegate is told once, later at the same time of the device's clock.
  ///
  /// - Parameter memory: kept until then.
  /// - Errors: ``GeoError`` when it was started before: each asks once.
  public func start(keeping memory: AnyObject? = nil) throws(GeoError) {
    guard !wasStarted else {
      throw GeoError(.data, "the reverse geocoder was already started (create a new one for each request)")
    }
    var request = GeocodeRequest(.position(coordinate))
    request.limit = 1
    let task = GeocodeTask(request) { [self] _, outcome in
      self.task = nil
      defer { withExtendedLifetime(memory) { onHoldChange?(false) } }
      switch outcome {
      case .success(let places):
        guard let place = places.first else { return }
        let found = MKPlacemark(place, at: coordinate, now: now())
        placemark = found
        try delegate?.reverseGeocoder(self, didFind: found)
      case .failure(let error):
        try delegate?.reverseGeocoder(self, didFailWithError: error.ofReverseGeocoder)
      }
    }
    try queue.add(task)
    wasStarted = true
    self.task = task
    onHoldChange?(true)
  }

  /// Gives the request up: the delegate hears nothing of it. One that is not at work is left as it is.
  public func cancel() {
    guard let task else { return }
    self.task = nil
    queue.drop(task)
    onHoldChange?(false)
  }
}

/// Who is told what a reverse geocoder found.
public protocol MKReverseGeocoderDelegate: AnyObject {
  func reverseGeocoder(_ geocoder: MKReverseGeocoder, didFind placemark: MKPlacemark) throws
  func reverseGeocoder(_ geocoder: MKReverseGeocoder, didFailWithError error: NSError) throws
}

extension NSError {
  /// As the old class tells it: that nothing is there is an error of Map Kit's.
  fileprivate var ofReverseGeocoder: NSError {
    guard domain == kCLErrorDomain, code == CLError.geocodeFoundNoResult.rawValue else { return self }
    return MKErrorCode.placemarkNotFound.error(userInfo[NSLocalizedDescriptionKey])
  }
}
