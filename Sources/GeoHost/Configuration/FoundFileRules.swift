import Geo
import GeoDelivery
import GeoLua
import Glibc

/// What a `geoscript.toml` may say that nobody named: it may have come with a download.
///
/// - Source: HO-52.
struct FoundFileRules {
  let path: String

  /// Files here count as named, because only an administrator writes there.
  static let trustedFolder = "/etc/geoscript/"

  /// - Parameter words: those of the command line, for the line to type.
  /// - Errors: ``GeoError`` `notPermitted` for a permission, a command to run, or a file elsewhere to write.
  func check(_ settings: [Setting], _ words: [String]) throws(GeoError) {
    guard !isTrusted else { return }
    for setting in settings {
      guard case .file = setting.origin, let reason = refusal(of: setting) else { continue }
      let line = (["geoscript run --config", path] + words).joined(separator: " ")
      throw GeoError(
        .notPermitted, "\(reason), and geoscript only found this file: if you trust it, type: \(line)",
        at: "\(setting.origin)")
    }
  }

  private var isTrusted: Bool {
    resolvedPath(path)?.hasPrefix(FoundFileRules.trustedFolder) == true
  }

  private func refusal(of setting: Setting) -> String? {
    let name = setting.option.name
    if name.hasPrefix("allow-") { return "\(name) gives the script a permission" }
    let isServed = name == "page" && !setting.values.allSatisfy(PageOptions.isFile)
    if isServed || name == "page-host" || name == "metrics" { return "\(name) opens this machine to others" }
    if ["page-control", "emulate"].contains(name) { return "\(name) lets readers of a page act on the run" }
    if name == "alerts" || name == "channel",
      let sink = setting.values.lazy.map({ FoundFileRules.address($0, of: name) }).first(where: {
        $0.hasPrefix("exec:") || $0.hasPrefix("apprise:")
      })
    {
      return "\(name) runs a command by \(sink.prefix { $0 != ":" })"
    }
    return setting.values.compactMap { setting.output($0)?.path }.first(where: isElsewhere).map {
      "\(name) writes to \($0), outside the current folder"
    }
  }

  /// The address of a sink, which `@FILE` may hold.
  private static func address(_ value: String, of option: String) -> String {
    let word = option == "channel" ? String(value.drop { $0 != "=" }.dropFirst()) : value
    // A file that cannot be read is refused when the run reads it.
    return (try? AlertSinkOption.address(word)) ?? word
  }

  /// Whether a path leads out of the current folder, by itself or by a link that may have come with the file.
  private func isElsewhere(_ path: String) -> Bool {
    if path.hasPrefix("/") || path.split(separator: "/").contains("..") { return true }
    guard let here = FolderPath("."), let place = FolderPath(path) else { return true }
    return !here.holds(place) || place.isDangling
  }
}
