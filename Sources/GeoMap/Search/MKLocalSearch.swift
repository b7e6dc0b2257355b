public import GeoCore
public import GeoLocation

/// Finds the places that a text names, those of a region first.
///
/// - Source: Apple's reference of `MKLocalSearch`; GC-40, MV-50.
public final class MKLocalSearch {
  /// What is searched.
  public final class Request {
    public var naturalLanguageQuery: String?
    /// The area to prefer; nil for none.
    public var region: MKCoordinateRegion?
    /// Which points of interest to find; nil for all.
    public var pointOfInterestFilter: MKPointOfInterestFilter?
    /// Which kinds of places to find.
    public var resultTypes = MKLocalSearchResultType.all
    /// Whether places outside of the region are found, too.
    public var regionPriority = MKLocalSearchRegionPriority.default
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

  private let question: GeocodeRequest
  private let request: Wanted
  private let query: MapItemQuery

  /// - Parameter request: read now; later changes do not count.
  public init(request: Request, device: Device) {
    var question = GeocodeRequest(.text(request.naturalLanguageQuery ?? ""))
    question.limit = MKLocalSearch.mostItems
    question.bias = request.region.flatMap { GeocodeRequest.Bias($0) }
    self.question = question
    self.request = Wanted(
      filter: request.pointOfInterestFilter, types: request.resultTypes,
      area: request.regionPriority == .required ? request.region : nil)
    query = MapItemQuery(device)
  }

  public var isSearching: Bool { query.isRunning }

  /// Starts the search.
  ///
  /// - Errors: ``GeoError`` if it runs, or if too many requests are made at one time.
  public func start(completionHandler: @escaping CompletionHandler) throws(GeoError) {
    guard !isSearching else { throw GeoError(.data, "the search has started already (make a new one)") }
    let wanted = request
    try query.start(question) { result in
      switch result.flatMap(wanted.items) {
      case .success(let items): try completionHandler(Response(items), nil)
      case .failure(let error): try completionHandler(nil, error)
      }
    }
  }

  /// Cancels the search: its handler gets an error.
  public func cancel() { query.cancel() }
}
