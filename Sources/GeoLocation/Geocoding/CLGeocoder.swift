public import GeoCore

/// Finds the name of a place, or the place of a name.
///
/// It can be reused, but has one request at a time: another one meanwhile fails, and the first continues.
///
/// - Source: Apple's reference of `CLGeocoder`; GC-8 … GC-12, GC-20, F-11, GC-25 … GC-29.
public final class CLGeocoder {
  /// Called once for each request, later at the same time of the device's clock: with places, the best first,
  /// or with an error in ``kCLErrorDomain``.
  public typealias CompletionHandler = ([CLPlacemark]?, NSError?) throws -> Void

  private let queue: GeocodeQueue
  private let now: () -> NSDate
  // Weak: the task holds this object, and the queue holds the task while it is pending.
  private weak var active: GeocodeTask?
  /// The number of handlers still to be called.
  private var waiting = 0 {
    didSet { if (waiting == 0) != (oldValue == 0) { onHoldChange?(waiting > 0) } }
  }
  /// Called when the host starts and stops holding it for a request, so that a binding can hold its own
  /// handle just as long.
  public var onHoldChange: ((Bool) -> Void)?

  public init(device: Device) {
    queue = device.madeGeocodeQueue
    let clock = device.clock
    now = { NSDate(timeIntervalSince1970: clock.now) }
  }

  /// Whether a request is pending.
  public var isGeocoding: Bool { active != nil }

  /// Finds the place at a location.
  ///
  /// - Parameter locale: the language of names, such as `ja` or `pt_BR`; nil for each place's own.
  /// - Errors: ``GeoError`` if too many requests are made at one time; the handler is not called then.
  public func reverseGeocodeLocation(
    _ location: CLLocation, preferredLocale locale: String? = nil,
    completionHandler: @escaping CompletionHandler
  ) throws(GeoError) {
    var request = GeocodeRequest(.position(location.coordinate))
    request.limit = 1
    try start(request, locale, completionHandler)
  }

  /// Finds the place at a location; the device's heading does not matter.
  ///
  /// - Source: GC-10, E-5.
  public func reverseGeocodeLocation(
    _ location: CLLocation, heading: CLHeading?, completionHandler: @escaping CompletionHandler
  ) throws(GeoError) {
    try reverseGeocodeLocation(location, completionHandler: completionHandler)
  }

  /// Finds the place that a text names: words in any order and case.
  ///
  /// - Parameter region: the area to prefer.
  /// - Errors: as above.
  public func geocodeAddressString(
    _ text: String, in region: CLRegion? = nil, preferredLocale locale: String? = nil,
    completionHandler: @escaping CompletionHandler
  ) throws(GeoError) {
    var request = GeocodeRequest(.text(text))
    // A region outside the earth expresses no preference.
    if let region, CLLocationCoordinate2DIsValid(region.center), region.radius >= 0 {
      request.bias = GeocodeRequest.Bias(center: region.center, radius: min(region.radius, 20_037_509))
    }
    try start(request, locale, completionHandler)
  }

  /// Finds the place of an address given by parts, under the keys of Apple's address book.
  ///
  /// - Errors: as above.
  public func geocodeAddressDictionary(
    _ dictionary: [(name: String, value: JSONValue)], completionHandler: @escaping CompletionHandler
  ) throws(GeoError) {
    try geocodeAddress(PlacemarkAddress(dictionary: dictionary), completionHandler: completionHandler)
  }

  /// Finds the place of an address.
  ///
  /// - Errors: as above.
  public func geocodeAddress(
    _ address: PlacemarkAddress, preferredLocale locale: String? = nil,
    completionHandler: @escaping CompletionHandler
  ) throws(GeoError) {
    try start(GeocodeRequest(.address(address)), locale, completionHandler)
  }

  /// Cancels the request and calls its handler later with an error. Without a request nothing happens.
  public func cancelGeocode() {
    guard let task = active else { return }
    active = nil
    queue.cancel(task)
  }

  private func start(
    _ request: GeocodeRequest, _ locale: String?, _ handler: @escaping CompletionHandler
  ) throws(GeoError) {
    var request = request
    request.languages = GeocodeRequest.languages(locale)
    let asked = request
    // The queue holds the task, and the task this object, until the handler has been called.
    let task = GeocodeTask(request) { [self] task, outcome in
      if task === active { active = nil }
      defer { waiting -= 1 }
      switch outcome {
      case .success(let places):
        let reason = places.first.flatMap(asked.partialReason)
        let error = reason.map {
          CLError.geocodeFoundPartialResult.error("The geocoder found no exact answer: \($0).")
        }
        try handler(places.map { CLPlacemark($0, now: now()) }, error)
      case .failure(let error): try handler(nil, error)
      }
    }
    task.warnsOfPart = true
    let busy = active.map { _ in
      GeocodeAnswer.failed(.geocodeCanceled, "The geocoder already has a request: the first one continues.")
    }
    try queue.add(task, answer: busy)
    if busy == nil { active = task }
    waiting += 1
  }
}
