public import GeoCore
public import GeoLocation

/// Asks for ways between two places, or for the time that one takes.
///
/// - Source: Apple's reference of `MKDirections`; GC-42.
public final class MKDirections {
  /// What is asked.
  public final class Request {
    public var source: MKMapItem?
    public var destination: MKMapItem?
    public var transportType = MKDirectionsTransportType.any
    public var requestsAlternateRoutes = false
    public var departureDate: NSDate?
    public var arrivalDate: NSDate?

    public init() {}
  }

  /// The ways that were found, the best first.
  public final class Response {
    public let source: MKMapItem
    public let destination: MKMapItem
    public let routes: [MKRoute]

    init(_ question: Question, _ routes: [MKRoute]) {
      (source, destination, self.routes) = (question.source, question.destination, routes)
    }
  }

  /// The time that the best way takes.
  ///
  /// - Units: seconds, meters.
  public final class ETAResponse {
    public let source: MKMapItem
    public let destination: MKMapItem
    public let expectedTravelTime: TimeInterval
    public let distance: CLLocationDistance
    public let expectedDepartureDate: NSDate
    public let expectedArrivalDate: NSDate
    public let transportType: MKDirectionsTransportType
    /// Whether no router was asked.
    public let isEstimate: Bool

    init(_ question: Question, _ route: MKRoute, departure: NSDate) {
      (source, destination) = (question.source, question.destination)
      expectedTravelTime = route.expectedTravelTime
      distance = route.distance
      transportType = route.transportType
      isEstimate = route.isEstimate
      expectedDepartureDate = departure
      expectedArrivalDate = NSDate(
        timeIntervalSince1970: departure.timeIntervalSince1970 + route.expectedTravelTime)
    }
  }

  struct Question {
    var source: MKMapItem
    var destination: MKMapItem
    var mode: RouteRequest.Mode
    var wantsAlternates: Bool
    var departure: NSDate?
    var arrival: NSDate?
  }

  /// Called once, later at the same time of the device's clock, with one of both.
  public typealias DirectionsHandler = (Response?, NSError?) throws -> Void
  public typealias ETAHandler = (ETAResponse?, NSError?) throws -> Void

  private let question: Question
  private weak var device: Device?
  private let queue: GeocodeQueue
  private weak var task: GeocodeTask?

  /// - Parameter request: read now; later changes do not count.
  /// - Errors: ``GeoError`` if it has no source or no destination.
  public init(request: Request, device: Device) throws(GeoError) {
    guard let source = request.source, let destination = request.destination else {
      let missing = request.source == nil ? "source" : "destination"
      throw GeoError(.data, "the request has no \(missing): set request.\(missing) to an MKMapItem")
    }
    question = Question(
      source: source, destination: destination, mode: request.transportType.mode,
      wantsAlternates: request.requestsAlternateRoutes, departure: request.departureDate,
      arrival: request.arrivalDate)
    self.device = device
    queue = device.madeGeocodeQueue
  }

  public var isCalculating: Bool { task != nil }

  /// Asks for the ways.
  ///
  /// - Errors: ``GeoError`` if it is asking, or if too many requests are made at one time.
  public func calculate(completionHandler: @escaping DirectionsHandler) throws(GeoError) {
    try ask(alternates: question.wantsAlternates) { [self] routes, error in
      try completionHandler(routes.map { Response(question, $0) }, error)
    }
  }

  /// Asks for the time that the best way takes.
  ///
  /// - Errors: as above.
  public func calculateETA(completionHandler: @escaping ETAHandler) throws(GeoError) {
    try ask(alternates: false) { [self] routes, error in
      guard let route = routes?.first, let device else { return try completionHandler(nil, error) }
      let departure =
        question.departure
        ?? question.arrival.map {
          NSDate(timeIntervalSince1970: $0.timeIntervalSince1970 - route.expectedTravelTime)
        } ?? NSDate(timeIntervalSince1970: device.clock.now)
      try completionHandler(ETAResponse(question, route, departure: departure), nil)
    }
  }

  /// Cancels the request: its handler gets an error.
  public func cancel() {
    guard let task else { return }
    queue.cancel(task)
  }

  private func ask(
    alternates: Bool, _ handler: @escaping ([MKRoute]?, NSError?) throws -> Void
  ) throws(GeoError) {
    guard task == nil else {
      throw GeoError(.data, "the directions are being calculated already (make new ones)")
    }
    var found: RouteAnswer?
    let task = GeocodeTask(work: { [self] in
      found = answer(alternates: alternates)
      return .places([])
    }) { [self] _, outcome in
      self.task = nil
      guard let found else {
        guard case .failure(let error) = outcome else { return }
        return try handler(nil, error.ofMapKit)
      }
      switch found {
      case .routes(let routes) where routes.isEmpty:
        try handler(nil, MKErrorCode.directionsNotFound.error())
      case .routes(let routes): try handler(routes.map { MKRoute($0, question.mode) }, nil)
      case .failed(let reason): try handler(nil, MKErrorCode.serverFailure.error(reason))
      }
    }
    try queue.add(task)
    self.task = task
  }

  private func answer(alternates: Bool) -> RouteAnswer {
    guard let from = question.source.coordinate(on: device),
      let to = question.destination.coordinate(on: device)
    else { return .failed("The device does not know its location yet.") }
    guard CLLocationCoordinate2DIsValid(from), CLLocationCoordinate2DIsValid(to) else {
      return .failed("The source or the destination is not a place on the earth.")
    }
    var request = RouteRequest(from: from, to: to)
    request.mode = question.mode
    request.wantsAlternates = alternates
    guard let device, let router = device.router else { return .routes([.estimate(of: request)]) }
    if let reason = device.networkReason { return .failed(reason) }
    return router.answer(request)
  }
}

/// What travels.
///
/// - Source: Apple's MKDirectionsTypes.h; cycling is iOS 18's.
public enum MKDirectionsTransportType: Int, ConstantGroup {
  case automobile = 1
  case walking = 2
  case transit = 4
  case cycling = 8
  /// By car.
  case any = 0x0FFF_FFFF

  public static let constantPrefix = "MKDirectionsTransportType"

  var mode: RouteRequest.Mode {
    switch self {
    case .automobile, .any: .automobile
    case .walking: .walking
    case .transit: .transit
    case .cycling: .cycling
    }
  }

  init(_ mode: RouteRequest.Mode) {
    switch mode {
    case .automobile: self = .automobile
    case .walking: self = .walking
    case .transit: self = .transit
    case .cycling: self = .cycling
    }
  }
}
