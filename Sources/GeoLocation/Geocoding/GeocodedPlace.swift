public import GeoCore

/// A place that a source of geocoding found: what becomes a ``CLPlacemark`` in a script.
public struct GeocodedPlace: Sendable, Hashable {
  public var coordinate: CLLocationCoordinate2D
  /// How far it reaches from its coordinate, in meters; 0 for a single house.
  public var radius: CLLocationDistance = 0
  /// The identifier of its time zone, such as `Asia/Tokyo`.
  public var timeZone: String?
  public var address = PlacemarkAddress()
  /// How far it is from the position that was asked for, in meters; nil where a text was asked for.
  public var distance: CLLocationDistance?
  /// What knew it: `gazetteer`, `nominatim`, `photon`, `pelias`.
  public var source = "gazetteer"
  /// Whom a user of it has to name; empty for nobody.
  public var attribution = ""

  public init(coordinate: CLLocationCoordinate2D) { self.coordinate = coordinate }
}
