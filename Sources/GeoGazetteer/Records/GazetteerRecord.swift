public import Geo

/// One thing that a gazetteer is made of, as files of all kinds say it.
public enum GazetteerRecord: Sendable, Hashable {
  case place(PlaceRecord)
  /// One more name of a place whose record comes in the same or in another file.
  case name(PlaceName, of: String)
  case area(AreaRecord)
  case street(StreetRecord)
  case address(AddressRecord)
}

/// A name, and in which language it is one.
public struct PlaceName: Sendable, Hashable {
  public var name: String
  /// As a BCP 47 tag; empty where nobody says.
  public var language = ""
  /// Whether it is the one that people use in that language.
  public var isPreferred = false

  public init(_ name: String, language: String = "", isPreferred: Bool = false) {
    (self.name, self.language, self.isPreferred) = (name, language, isPreferred)
  }
}

/// What a place is; the raw values stand in files.
public enum PlaceKind: UInt8, Sendable, Hashable, CaseIterable {
  /// A city, a town, a village: can be a `locality`.
  case settlement = 0
  /// A part of one: can be a `subLocality` only.
  case suburb = 1
  /// A country, a first-level area, a county, as a point with a name.
  case country = 2
  case region = 3
  case county = 4
  /// What a postal code stands for.
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
  /// Names it for good, among all sources: `geonames:1850147`, `osm:n123`. What has the same key replaces it.
  public var key: String
  public var kind: PlaceKind
  /// What it is called where nobody asks for a language.
  public var name: String
  public var coordinate: CLLocationCoordinate2D
  public var otherNames: [PlaceName] = []
  /// How far it reaches, in meters; 0 where nobody says.
  public var radius: CLLocationDistance = 0
  public var population = 0
  /// Two letters of ISO 3166; empty where nobody says, as all that follow.
  public var country = ""
  /// The codes of its first- and second-level areas with all that they lie in: `JP.40`, `US.CA.085`.
  public var region = ""
  public var county = ""
  public var timeZone = ""
  public var postalCode = ""
  /// The city, the street and the number of what is not a city itself.
  public var locality = ""
  public var street = ""
  public var houseNumber = ""

  public init(key: String, kind: PlaceKind, name: String, coordinate: CLLocationCoordinate2D) {
    (self.key, self.kind, self.name, self.coordinate) = (key, kind, name, coordinate)
  }
}

/// What an area is; the raw values stand in files.
public enum AreaKind: UInt8, Sendable, Hashable, CaseIterable {
  case country = 0
  /// Of the first level: a state, a prefecture.
  case region = 1
  /// Of the second.
  case county = 2
  case lake = 3
  case ocean = 4
}

/// An area with a name, and where its borders are known with those.
public struct AreaRecord: Sendable, Hashable {
  public var kind: AreaKind
  /// `JP`, `JP.40`, `US.CA.085`; of waters whatever names them for good.
  public var code: String
  /// Empty where only the borders are known.
  public var name: String
  public var otherNames: [PlaceName] = []
  /// Its parts, each an outer ring and its holes, as GeoJSON's MultiPolygon; empty where only the name is known.
  /// Longitudes from −180 to 180; what crosses that meridian is cut there.
  public var polygons: [[[CLLocationCoordinate2D]]] = []

  public init(kind: AreaKind, code: String, name: String) {
    (self.kind, self.code, self.name) = (kind, code, name)
  }
}

/// A street, or the piece of one.
public struct StreetRecord: Sendable, Hashable {
  public var key: String
  public var name: String
  public var otherNames: [PlaceName] = []
  public var line: [CLLocationCoordinate2D]
  /// The city; empty where nobody says: then the gazetteer looks around it.
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
  /// The street; a place's name where houses are numbered without streets.
  public var street: String
  public var coordinate: CLLocationCoordinate2D
  /// How far the building reaches, in meters; 0 for an entrance, or where nobody says.
  public var radius: CLLocationDistance = 0
  public var unit = ""
  /// Empty where nobody says, as all that follow: then the gazetteer looks around it.
  public var locality = ""
  public var region = ""
  public var postalCode = ""
  public var country = ""

  public init(key: String, number: String, street: String, coordinate: CLLocationCoordinate2D) {
    (self.key, self.number, self.street, self.coordinate) = (key, number, street, coordinate)
  }
}

/// Where records come from, and whom its users have to name.
public struct GazetteerSource: Sendable, Hashable {
  /// What people call it: `GeoNames cities500`.
  public var name: String
  public var attribution: String
  public var license: String
  /// The hash of what was read: the same read twice changes nothing.
  public var hash = ""
  public var records = 0

  public init(name: String, attribution: String, license: String) {
    (self.name, self.attribution, self.license) = (name, attribution, license)
  }
}
