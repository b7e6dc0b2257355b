public import Geo
import GeoLua
import Glibc

/// The files that a recorded run had, where those of today differ: its state directory has kept them.
///
/// A temporary folder has them beside links to all else in the script's folder. It goes with this.
///
/// - Source: HO-172.
public final class RestoredSources {
  /// The options with the files of then.
  public private(set) var options: RunOptions
  /// What is not that of today, for people.
  public private(set) var names: [String] = []
  private var folder: String?

  /// - Errors: ``GeoError`` of files and of the folder.
  public init(_ options: RunOptions) throws(GeoError) {
    self.options = options
    guard let state = options.state, !options.keepsStateInStream else { return }
    let kept = KeptSources(state: state)
    for path in options.sources {
      let lines = RecordedRun.lines(of: path)
      guard let recorded = lines.first?[RecordedRun.member] else { continue }
      restoreFiles(recorded, from: kept)
      try restoreScript(recorded, lines, from: kept)
      return
    }
  }

  deinit { if let folder { TemporaryFolder.remove(folder) } }

  private func restoreFiles(_ recorded: JSONValue, from kept: KeptSources) {
    func files(_ name: String, _ paths: [String]) -> [String]? {
      guard !paths.isEmpty, let hash = recorded[name]?.text,
        hash != RecordedRun.shortened(RecordedRun.hashes(ofFiles: paths)),
        let found = kept.files(hash, like: paths)
      else { return nil }
      names.append("the files of --\(name)")
      return found
    }
    if let fences = files("fences", options.fences) { options.fences = fences }
    if let settings = files("settings", options.settings.map { [$0] } ?? []) {
      options.settings = settings[0]
    }
  }

  private func restoreScript(
    _ recorded: JSONValue, _ lines: [JSONValue], from kept: KeptSources
  ) throws(GeoError) {
    let script = try ScriptFile(path: options.script)
    var texts: [String: String] = [:]
    if let hash = recorded["sha256"]?.text, hash != script.hash, let text = kept.source(hash) {
      texts[script.name] = text
    }
    for line in lines.dropFirst() {
      guard let name = line[RecordedRun.module]?.text, let hash = line["sha256"]?.text, !name.contains(".."),
        (try? ScriptFile(path: "\(script.folder)/\(name)").hash) != hash, let text = kept.source(hash)
      else { continue }
      texts[name] = text
    }
    guard !texts.isEmpty, let origin = resolvedPath(script.folder) else { return }
    let folder = try TemporaryFolder.make()
    self.folder = folder
    for (name, text) in texts {
      let path = "\(folder)/\(name)"
      try Folder.make(
        path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/"))
      try AtomicFile.write(Array(text.utf8), to: path)
    }
    RestoredSources.link(origin, into: folder)
    options.script = "\(folder)/\(script.name)"
    names += texts.keys.sorted()
  }

  /// Links what a folder has and another lacks.
  private static func link(_ origin: String, into folder: String) {
    guard let directory = opendir(origin) else { return }
    defer { closedir(directory) }
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      guard name != ".", name != ".." else { continue }
      if symlink("\(origin)/\(name)", "\(folder)/\(name)") != 0, errno == EEXIST {
        link("\(origin)/\(name)", into: "\(folder)/\(name)")
      }
    }
  }
}
