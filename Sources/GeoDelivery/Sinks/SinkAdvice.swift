import Geo
import Glibc
import LuaBridge

/// Says what a word after `--alerts` or `--channel` may have meant.
enum SinkAdvice {
  /// The error for a word that is no sink.
  ///
  /// - Shape: shows the part before the first `/` only, because a misspelled address may hold a password.
  static func unknown(_ text: Substring) -> GeoError {
    let name = text.hasPrefix("/") || text.hasPrefix(".") ? text : text.prefix { $0 != "/" }
    return GeoError(.usage, "'\(name)' is not an alert sink\(advice(text)): write \(forms) or none")
  }

  /// The forms of addresses, as messages list them.
  private static let forms =
    "text, ndjson, ndjson:FILE, exec:COMMAND, https://…, mqtt://…, ntfys://…, smtps://…, homeassistant+mqtt://…, apprise:…"

  private static let words = ["text", "ndjson", "none"]
  private static let prefixes = ["ndjson", "exec", "apprise"]
  private static let schemes = [
    "http", "https", "mqtt", "mqtts", "ntfy", "ntfys", "smtp", "smtps", "homeassistant+mqtt",
    "homeassistant+mqtts",
  ]

  /// Words of other programs.
  private static let synonyms = [
    "json": "ndjson", "jsonl": "ndjson", "stdout": "text", "print": "text", "console": "text", "off": "none",
    "file": "ndjson:FILE", "command": "exec:COMMAND", "shell": "exec:COMMAND", "webhook": "https://…",
    "mail": "smtps://…", "mailto": "smtps://…", "email": "smtps://…",
    "homeassistant": "homeassistant+mqtt://…", "slack": "apprise:slack://…",
    "telegram": "apprise:tgram://…",
  ]

  private static func advice(_ text: Substring) -> String {
    if let colon = text.firstIndex(of: ":"), !text[..<colon].contains(where: { "./".contains($0) }) {
      let name = String(text[..<colon])
      let isAddress = text[colon...].hasPrefix("://")
      if isAddress || prefixes.contains(name) || schemes.contains(name) || Int(port(text[colon...])) == nil {
        let known = isAddress ? schemes : prefixes + schemes
        let near = known.contains(name) ? name : NearestName.find(name, among: known)
        let meant = near.map { "\($0)\(schemes.contains($0) ? "://" : ":")…" } ?? synonyms[name.lowercased()]
        return meant.map { " (did you mean '\($0)'?)" } ?? ""
      }
      return " (did you mean 'https://\(name)\(text[colon...].prefix { $0 != "/" })/…'?)"
    }
    return advice(path: String(text))
  }

  private static func port(_ rest: Substring) -> Substring {
    rest.dropFirst().prefix { $0 != "/" && $0 != "?" }
  }

  /// Advice for a word without a scheme: a name, a file, a command or a host.
  private static func advice(path: String) -> String {
    let known = words + prefixes + schemes
    if let meant = synonyms[path.lowercased()] { return " (did you mean '\(meant)'?)" }
    if let near = NearestName.find(path, among: known) {
      return words.contains(near)
        ? " (did you mean '\(near)'?)" : " (did you mean '\(near)\(schemes.contains(near) ? "://" : ":")…'?)"
    }
    if [".ndjson", ".jsonl", ".json", ".txt", ".log"].contains(where: path.hasSuffix) {
      return " (did you mean 'ndjson:\(path)'?)"
    }
    if path.hasPrefix("/") || path.hasPrefix(".") || access(path, X_OK) == 0 {
      return " (did you mean 'exec:\(path)'?)"
    }
    let host = path.prefix { $0 != "/" }
    guard host.split(separator: ".").count > 1, !host.contains(where: \.isWhitespace) else { return "" }
    return " (did you mean 'https://\(host)/…'?)"
  }
}
