public import Geo
import Glibc
import SQLite

extension GazetteerBuilder {
  /// What a finished gazetteer holds, and what it left out of the import.
  public struct Summary: Sendable, Hashable {
    public var places = 0
    public var names = 0
    public var areas = 0
    public var streets = 0
    public var addresses = 0
    /// Names of places that are in no file.
    public var unknownNames = 0
    /// Whether the import brought nothing new: the file is unchanged, and nothing is counted.
    public var isUnchanged = false
  }

  /// Numbers the places by importance, builds the search indexes and the pack, and puts the file in place.
  ///
  /// If it stops before that, the `.part` remains and the call can be repeated.
  /// - Parameter step: gets the name of each step before it begins.
  /// - Errors: ``GeoError`` if the file cannot be written, or if the stopped import had more sources.
  @discardableResult
  public func finish(step: (String) -> Void = { _ in }) throws(GeoError) -> Summary {
    if try endSources() {
      letGo()
      return Summary(isUnchanged: true)
    }
    let new = GazetteerStaging.path(of: path) + ".new"
    let pack = GazetteerIndexes.packPath(of: new)
    unlink(new)
    defer { for left in [new, pack] { unlink(left) } }
    let summary = try write(new, step)
    try sync(new)
    try move(new, to: path)
    // A process that opens the file between the two renames sees a pack of another build and makes its own.
    if access(pack, F_OK) == 0 { try move(pack, to: GazetteerIndexes.packPath(of: path)) }
    try syncFolder()
    letGo()
    return summary
  }

  private func move(_ new: String, to path: String) throws(GeoError) {
    guard rename(new, path) == 0 else {
      throw GeoError(.cannotCreate, "cannot be put in place: \(String(cString: strerror(errno)))", at: path)
    }
  }

  private func write(_ new: String, _ step: (String) -> Void) throws(GeoError) -> Summary {
    let file = try Database(path: new, mode: .write, advice: GazetteerStaging.advice)
    file.interrupt = isStopped
    // No process reads it before it is complete; a fault removes it.
    try file.run("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -32000")
    try file.run(GazetteerSchema.tables)
    try file.run(
      """
      PRAGMA application_id = \(GazetteerSchema.applicationID);
      PRAGMA user_version = \(GazetteerSchema.version)
      """)
    try file.run("ATTACH ? AS part", .text(database.path))
    let summary = try file.transaction { () throws(GeoError) -> Summary in
      for (name, statements) in GazetteerTableWriter.steps {
        step(name)
        try file.run(statements)
      }
      try file.run("INSERT INTO meta VALUES ('build', ?)", .text(try build(file)))
      return Summary(
        places: Int(try file.integer("SELECT count(*) FROM places")),
        names: Int(try file.integer("SELECT count(*) FROM names")),
        areas: Int(try file.integer("SELECT count(*) FROM areas")),
        streets: Int(try file.integer("SELECT count(*) FROM streets")),
        addresses: Int(try file.integer("SELECT count(*) FROM addresses")),
        unknownNames: Int(
          try file.integer("SELECT count(*) FROM part.names WHERE key NOT IN (SELECT key FROM keys)")))
    }
    step("search index")
    try file.run("DROP TABLE numbers; DROP TABLE keys; DETACH part")
    try database.run("INSERT OR REPLACE INTO meta VALUES ('made', ?)", .text(try GazetteerSchema.build(file)))
    try file.transaction { () throws(GeoError) in try GazetteerIndexes.write(to: file) }
    try file.run("PRAGMA analysis_limit = 1000; ANALYZE")
    step("map of places")
    try GazetteerIndexes.writePack(from: file, to: GazetteerIndexes.packPath(of: new))
    return summary
  }

  /// A hash of the contents: the same sources in the same order give the same hash.
  private func build(_ file: Database) throws(GeoError) -> String {
    var hash = FNV1a()
    hash.combine(UInt64(GazetteerSchema.version))
    let sources = try file.statement("SELECT hash, name, records FROM sources ORDER BY id")
    defer { sources.reset() }
    while try sources.step() {
      hash.combine(sources.text(0))
      hash.combine(sources.text(1))
      hash.combine(UInt64(bitPattern: sources.integer(2)))
    }
    return hash.value.hexadecimal
  }

  private func sync(_ path: String) throws(GeoError) {
    let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC)
    defer { if descriptor >= 0 { close(descriptor) } }
    guard descriptor >= 0, fsync(descriptor) == 0 else {
      throw GeoError(
        .inputOutput,
        "cannot be written: \(String(cString: strerror(errno))); \(GazetteerStaging.advice.ofLoss)", at: path)
    }
  }

  private func syncFolder() throws(GeoError) {
    try sync(path.lastIndex(of: "/").map { String(path[...$0]) } ?? ".")
  }
}
