import Geo
import GeoDelivery
import GeoFeeds
import GeoFormats
import GeoHost
import GeoRender
import Glibc
import Synchronization

/// The page that a run writes at its end.
final class PageFile: PageDisplay {
  let fates = AlertFates()
  let hands: PageHands? = nil
  private let path: String
  private let library: [UInt8]
  /// What the devices and groups show, by worker.
  private let tracks = Mutex<[Int: [(isGroup: Bool, track: PageTrack)]]>([:])

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

  func recorder(_ directory: DeviceDirectory, _ privacy: PrivacyZones?, shard: Int) -> any PageRecording {
    PageRecorder(directory, nil, privacy, shard: shard) { tracks in
      self.tracks.withLock { $0[shard] = tracks.map { (directory.isGroup($0.device), $0) } }
    }
  }

  /// Writes the page; returns what went wrong.
  func write(_ run: Run, _ output: Output) -> GeoError? {
    let all = takeTracks()
    var lacks = false
    do throws(GeoError) {
      let (ground, isWhole) = try run.pageGround(under: all, output)
      lacks = !isWhole
      let ends: [(name: String, value: JSONValue)] = [
        ("fates", fates.takeChanges() ?? .object([])), ("tiles", ground?.json ?? .null),
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

extension PageFile {
  /// What the devices show, by their numbers, then what groups show, by their names: workers number groups as they meet
  /// them. The order of the workers decides, not which of them ended first.
  private func takeTracks() -> [PageTrack] {
    let tracks = tracks.withLock { tracks in
      defer { tracks = [:] }
      return tracks
    }
    let all = tracks.sorted { $0.key < $1.key }.flatMap(\.value)
    let parts = Dictionary(grouping: all.filter { !$0.isGroup }.map(\.track)) { $0.device.index }
    let devices = parts.sorted { $0.key < $1.key }.compactMap { _, parts in
      parts.dropFirst().reduce(parts.first) { $0?.joined(with: $1) }
    }
    let groups = all.filter(\.isGroup).map(\.track).sorted { $0.name < $1.name }
    return devices + groups
  }
}

// What only a served page does.
extension PageFile {
  func server(sharedWith address: SourceAddress) -> PageServer? { nil }
  func show(_ regions: RegionSet) {}
  func retire(_ regions: Set<MonitoredRegion>) {}
  func takeWishes() -> (devices: Set<String>, publishes: Bool) { ([], false) }
  func announce(_ run: Run, to output: Output) {}
  func end(_ output: Output) {}
  func stay(_ output: Output, _ service: ServiceNotifier?, _ reload: ReloadRule?) {}
  func drain() {}
  func stop() {}
}
