/// The tables of a gazetteer file.
///
/// Places are numbered by importance when the file is finished, the most important first, so that searches
/// can stop early. The pack (``GazetteerPack``) beside the file can always be rebuilt from these tables.
enum GazetteerSchema {
  /// Increases with each change that an older program could not read or a newer one would have to convert.
  static let version: Int64 = 1
  /// Marks the file as a gazetteer: "GEOG".
  static let applicationID: Int64 = 0x4745_4F47

  /// `meta` holds `build`, a hash of the contents: the same files in the same order give the same hash.
  ///
  /// ``CoordinateBytes`` encodes shapes of areas and lines of streets; a street's position is the middle of
  /// its line. A name from a place's own record has the place's source.
  static let tables = """
    CREATE TABLE meta (key TEXT PRIMARY KEY, value) WITHOUT ROWID;
    CREATE TABLE sources (
      id INTEGER PRIMARY KEY, name TEXT NOT NULL, attribution TEXT NOT NULL, licence TEXT NOT NULL,
      hash TEXT NOT NULL, records INTEGER NOT NULL);
    CREATE TABLE areas (
      id INTEGER PRIMARY KEY, kind INTEGER NOT NULL, code TEXT NOT NULL, name TEXT NOT NULL, shape BLOB,
      source INTEGER NOT NULL, UNIQUE (kind, code));
    CREATE TABLE area_names (
      area INTEGER NOT NULL, name TEXT NOT NULL, language TEXT NOT NULL, preferred INTEGER NOT NULL,
      PRIMARY KEY (area, language, name)) WITHOUT ROWID;
    \(places)
    CREATE TABLE names (
      place INTEGER NOT NULL, name TEXT NOT NULL, language TEXT NOT NULL, preferred INTEGER NOT NULL,
      source INTEGER NOT NULL, PRIMARY KEY (place, language, name)) WITHOUT ROWID;
    \(streets)
    CREATE TABLE street_names (
      street INTEGER NOT NULL, name TEXT NOT NULL, language TEXT NOT NULL, preferred INTEGER NOT NULL,
      PRIMARY KEY (street, language, name)) WITHOUT ROWID;
    \(addresses)
    """

  // Tables that a `.part` has in the same form.

  static let places = """
    CREATE TABLE places (
      id INTEGER PRIMARY KEY, key TEXT NOT NULL, kind INTEGER NOT NULL, name TEXT NOT NULL,
      latitude REAL NOT NULL, longitude REAL NOT NULL, radius REAL NOT NULL, population INTEGER NOT NULL,
      country TEXT NOT NULL, region TEXT NOT NULL, county TEXT NOT NULL, time_zone TEXT NOT NULL,
      postal_code TEXT NOT NULL, locality TEXT NOT NULL, street TEXT NOT NULL, house_number TEXT NOT NULL,
      source INTEGER NOT NULL);
    """

  static let streets = """
    CREATE TABLE streets (
      id INTEGER PRIMARY KEY, key TEXT NOT NULL, name TEXT NOT NULL, locality TEXT NOT NULL,
      postal_code TEXT NOT NULL, latitude REAL NOT NULL, longitude REAL NOT NULL, line BLOB NOT NULL,
      source INTEGER NOT NULL);
    """

  static let addresses = """
    CREATE TABLE addresses (
      id INTEGER PRIMARY KEY, key TEXT NOT NULL, number TEXT NOT NULL, unit TEXT NOT NULL,
      street TEXT NOT NULL, locality TEXT NOT NULL, region TEXT NOT NULL, postal_code TEXT NOT NULL,
      country TEXT NOT NULL, latitude REAL NOT NULL, longitude REAL NOT NULL, radius REAL NOT NULL,
      source INTEGER NOT NULL);
    """

  /// The columns of these tables except `id`, in order.
  static let placeColumns = """
    key, kind, name, latitude, longitude, radius, population, country, region, county, time_zone, postal_code,
    locality, street, house_number, source
    """
  static let streetColumns = "key, name, locality, postal_code, latitude, longitude, line, source"
  static let addressColumns = """
    key, number, unit, street, locality, region, postal_code, country, latitude, longitude, radius, source
    """
}
