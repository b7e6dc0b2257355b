public import Geo
import GeoDelivery
import GeoFormats
public import GeoGazetteer
import Glibc

/// Makes a gazetteer of files: `geoscript gazetteer build` and `import`.
///
/// A stopped import resumes when it is requested again. The existing gazetteer answers until the
/// new one is complete.
public struct GazetteerImport {
  public var files: [String]
  /// The gazetteer to build or extend.
  public var path: String
  public var mode: GazetteerBuilder.Mode
  /// The format of all files; nil detects each by its name and first bytes.
  public var format: GazetteerFile.Format?
  public var filter = GazetteerFilter()
  /// The attribution of files that do not state one.
  public var attribution: String?
  public var license: String?
  /// Whether a new gazetteer includes the well-known places, and the built-in borders if no file brings
  /// borders.
  public var takesBuiltIn = true
  /// Discards an unfinished import instead of resuming it.
  public var isRestarted = false
  public var isQuiet = false

  public init(_ files: [String], path: String, mode: GazetteerBuilder.Mode) {
    (self.files, self.path, self.mode) = (files, path, mode)
  }

  public enum Outcome: Sendable {
    /// The gazetteer is in place; with notes for the user.
    case done([String])
    /// A signal came; with a note for the user.
    case stopped(signal: Int32, String)
  }

  /// With fewer records than this, a failed import starts over instead of resuming: the user may change the
  /// files.
  private static let worthKeeping = 50_000

  /// A file with its identity.
  private struct Input {
    let file: GazetteerFile
    var source: GazetteerSource
  }

  /// - Errors: ``GeoError`` for files that cannot be read and a gazetteer that cannot be built; what was read
  ///   is kept for the next try.
  public func run() throws(GeoError) -> Outcome {
    Signals.install()
    let inputs = try self.inputs()
    let builder = try GazetteerBuilder(path: path, mode: mode, restarting: isRestarted)
    builder.isStopped = { Signals.stop != 0 }
    var progress = GazetteerProgress(isShown: !isQuiet)
    defer { progress.end() }
    do throws(GeoError) {
      if takesBuiltIn, mode != .add {
        try builder.addBuiltIn(withAreas: !inputs.contains { $0.file.format == .borders })
      }
      var notes: [String] = []
      for input in inputs {
        try read(input, into: builder, &progress, &notes)
        if Signals.stop != 0 { return stopped(in: input.file.path, builder) }
      }
      let summary = try builder.finish { progress.step($0) }
      progress.end()
      return .done(notes + self.notes(of: summary, builder))
    } catch {
      // A stopped SQL statement fails.
      if Signals.stop != 0 { return stopped(in: nil, builder) }
      if try builder.keptCount() < GazetteerImport.worthKeeping { builder.abandon() }
      throw error
    }
  }

  /// The files in the order of their import: borders before names of areas, names of places last. Files of
  /// one kind keep the order of the command line, and the later file wins.
  private func inputs() throws(GeoError) -> [Input] {
    var inputs: [Input] = []
    for path in files {
      try MissingFile.check(path, "file", endings: GazetteerImport.endings)
      let file = try GazetteerFile(path: path, format: format)
      var source = file.source
      if let attribution { source.attribution = attribution }
      if let license { source.license = license }
      let words = [attribution, license].map { $0.map { " by \($0)" } ?? "" }.joined()
      source.hash = "\(file.format.rawValue)\(filter.mark)\(words) \(try FileHash.text(of: path))"
      // A file that is given twice is imported once.
      if !inputs.contains(where: { $0.source.hash == source.hash }) {
        inputs.append(Input(file: file, source: source))
      }
    }
    return GazetteerImport.order.flatMap { format in inputs.filter { $0.file.format == format } }
  }

  static let endings = [".txt", ".csv", ".geojson", ".json", ".osm.pbf", ".zip", ".gz", ".txt.gz", ".csv.gz"]

  private static let order: [GazetteerFile.Format] = [
    .borders, .geonamesAreas, .geonamesPostal, .csv, .geonames, .osm, .openAddresses, .geonamesNames,
  ]

  private func read(
    _ input: Input, into builder: GazetteerBuilder, _ progress: inout GazetteerProgress,
    _ notes: inout [String]
  ) throws(GeoError) {
    let file = input.file
    guard let first = try builder.begin(input.source) else {
      return notes.append("\(file.path): already imported")
    }
    if first > 0 { notes.append("\(file.path): resumes after record \(grouped(first))") }
    progress.begin(file.path, behind: first)
    let refused = builder.refusedCount
    var count = 0
    try file.read { (record) throws(GeoError) in
      if Signals.stop != 0 { return false }
      count += 1
      if count > first { try builder.add(filter.part(of: record)) }
      progress.update(count, bytes: file.bytesRead, of: file.byteCount)
      return true
    }
    if Signals.stop != 0 { return }
    guard count > 0 else {
      throw GeoError(
        .data,
        "contains nothing that can be read as \(file.format.rawValue): give another --format",
        at: file.path)
    }
    try builder.end()
    notes += file.skips.warnings
    let lost = builder.refusedCount - refused
    if lost > 0 {
      notes.append(
        "warning: \(file.path): \(grouped(lost)) records without a name or a position on the earth")
    }
  }

  private func stopped(in file: String?, _ builder: GazetteerBuilder) -> Outcome {
    let signal = Signals.stop
    do {
      try builder.commit()
    } catch {
      return .stopped(signal: signal, "stopped; \(error)")
    }
    let place = file.map { " in \($0)" } ?? ""
    return .stopped(
      signal: signal,
      "stopped\(place); \(path) \(mode == .add ? "is unchanged" : "does not exist yet"): "
        + "the same command resumes here, and --restart starts over")
  }

  private func notes(of summary: GazetteerBuilder.Summary, _ builder: GazetteerBuilder) -> [String] {
    if summary.isUnchanged { return ["\(path): nothing has changed"] }
    let words = [
      counted(summary.places, "place"), counted(summary.names, "other name"), counted(summary.areas, "area"),
      counted(summary.streets, "street"), counted(summary.addresses, "address", "addresses"),
    ].filter { !$0.hasPrefix("0 ") }
    var notes: [String] = []
    if summary.unknownNames > 0 {
      notes.append("skipped \(grouped(summary.unknownNames)) names of places that are in no file")
    }
    return notes + ["\(path): \(words.isEmpty ? "nothing" : words.joined(separator: ", "))"]
  }
}
