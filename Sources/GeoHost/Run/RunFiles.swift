import Geo
import GeoDelivery
import GeoFeeds
import GeoLua
import Glibc

/// The files that a run reads or writes itself, so that its script replaces none of them.
///
/// Files are compared by path and by device and inode, so that links count.
///
/// - Source: HO-199.
struct RunFiles: Sendable {
  private struct Identity: Hashable {
    let device: UInt
    let inode: UInt

    init?(_ path: String) {
      var status = stat()
      guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
      (device, inode) = (UInt(status.st_dev), UInt(status.st_ino))
    }
  }

  /// Files whose names begin alike: the parts of a recording, the pictures of a run.
  private struct Family: Sendable {
    let folder: String
    let use: String
    let has: @Sendable (_ name: Substring) -> Bool
  }

  private var uses: [String: String] = [:]
  /// Those that were there when the run began.
  private var identities: [Identity: String] = [:]
  /// Those that appear while it lasts.
  private var outputs: [(path: String, use: String)] = []
  private var families: [Family] = []
  private var state: FolderPath?

  init(_ options: RunOptions, _ script: ScriptFile) {
    // Only scripts that may write need it.
    guard !options.writable.isEmpty else { return }
    addInputs(of: options, script)
    for table in options.tables { add(output: table.path, "the table '\(table.name)' of --table") }
    for sink in options.alerts + options.channels {
      guard case .ndjson(let path?) = sink.kind else { continue }
      let channel = sink.shape.channel
      add(output: path, channel.map { "the file of --channel \($0)" } ?? "the file of --alerts")
    }
    if let path = options.profileScript { add(output: path, "the file of --profile-script") }
    if case .file(let path)? = options.page?.place { add(output: path, "the file of --page") }
    for (path, option) in [(options.record, "--record"), (options.recordExact, "--record-exact")] {
      if let path { add(recording: path, options.recordRotation, "the recording of \(option)") }
    }
    if let name = options.pictures?.name { add(pictures: name) }
    state = options.state.flatMap { FolderPath($0) }
  }

  private mutating func addInputs(of options: RunOptions, _ script: ScriptFile) {
    if options.scriptText == nil { add(input: options.script, "the script") }
    for path in options.sources where path != "-" && !FileFeed.isSimulation(path) {
      add(input: path, "an input of --from")
    }
    for path in options.fences { add(input: path, "a file of --fences") }
    for path in options.privacyZones { add(input: path, "a file of --privacy-zone") }
    if let path = options.settings { add(input: path, "the file of --settings") }
    if let path = options.groupBy { add(input: path, "the file of --group-by") }
    for path in [ConfigurationFile.name, "\(script.folder)/\(ConfigurationFile.name)"] {
      add(input: path, "the configuration")
    }
  }

  private mutating func add(input path: String, _ use: String) {
    guard let identity = Identity(path) else { return }
    uses[RunFiles.whole(path)] = use
    identities[identity] = use
  }

  private mutating func add(output path: String, _ use: String) {
    uses[RunFiles.whole(path)] = use
    outputs.append((path, use))
  }

  private mutating func add(recording path: String, _ rotation: RecordRotation?, _ use: String) {
    add(output: path, use)
    let (folder, _) = RunFiles.parts(RunFiles.whole(path))
    families.append(
      Family(folder: folder, use: use) { RecordingName(path).isName(String($0), rotation) })
  }

  private mutating func add(pictures name: PictureName) {
    let (folder, _) = RunFiles.parts(RunFiles.whole(name.plain))
    families.append(Family(folder: folder, use: "a picture of --map") { name.mayBe($0) })
  }

  /// What the run uses a file for; nil for nothing.
  ///
  /// - Parameter path: without links in its folder, from the root on.
  func use(of path: String) -> String? {
    if let use = uses[path] { return use }
    let (folder, name) = RunFiles.parts(path)
    if let state, let place = FolderPath(folder), state.holds(place) { return "a file of --state" }
    if let family = families.first(where: { $0.folder == folder && $0.has(name) }) { return family.use }
    guard let identity = Identity(path) else { return nil }
    return identities[identity] ?? outputs.first { Identity($0.path) == identity }?.use
  }

  /// The path from the root on, without links in its folder.
  private static func whole(_ path: String) -> String {
    let (folder, name) = parts(path)
    let place = absolutePath(folder.isEmpty ? (path.hasPrefix("/") ? "/" : ".") : folder)
    return place == "/" ? "/\(name)" : "\(place)/\(name)"
  }

  private static func parts(_ path: String) -> (folder: String, name: Substring) {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return ("", path[...]) }
    return (String(path[..<slash]), path[path.utf8.index(after: slash)...])
  }
}
