import Geo
import GeoDelivery
import GeoFeeds
import GeoLua
import Glibc
import LuaBridge

/// What is said at the start of options that cannot do what they are for.
///
/// - Source: HO-197.
extension Run {
  func sayVainOptions(_ output: Output) {
    for folder in options.readable {
      if let flaw = Run.flaw(ofReadable: folder, writable: options.writable) {
        output.warn("--allow-read \(folder): \(flaw)")
      }
    }
    let sinks = options.alerts + options.channels
    if options.alertTimeout != RunOptions.usualAlertTimeout, !sinks.contains(where: \.waitsForReceivers) {
      output.warn(
        "--alert-timeout has no effect without a sink that may fail, such as --alerts https://…: it says how long the "
          + "end of the run waits for it")
    }
    for none in sinks where none.kind == .none {
      let channel = none.shape.channel
      guard let other = sinks.first(where: { $0.kind != .none && $0.shape.channel == channel }) else {
        continue
      }
      let option = channel.map { "--channel \($0)=" } ?? "--alerts "
      output.warn("\(option)none has no effect beside \(option)\(other.scheme)")
    }
    let replaces = !options.tables.isEmpty || options.pictures != nil || options.page != nil
    // A run that begins anew replaces its own files.
    if options.replaces, options.reload == nil, !replaces, options.profileScript == nil {
      output.note("--force had no effect: there is no --table, --map, --page or --profile-script")
    }
  }

  /// Why no script can read in a folder; nil if it can.
  private static func flaw(ofReadable folder: String, writable: [String]) -> String? {
    var status = stat()
    if stat(folder, &status) == 0 { return nil }
    guard errno == ENOENT || errno == ENOTDIR else { return String(cString: strerror(errno)) }
    // The script may make it.
    if let path = FolderPath(folder), writable.contains(where: { FolderPath($0)?.holds(path) == true }) {
      return nil
    }
    let slash = folder.lastIndex(of: "/")
    let parent = slash.map { String(folder[...$0]) } ?? ""
    let name = slash.map { String(folder[folder.index(after: $0)...]) } ?? folder
    let names = MissingFile.names(in: parent.isEmpty ? "." : parent, folders: true)
    let near = NearestName.find(name, among: names).map { " (did you mean '\(parent)\($0)'?)" } ?? ""
    return "there is no such folder, so the script can read nothing in it\(near)"
  }
}
