public import Geo
import Glibc
import SQLite

/// The contents of a gazetteer, in numbers.
public struct GazetteerContents: Sendable, Hashable {
  public struct Count: Sendable, Hashable {
    public let name: String
    public let count: Int
  }

  /// The version of the file's tables, see ``GazetteerSchema``.
  public var version = 0
  /// A hash of the contents: equal hashes mean equal contents.
  public var build = ""
  public var byteCount = 0
  /// By kind: settlements, suburbs …
  public var places: [Count] = []
  /// By kind: countries, regions …
  public var areas: [Count] = []
  public var areasWithBorders = 0
  public var names = 0
  public var streets = 0
  public var addresses = 0
  /// Places by country, most first; those without one under an empty name.
  public var countries: [Count] = []
  /// Names of places by language, most first; those without one under an empty name.
  public var languages: [Count] = []
  /// In the order of addition.
  public var sources: [GazetteerSource] = []

  public var placeCount: Int { places.reduce(0) { $0 + $1.count } }
  public var areaCount: Int { areas.reduce(0) { $0 + $1.count } }
}

extension Gazetteer {
  /// Counts the contents by reading the whole file.
  ///
  /// - Errors: ``GeoError`` `data` for a damaged file.
  public func contents() throws(GeoError) -> GazetteerContents {
    var contents = GazetteerContents()
    contents.version = Int(try database.integer("PRAGMA user_version"))
    contents.build = try GazetteerSchema.build(database)
    contents.byteCount = Int(
      try database.integer("PRAGMA page_count") * database.integer("PRAGMA page_size"))
    contents.places = try counts("kind FROM places GROUP BY kind ORDER BY kind") {
      PlaceKind(rawValue: UInt8(clamping: Int($0) ?? 255)).map { "\($0)" } ?? $0
    }
    contents.areas = try counts("kind FROM areas GROUP BY kind ORDER BY kind") {
      AreaKind(rawValue: UInt8(clamping: Int($0) ?? 255)).map { "\($0)" } ?? $0
    }
    contents.areasWithBorders = try count("areas WHERE shape IS NOT NULL")
    contents.names = try count("names")
    contents.streets = try count("streets")
    contents.addresses = try count("addresses")
    contents.countries = try counts("country FROM places GROUP BY country ORDER BY count(*) DESC, country")
    contents.languages = try counts("language FROM names GROUP BY language ORDER BY count(*) DESC, language")
    contents.sources = try sources()
    return contents
  }

  /// The sources of its records, in the order of addition.
  public func sources() throws(GeoError) -> [GazetteerSource] {
    let rows = try database.statement(
      "SELECT name, attribution, licence, hash, records FROM sources ORDER BY id")
    defer { rows.reset() }
    var sources: [GazetteerSource] = []
    while try rows.step() {
      var source = GazetteerSource(name: rows.text(0), attribution: rows.text(1), license: rows.text(2))
      (source.hash, source.records) = (rows.text(3), Int(rows.integer(4)))
      sources.append(source)
    }
    return sources
  }

  /// Reads the whole file and returns descriptions of damage; empty if there is none.
  public func damages() throws(GeoError) -> [String] {
    let rows = try database.statement("PRAGMA integrity_check(10)")
    defer { rows.reset() }
    var damages: [String] = []
    while try rows.step() { damages.append(rows.text(0)) }
    return damages == ["ok"] ? [] : damages
  }

  private func count(_ table: String) throws(GeoError) -> Int {
    Int(try database.integer("SELECT count(*) FROM \(table)"))
  }

  private func counts(
    _ query: String, name: (String) -> String = { $0 }
  ) throws(GeoError) -> [GazetteerContents.Count] {
    let rows = try database.statement("SELECT count(*), \(query)")
    defer { rows.reset() }
    var counts: [GazetteerContents.Count] = []
    while try rows.step() {
      counts.append(GazetteerContents.Count(name: name(rows.text(1)), count: Int(rows.integer(0))))
    }
    return counts
  }
}
