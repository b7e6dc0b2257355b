public import GeoCore

/// A place where the device stayed, and from when to when as far as known.
///
/// - Units: degrees, meters.
public final class CLVisit: Sendable, CustomStringConvertible {
  /// When the device arrived; ``NSDate/distantPast`` if it was there before monitoring started.
  public let arrivalDate: NSDate
  /// When it left; ``NSDate/distantFuture`` while it is there.
  public let departureDate: NSDate
  /// The mean of the fixes, weighted by accuracy.
  public let coordinate: CLLocationCoordinate2D
  /// The typical accuracy of the fixes.
  public let horizontalAccuracy: CLLocationAccuracy

  init(_ event: VisitMonitor.Event) {
    arrivalDate = event.arrival.map { NSDate(timeIntervalSince1970: $0) } ?? .distantPast
    departureDate = event.departure.map { NSDate(timeIntervalSince1970: $0) } ?? .distantFuture
    coordinate = event.coordinate
    horizontalAccuracy = event.horizontalAccuracy
  }

  /// `<+35.681236,+139.767125> +/- 5.00m (arrived 2026-05-04T08:00:00Z, left distantFuture)`.
  public var description: String {
    let place =
      "<\(fixed(coordinate.latitude, 6, signed: true)),\(fixed(coordinate.longitude, 6, signed: true))>"
    return "\(place) +/- \(fixed(horizontalAccuracy, 2))m (arrived \(arrivalDate), left \(departureDate))"
  }
}
