import GeoCore
import GeoLocation

/// One question at a time to the geocoders of a device, answered with map items.
///
/// Owner: what asks. A pending question keeps its handler, not this object's owner.
final class MapItemQuery {
  /// A place that was found.
  struct Found {
    let item: MKMapItem
    let place: GeocodedPlace
  }

  typealias Handler = (Result<[Found], NSError>) throws -> Void

  private let queue: GeocodeQueue
  private let now: () -> NSDate
  // Weak: the task holds this object, and the queue holds the task while it is pending.
  private weak var task: GeocodeTask?

  init(_ device: Device) {
    queue = device.madeGeocodeQueue
    let clock = device.clock
    now = { NSDate(timeIntervalSince1970: clock.now) }
  }

  var isRunning: Bool { task != nil }

  /// Asks; the handler is called once, later at the same time of the device's clock.
  ///
  /// - Parameter warnsOfPart: whether the user is told of a first answer that is less than what was asked.
  /// - Errors: ``GeoError`` if too many requests are made at one time.
  func start(
    _ question: GeocodeRequest, warnsOfPart: Bool = false, _ handler: @escaping Handler
  ) throws(GeoError) {
    let task = GeocodeTask(question) { [self] task, outcome in
      if self.task === task { self.task = nil }
      switch outcome {
      case .success(let places): try handler(.success(places.map(found)))
      case .failure(let error): try handler(.failure(error.ofMapKit))
      }
    }
    task.warnsOfPart = warnsOfPart
    try queue.add(task)
    self.task = task
  }

  private func found(_ place: GeocodedPlace) -> Found {
    let item = MKMapItem(placemark: MKPlacemark(place, now: now()))
    item.pointOfInterestCategory = place.kind.flatMap(MKPointOfInterestCategory.init(tag:))
    return Found(item: item, place: place)
  }

  /// Cancels the question: its handler gets an error. Without a question nothing happens.
  func cancel() {
    guard let task else { return }
    queue.cancel(task)
  }

  /// Cancels the question; its handler is not called.
  func drop() {
    guard let task else { return }
    self.task = nil
    queue.drop(task)
  }
}

extension GeocodeRequest.Bias {
  /// The circle around a region; nil for a region without a center.
  init?(_ region: MKCoordinateRegion) {
    guard CLLocationCoordinate2DIsValid(region.center) else { return nil }
    let corner = CLLocationCoordinate2D(
      latitude: min(90, max(-90, region.center.latitude + region.span.latitudeDelta / 2)),
      longitude: region.center.longitude)
    let side = CLLocationCoordinate2D(
      latitude: region.center.latitude, longitude: region.center.longitude + region.span.longitudeDelta / 2)
    let reach = [corner, side].map { Geodesic.distance(from: region.center, to: $0) }.filter(\.isFinite)
    self.init(center: region.center, radius: reach.max() ?? 0)
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
