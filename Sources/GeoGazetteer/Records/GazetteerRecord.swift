public import Geo

/// One record of a gazetteer, in the form common to all files.
public enum GazetteerRecord: Sendable, Hashable {
  case place(PlaceRecord)
  /// An additional name of a place whose record is in the same or another file.
  case name(PlaceName, of: String)
  case area(AreaRecord)
  case street(StreetRecord)
  case address(AddressRecord)
}

/// A name and its language.
public struct PlaceName: Sendable, Hashable {
  public var name: String
  /// A BCP 47 tag; empty if unknown.
  public var language = ""
  /// Whether it is the preferred one in that language.
  public var isPreferred = false

  public init(_ name: String, language: String = "", isPreferred: Bool = false) {
    (self.name, self.language, self.isPreferred) = (name, language, isPreferred)
  }
}

/// The kind of a place; the raw values are stored in files.
public enum PlaceKind: UInt8, Sendable, Hashable, CaseIterable {
  /// A city, a town, a village: can be a `locality`.
  case settlement = 0
  /// A part of a settlement: can be a `subLocality` only.
  case suburb = 1
  /// A country, a first-level area, a county, as a point with a name.
  case country = 2
  case region = 3
  case county = 4
  /// The area of a postal code.
  case postalArea = 5
  /// A company, a park, a landmark: can be one of the `areasOfInterest`.
  case interest = 6
  /// A lake, a river, a bay.
  case water = 7
  /// A mountain, an island, a valley.
  case terrain = 8
}

/// A place with a name and a position.
public struct PlaceRecord: Sendable, Hashable {
  /// A permanent key, unique among all sources: `geonames:1850147`, `osm:n123`. A record with the same key
  /// replaces it.
  public var key: String
  public var kind: PlaceKind
  /// The default name.
  public var name: String
  public var coordinate: CLLocationCoordinate2D
  public var otherNames: [PlaceName] = []
  /// Its radius in meters; 0 if unknown.
  public var radius: CLLocationDistance = 0
  public var population = 0
  /// The two-letter ISO 3166 code; empty if unknown, like all that follow.
  public var country = ""
  /// The codes of its first- and second-level areas with their parents: `JP.40`, `US.CA.085`.
  public var region = ""
  public var county = ""
  public var timeZone = ""
  public var postalCode = ""
  /// The city, the street and the number of a place that is not a city itself.
  public var locality = ""
  public var street = ""
  public var houseNumber = ""

  public init(key: String, kind: PlaceKind, name: String, coordinate: CLLocationCoordinate2D) {
    (self.key, self.kind, self.name, self.coordinate) = (key, kind, name, coordinate)
  }
}

/// The kind of an area; the raw values are stored in files.
public enum AreaKind: UInt8, Sendable, Hashable, CaseIterable {
  case country = 0
  /// A first-level area: a state, a prefecture.
  case region = 1
  /// A second-level area.
  case county = 2
  case lake = 3
  case ocean = 4
}

/// An area with a name, and with borders if they are known.
public struct AreaRecord: Sendable, Hashable {
  public var kind: AreaKind
  /// `JP`, `JP.40`, `US.CA.085`; for waters any permanent key.
  public var code: String
  /// Empty where only the borders are known.
  public var name: String
  public var otherNames: [PlaceName] = []
  /// Its parts, each an outer ring and its holes, as GeoJSON's MultiPolygon; empty where only the name is
  /// known. Longitudes are from −180 to 180; shapes across that meridian are cut there.
  public var polygons: [[[CLLocationCoordinate2D]]] = []

  public init(kind: AreaKind, code: String, name: String) {
    (self.kind, self.code, self.name) = (kind, code, name)
  }
}

/// A street, or a piece of one.
public struct StreetRecord: Sendable, Hashable {
  public var key: String
  public var name: String
  public var otherNames: [PlaceName] = []
  public var line: [CLLocationCoordinate2D]
  /// The city; if empty, the gazetteer looks around the street.
  public var locality = ""
  public var postalCode = ""

  public init(key: String, name: String, line: [CLLocationCoordinate2D]) {
    (self.key, self.name, self.line) = (key, name, line)
  }
}

/// A house with its number.
public struct AddressRecord: Sendable, Hashable {
  public var key: String
  public var number: String
  /// The street, or the place's name if its houses are numbered without streets.
  public var street: String
  public var coordinate: CLLocationCoordinate2D
  /// The radius of the building in meters; 0 for an entrance, or if unknown.
  public var radius: CLLocationDistance = 0
  public var unit = ""
  /// Empty if unknown, like all that follow: then the gazetteer looks around the house.
  public var locality = ""
  public var region = ""
  public var postalCode = ""
  public var country = ""

  public init(key: String, number: String, street: String, coordinate: CLLocationCoordinate2D) {
    (self.key, self.number, self.street, self.coordinate) = (key, number, street, coordinate)
  }
}

/// A source of records, with its attribution.
public struct GazetteerSource: Sendable, Hashable {
  /// Its name, for example `GeoNames cities500`.
  public var name: String
  public var attribution: String
  public var license: String
  /// The hash of the data: importing the same data twice changes nothing.
  public var hash = ""
  public var records = 0

  public init(name: String, attribution: String, license: String) {
    (self.name, self.attribution, self.license) = (name, attribution, license)
  }
}
