import Geo
import GeoLua
import GeoStore
import Glibc
import Synchronization

/// The scripts, modules, fences and settings that runs with a state directory have had, in its folder `sources`.
///
/// - Shapes: scripts and modules are `SHA-256.lua`; other files have the hash that a recording has of them, and their
///   ending. The hashes of several, where a recording has one of them all, are `SHA-256.txt`.
/// - Source: HO-172.
final class KeptSources: Sendable {
  private let folder: String
  /// The texts that were kept before, so that each is hashed once.
  private let known = Mutex<Set<String>>([])

  init(state: String) { folder = "\(state)/sources" }

  /// Keeps the files of a run that are known before it starts.
  ///
  /// - Errors: ``GeoError`` for a file that cannot be read or written.
  func keep(_ script: ScriptFile, _ options: RunOptions) throws(GeoError) {
    try keep(script.source)
    for paths in [options.fences, options.settings.map { [$0] } ?? []] where !paths.isEmpty {
      for path in paths {
        try write("\(try FileHash.text(of: path))\(KeptSources.ending(of: path))") { () throws(GeoError) in
          try WholeFile.bytes(of: path)
        }
      }
      let hashes = RecordedRun.hashes(ofFiles: paths)
      let list = RecordedRun.shortened(hashes)
      if list != hashes {
        try write("\(list).txt") { () throws(GeoError) in Array(hashes.utf8) }
      }
    }
  }

  /// Keeps the text of a script or module.
  func keep(_ source: String) throws(GeoError) {
    guard known.withLock({ $0.insert(source).inserted }) else { return }
    let bytes = Array(source.utf8)
    try write("\(SHA256.text(of: bytes)).lua") { () throws(GeoError) in bytes }
  }

  private func write(_ name: String, _ bytes: () throws(GeoError) -> [UInt8]) throws(GeoError) {
    guard path(name) == nil else { return }
    try Folder.make(folder)
    try AtomicFile.write(try bytes(), to: "\(folder)/\(name)")
  }

  /// The text of a script or module that a recording names; nil if it is not there.
  func source(_ hash: String) -> String? { path("\(hash).lua").flatMap { try? TextFile.read($0) } }

  /// The files of an option by what a recording has of them; nil if they are not all there.
  ///
  /// - Parameter paths: those of the option now, whose endings count.
  func files(_ recorded: String, like paths: [String]) -> [String]? {
    let list = path("\(recorded).txt").flatMap { try? TextFile.read($0) } ?? recorded
    let hashes = list.split(separator: " ")
    let found = zip(hashes, paths).compactMap { path("\($0)\(KeptSources.ending(of: $1))") }
    return found.count == hashes.count && hashes.count == paths.count ? found : nil
  }

  private func path(_ name: String) -> String? {
    guard !name.contains("/") else { return nil }
    let path = "\(folder)/\(name)"
    return access(path, R_OK) == 0 ? path : nil
  }

  /// What follows the name, `.geojson` or `.csv.gz`: readers know forms by it.
  private static func ending(of path: String) -> String {
    let name = path.split(separator: "/").last ?? ""
    return name.firstIndex(of: ".").map { String(name[$0...]) } ?? ""
  }
}

extension WorkerPlan {
  /// From now on keeps what the run is made of, if it has a state directory.
  mutating func keepSources(in store: StateStore?, _ output: Output) {
    kept = store.map { KeptSources(state: $0.directory) }
    keepSources(output)
  }

  /// Keeps the script, the fences and the settings of a run with a state directory.
  func keepSources(_ output: Output) {
    do throws(GeoError) { try kept?.keep(script, options) } catch {
      output.repeatWarning("\(error): why cannot come back to what runs now")
    }
  }
}
