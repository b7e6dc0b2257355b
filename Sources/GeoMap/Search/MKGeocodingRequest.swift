public import GeoCore
public import GeoLocation

/// Finds the places of an address: the geocoder of iOS 26.
///
/// - Source: Apple's reference of `MKGeocodingRequest`; GC-44.
public final class MKGeocodingRequest {
  public let addressString: String
  /// The area whose places come first; nil for none.
  public var region: MKCoordinateRegion?
  /// The language of names, such as `ja` or `pt_BR`; nil for each place's own.
  public var preferredLocale: String?
  private let state: GeocodingRequestState
  /// What a binding holds for the address and the language.
  package var addressMemory: AnyObject?
  package var memory: AnyObject?

  public init(addressString: String, device: Device) {
    self.addressString = addressString
    state = GeocodingRequestState(device)
  }

  public var isLoading: Bool { state.isLoading }
  public var isCancelled: Bool { state.isCancelled }

  /// Asks the geocoders; the handler gets the best place first, or an error of Map Kit.
  ///
  /// - Errors: ``GeoError`` while it loads, or if too many requests are made at one time.
  public func getMapItems(
    completionHandler: @escaping ([MKMapItem]?, NSError?) throws -> Void
  ) throws(GeoError) {
    var question = GeocodeRequest(.text(addressString))
    question.bias = region.flatMap { GeocodeRequest.Bias($0) }
    try state.start(question, preferredLocale, completionHandler)
  }

  /// Cancels the request: its handler gets an error. Without a request nothing happens.
  public func cancel() { state.cancel() }
}

/// Finds the address of a place: the reverse geocoder of iOS 26.
///
/// - Source: Apple's reference of `MKReverseGeocodingRequest`; GC-44.
public final class MKReverseGeocodingRequest {
  public let location: CLLocation
  /// The language of names, such as `ja` or `pt_BR`; nil for each place's own.
  public var preferredLocale: String?
  private let state: GeocodingRequestState
  /// What a binding holds for the language.
  package var memory: AnyObject?

  public init(location: CLLocation, device: Device) {
    self.location = location
    state = GeocodingRequestState(device)
  }

  public var isLoading: Bool { state.isLoading }
  public var isCancelled: Bool { state.isCancelled }

  /// Asks the geocoders; the handler gets the place, or an error of Map Kit.
  ///
  /// - Errors: ``GeoError`` while it loads, or if too many requests are made at one time.
  public func getMapItems(
    completionHandler: @escaping ([MKMapItem]?, NSError?) throws -> Void
  ) throws(GeoError) {
    var question = GeocodeRequest(.position(location.coordinate))
    question.limit = 1
    try state.start(question, preferredLocale, completionHandler)
  }

  /// Cancels the request: its handler gets an error. Without a request nothing happens.
  public func cancel() { state.cancel() }
}

/// What both requests share.
private final class GeocodingRequestState {
  private let query: MapItemQuery
  private(set) var isCancelled = false

  init(_ device: Device) { query = MapItemQuery(device) }

  var isLoading: Bool { query.isRunning }

  func start(
    _ question: GeocodeRequest, _ locale: String?,
    _ handler: @escaping ([MKMapItem]?, NSError?) throws -> Void
  ) throws(GeoError) {
    guard !isLoading else { throw GeoError(.data, "the request is loading already (make a new one)") }
    var question = question
    question.languages = GeocodeRequest.languages(locale)
    isCancelled = false
    try query.start(question, warnsOfPart: true) { result in
      switch result {
      case .success(let found): try handler(found.map(\.item), nil)
      case .failure(let error): try handler(nil, error)
      }
    }
  }

  func cancel() {
    guard isLoading else { return }
    isCancelled = true
    query.cancel()
  }
}
