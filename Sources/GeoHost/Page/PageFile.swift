import Geo
import GeoFeeds
import GeoFormats
import GeoRender
import Glibc

/// The page that a run writes at its end.
struct PageFile {
  private let path: String
  private let library: [UInt8]

  /// Checks, before anything is read, what would fail later.
  ///
  /// - Parameter replaces: whether a file that is not a page may be replaced.
  /// - Errors: ``GeoError``: `usage` for a file that does not fit, `cannotCreate` for a missing folder, `unavailable`
  ///   if MapLibre GL JS is not installed.
  init(_ path: String, replaces: Bool) throws(GeoError) {
    self.path = path
    try PageFile.checkPlace(path)
    try ReplacedFile.check(path, is: "a page of geoscript", replaces: replaces) {
      String(decoding: $0, as: UTF8.self).contains(PageFile.mark)
    }
    library = try PageLibrary.read()
  }

  /// What tells a page from other files: it stands in its first kilobyte.
  private static let mark = "name=\"generator\" content=\"geoscript\""

  private static func checkPlace(_ path: String) throws(GeoError) {
    var status = stat()
    guard stat(path, &status) != 0 || status.st_mode & S_IFMT != S_IFDIR else {
      throw GeoError(.cannotCreate, "is a folder", at: path)
    }
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    guard stat(folder, &status) == 0 else {
      guard errno != EACCES else { throw AtomicFile.failure(of: path, inFolder: folder) }
      throw GeoError(.cannotCreate, "there is no such folder", at: folder)
    }
    guard access(folder, W_OK | X_OK) == 0 else { throw AtomicFile.failure(of: path, inFolder: folder) }
  }

  /// Writes the page; returns what went wrong.
  func write(_ all: [PageTrack], _ fates: PageFates?, _ output: Output, _ run: Run) -> GeoError? {
    var lacks = false
    do throws(GeoError) {
      let (ground, isWhole) = try run.pageGround(under: all, output)
      lacks = !isWhole
      let ends: [(name: String, value: JSONValue)] = [
        ("fates", fates?.takeChanges() ?? .object([])), ("tiles", ground?.json ?? .null),
      ]
      let document = PageDocument(all, head: run.pageHead + ends)
      let world =
        run.options.page?.baseMap.isNone == true
        ? WorldMap.barePage : try WorldMap().page(namingAllIn: document.rects)
      let html = PageText.html(document, title: run.script.name, library: library, world: world)
      try AtomicFile.write(html, to: path)
    } catch {
      return error
    }
    let kept = all.reduce(0) { $0 + $1.fixes.count }
    let fixes = all.reduce(0) { $0 + $1.fixCount }
    if kept < fixes {
      output.note("the page shows \(grouped(kept)) of \(grouped(fixes)) fixes")
    }
    let beyond = all.reduce(0) { $0 + $1.fixes.count { $0.coordinate.isBeyondMap } }
    if beyond > 0 { output.warn(Drawing.edgeNote(beyond, "fix", "fixes")) }
    for note in PageLog(all).notes { output.note(note) }
    output.note("\(path): \(counted(fixes, "fix", "fixes")) of \(counted(all.count, "device"))")
    return lacks ? GeoError(.unavailable, "the base map is incomplete", at: path) : nil
  }
}

/// What a page leaves out of what scripts put out.
struct PageLog: Sendable {
  /// Alerts, lines and other records that are not on the page.
  private(set) var left = 0
  /// Those of which it has only the beginnings of their texts.
  private(set) var shortened = 0

  init(_ tracks: [PageTrack] = []) { for track in tracks { add(track) } }

  mutating func add(_ track: PageTrack) {
    left += track.moreEntries
    shortened += track.shortened
  }

  /// Sentences for the user.
  var notes: [String] {
    var notes: [String] = []
    if left > 0 {
      notes.append("the page leaves out \(counted(left, "alert, line or other record", PageLog.nouns))")
    }
    if shortened > 0 {
      notes.append("the page has only the beginnings of the texts of \(counted(shortened, "record"))")
    }
    return notes
  }

  private static let nouns = "alerts, lines and other records"
}

extension Run {
  /// The page to write; nil without one.
  ///
  /// - Errors: those of ``PageFile/init(_:replaces:)``.
  func pageFile() throws(GeoError) -> PageFile? {
    guard let page = options.page, case .file(let path) = page.place else { return nil }
    return try PageFile(path, replaces: page.replaces)
  }

  /// The map of streets under the tracks of a page in a file, nil where the user has none, and whether a server gave all
  /// of it.
  ///
  /// - Errors: ``GeoError`` of a privacy zone.
  fileprivate func pageGround(
    under tracks: [PageTrack], _ output: Output
  ) throws(GeoError) -> (PageGround?, isWhole: Bool) {
    let privacy = try PrivacyZones(files: options.privacyZones)
    let source = PageTiles(.user, options.page?.baseMap ?? .shelf, privacy: privacy)
    source.report { [weak output] in output?.warn($0) }
    guard let ground = PageGround(under: tracks, from: source) else { return (nil, !source.isIncomplete) }
    let (tiles, size) = (counted(ground.count, "tile"), grouped(ground.size / 1000))
    output.note("the page has the map under the tracks: \(tiles), \(size) kB")
    return (ground, !source.isIncomplete)
  }

  /// What becomes of alerts; nil without a page.
  func pageFates(_ page: ServedPage?) -> PageFates? {
    guard options.page != nil else { return nil }
    guard let feed = page?.feed else { return PageFates() }
    feed.fates = PageFates { [weak feed] in feed?.wake() }
    return feed.fates
  }

  /// What the page says of the run: the script, its sources, and the zone of its times.
  var pageHead: [(name: String, value: JSONValue)] {
    // An address may have a password, which its name leaves out.
    let sources = options.sources.map { (try? SourceAddress($0))?.name ?? $0 }
    return [
      ("script", .string(script.name)), ("sources", .array(sources.map { .string($0) })),
      ("zone", .string(options.timeZone.name)),
      ("replay", .array(options.replayWords(from: sources).map { .string($0) })),
      ("changes", .array(options.changes.map { .string($0.word) })),
    ]
  }
}

extension RunOptions {
  /// The options of a command line that decides as this run did. What only delivers or writes is not among them, and
  /// neither are secrets.
  fileprivate func replayWords(from sources: [String]) -> [String] {
    func given(_ option: String, _ values: [String]) -> [String] { values.flatMap { [option, $0] } }
    var words = given("--from", sources) + given("--fences", fences)
    if fenceAccuracy > 0 { words += ["--fence-accuracy", "\(fenceAccuracy)"] }
    words +=
      given("--group-by", [groupBy].compactMap { $0 }) + given("--settings", [settings].compactMap { $0 })
    if hasTimeZone { words += ["--time-zone", timeZone.name] }
    if let reorderWindow { words += ["--reorder-window", "\(reorderWindow)"] }
    if runsInBackground { words.append("--background") }
    if seed != 0 { words += ["--seed", "\(seed)"] }
    return words + (arguments.isEmpty ? [] : ["--"] + arguments)
  }
}
