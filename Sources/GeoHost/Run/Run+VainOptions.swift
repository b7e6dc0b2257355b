import Geo
import GeoFeeds
import GeoLua
import Glibc
import LuaBridge

/// What is said at the start of options that cannot do what they are for.
///
/// - Source: HO-197.
extension Run {
  func sayVainOptions(_ addresses: [SourceAddress], _ output: Output) {
    for folder in options.readable {
      if let flaw = Run.flaw(ofReadable: folder, writable: options.writable) {
        output.warn("--allow-read \(folder): \(flaw)")
      }
    }
    if options.reload?.onHangup == true, options.speed == nil, replaysOnly(addresses) {
      output.warn(
        "--reload-on-sighup: the run reads its files as fast as it can and ends; SIGHUP reloads nothing after that"
      )
    }
    let replaces = !options.tables.isEmpty || options.pictures != nil || options.page != nil
    if options.replaces, !replaces, options.profileScript == nil {
      output.note("--force had no effect: there is no --table, --map, --page or --profile-script")
    }
  }

  /// Whether the run ends with its files: nothing in it waits for anybody.
  private func replaysOnly(_ addresses: [SourceAddress]) -> Bool {
    if case .server? = options.page?.place { return false }
    return !addresses.isEmpty && !isLive(addresses) && !options.sources.contains("-")
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
