import Geo
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
    guard let real = realpath(path, nil) else { return false }
    defer { free(real) }
    return String(cString: real).hasPrefix(FoundFileRules.trustedFolder)
  }

  private func refusal(of setting: Setting) -> String? {
    let name = setting.option.name
    switch name {
    case _ where name.hasPrefix("allow-"): return "\(name) gives the script a permission"
    case "page": return "\(name) opens this machine to others"
    case "alerts":
      if let sink = setting.values.first(where: { $0.hasPrefix("exec:") || $0.hasPrefix("apprise:") }) {
        return "\(name) runs a command by \(sink.prefix { $0 != ":" })"
      }
      let files = setting.values.filter { $0.hasPrefix("ndjson:") }.map { String($0.dropFirst(7)) }
      return files.first(where: isElsewhere).map { "\(name) writes to \($0), outside of the current folder" }
    case "state", "record", "map":
      return setting.values.first(where: isElsewhere).map {
        "\(name) writes to \($0), outside of the current folder"
      }
    default: return nil
    }
  }

  /// Whether a path leads out of the current folder.
  private func isElsewhere(_ path: String) -> Bool {
    path.hasPrefix("/") || path.split(separator: "/").contains("..")
  }
}
