public import GeoCore
public import GeoLocation

/// Finds the places that a text names, those of a region first.
///
/// - Source: Apple's reference of `MKLocalSearch`; GC-40.
public final class MKLocalSearch {
  /// What is searched.
  public final class Request {
    public var naturalLanguageQuery: String?
    /// The area to prefer; nil for none.
    public var region: MKCoordinateRegion?
    /// Which points of interest to find; nil for all.
    public var pointOfInterestFilter: MKPointOfInterestFilter?
    /// What a binding holds for the words.
    package var memory: AnyObject?

    public init(naturalLanguageQuery: String? = nil, region: MKCoordinateRegion? = nil) {
      self.naturalLanguageQuery = naturalLanguageQuery
      self.region = region
    }
  }

  /// What was found.
  public final class Response {
    /// The best first.
    public let mapItems: [MKMapItem]
    /// Encloses all of them.
    public let boundingRegion: MKCoordinateRegion

    init(_ items: [MKMapItem]) {
      mapItems = items
      let points = items.compactMap { $0.placemark.map { MKMapPointForCoordinate($0.coordinate) } }
      let rects = points.map { MKMapRectMake($0.x, $0.y, 0, 0) }
      let all = rects.dropFirst().reduce(rects.first ?? MKMapRectNull) { MKMapRectUnion($0, $1) }
      boundingRegion = MKCoordinateRegionForMapRect(all)
    }
  }

  /// Called once, later at the same time of the device's clock, with one of both.
  public typealias CompletionHandler = (Response?, NSError?) throws -> Void

  /// As many places as one search gives.
  private static let mostItems = 25

  private let query: GeocodeRequest
  private let filter: MKPointOfInterestFilter?
  private let queue: GeocodeQueue
  private let now: () -> NSDate
  // Weak: the task holds this object, and the queue holds the task while it is pending.
  private weak var task: GeocodeTask?

  /// - Parameter request: read now; later changes do not count.
  public init(request: Request, device: Device) {
    var query = GeocodeRequest(.text(request.naturalLanguageQuery ?? ""))
    query.limit = MKLocalSearch.mostItems
    if let region = request.region, CLLocationCoordinate2DIsValid(region.center) {
      let corner = CLLocationCoordinate2D(
        latitude: min(90, max(-90, region.center.latitude + region.span.latitudeDelta / 2)),
        longitude: region.center.longitude)
      let side = CLLocationCoordinate2D(
        latitude: region.center.latitude, longitude: region.center.longitude + region.span.longitudeDelta / 2)
      let reach = [corner, side].map { Geodesic.distance(from: region.center, to: $0) }.filter(\.isFinite)
      query.bias = GeocodeRequest.Bias(center: region.center, radius: reach.max() ?? 0)
    }
    self.query = query
    filter = request.pointOfInterestFilter
    queue = device.madeGeocodeQueue
    let clock = device.clock
    now = { NSDate(timeIntervalSince1970: clock.now) }
  }

  public var isSearching: Bool { task != nil }

  /// Starts the search.
  ///
  /// - Errors: ``GeoError`` if it runs, or if too many requests are made at one time.
  public func start(completionHandler: @escaping CompletionHandler) throws(GeoError) {
    guard task == nil else { throw GeoError(.data, "the search has started already (make a new one)") }
    let task = GeocodeTask(query) { [self] _, outcome in
      self.task = nil
      switch outcome {
      case .success(let places):
        switch found(places) {
        case .success(let items): try completionHandler(Response(items), nil)
        case .failure(let error): try completionHandler(nil, error)
        }
      case .failure(let error): try completionHandler(nil, error.ofMapKit)
      }
    }
    try queue.add(task)
    self.task = task
  }

  /// The places that the filter includes, as map items.
  ///
  /// - Source: MV-42.
  private func found(_ places: [GeocodedPlace]) -> Result<[MKMapItem], NSError> {
    let items = places.map { place in
      let item = MKMapItem(placemark: MKPlacemark(place, now: now()))
      item.pointOfInterestCategory = place.kind.flatMap(MKPointOfInterestCategory.init(tag:))
      return item
    }
    guard let filter, filter != .includingAll else { return .success(items) }
    guard places.allSatisfy({ $0.kind != nil }) else {
      return .failure(MKErrorCode.unknown.error(Self.noKinds))
    }
    let included = zip(items, places).filter { item, place in
      if let category = item.pointOfInterestCategory { return filter.includes(category) }
      return place.kind.map(MKPointOfInterestCategory.isAddress) == true || filter.includesUnknown
    }
    guard !included.isEmpty else { return .failure(MKErrorCode.placemarkNotFound.error()) }
    return .success(included.map(\.0))
  }

  private static let noKinds =
    "The gazetteer does not know the categories of places: leave pointOfInterestFilter out, or ask a server, "
    + "such as --geocoder nominatim:URL."

  /// Cancels the search: its handler gets an error.
  public func cancel() {
    guard let task else { return }
    queue.cancel(task)
  }
}

extension NSError {
  /// A geocoder's error as one of Map Kit.
  var ofMapKit: NSError {
    guard domain == kCLErrorDomain else { return self }
    let sentence = userInfo[NSLocalizedDescriptionKey]
    switch code {
    case CLError.geocodeFoundNoResult.rawValue: return MKErrorCode.placemarkNotFound.error(sentence)
    case CLError.network.rawValue: return MKErrorCode.serverFailure.error(sentence)
    default: return MKErrorCode.unknown.error(sentence)
    }
  }
}
