public import GeoCore
public import GeoLocation

/// Finds a place by its position, once, and notifies its delegate: the old form of ``CLGeocoder``.
///
/// Ownership: its device holds it while a request runs; the delegate is held weakly.
///
/// - Source: Apple's reference of `MKReverseGeocoder`; GC-8, GC-16 … GC-19, F-11.
public final class MKReverseGeocoder {
  public let coordinate: CLLocationCoordinate2D
  /// The receiver of callbacks; held weakly.
  public weak var delegate: (any MKReverseGeocoderDelegate)?
  /// The result; its ``MKPlacemark/coordinate`` is that of the request.
  public private(set) var placemark: MKPlacemark?
  /// Called when the host starts and stops holding it for its request, so that a binding can hold its own
  /// handle just as long.
  public var onHoldChange: ((Bool) -> Void)?

  /// Any object that should live as long as the geocoder, such as the Lua side's delegate.
  public var attachment: AnyObject?

  private let queue: GeocodeQueue
  private let now: () -> NSDate
  private var wasStarted = false
  // Weak: the task holds this object, and the queue holds the task while it is pending.
  private weak var task: GeocodeTask?

  public init(coordinate: CLLocationCoordinate2D, device: Device) {
    self.coordinate = coordinate
    queue = device.madeGeocodeQueue
    let clock = device.clock
    now = { NSDate(timeIntervalSince1970: clock.now) }
  }

  /// Whether it has been started and has not called its delegate yet.
  public var isQuerying: Bool { task != nil }

  /// Starts the request; the delegate is called once, later at the same time of the device's clock.
  ///
  /// - Parameter memory: held until then.
  /// - Errors: ``GeoError`` if it was started before: each geocoder makes one request.
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

  /// Cancels the request without calling the delegate. Without a request nothing happens.
  public func cancel() {
    guard let task else { return }
    self.task = nil
    queue.drop(task)
    onHoldChange?(false)
  }
}

/// The callbacks of a reverse geocoder.
public protocol MKReverseGeocoderDelegate: AnyObject {
  func reverseGeocoder(_ geocoder: MKReverseGeocoder, didFind placemark: MKPlacemark) throws
  func reverseGeocoder(_ geocoder: MKReverseGeocoder, didFailWithError error: NSError) throws
}

extension NSError {
  /// The error as in the old class: an empty result is one of Map Kit's errors.
  fileprivate var ofReverseGeocoder: NSError {
    guard domain == kCLErrorDomain, code == CLError.geocodeFoundNoResult.rawValue else { return self }
    return MKErrorCode.placemarkNotFound.error(userInfo[NSLocalizedDescriptionKey])
  }
}
