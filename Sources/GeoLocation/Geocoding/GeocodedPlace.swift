public import GeoCore

/// A place that a geocoding source found; a script gets it as a ``CLPlacemark``.
public struct GeocodedPlace: Sendable, Hashable {
  public var coordinate: CLLocationCoordinate2D
  /// Its extent from its coordinate, in meters; 0 for a single house.
  public var radius: CLLocationDistance = 0
  /// The identifier of its time zone, such as `Asia/Tokyo`.
  public var timeZone: String?
  /// Its main tag in OpenStreetMap, such as `amenity=cafe`; nil from a source that does not know the kinds of places.
  public var kind: String?
  public var address = PlacemarkAddress()
  /// The distance from the requested position, in meters; nil for a search by text.
  public var distance: CLLocationDistance?
  /// What was found, where it is only a part of what was asked for or a name that resembles it; nil if it is what was
  /// asked for, and for servers, which do not say.
  public var matched: String?
  /// The source: `gazetteer`, `nominatim`, `photon`, `pelias`.
  public var source = "gazetteer"
  /// The required attribution; empty if none.
  public var attribution = ""

  public init(coordinate: CLLocationCoordinate2D) { self.coordinate = coordinate }
}
