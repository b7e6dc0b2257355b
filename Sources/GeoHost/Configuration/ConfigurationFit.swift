import GeoFeeds

/// Leaves out what a file or a variable sets for other runs: on the command line it would be a mistake.
///
/// - Source: HO-197.
struct ConfigurationFit {
  private let values: [String: [String]]
  /// The names of what the command line sets.
  private let given: Set<String>

  init(_ settings: [Setting]) {
    values = Dictionary(settings.map { ($0.option.name, $0.values) }, uniquingKeysWith: { $1 })
    given = Set(settings.filter { $0.origin == .commandLine }.map(\.option.name))
  }

  /// Whether a setting has an effect beside the others.
  func takes(_ setting: Setting) -> Bool {
    guard setting.origin != .commandLine else { return true }
    return switch setting.option.name {
    case "basemap", "map-style", "map-scale", "map-wait", "map-every", "map-size": has("map")
    case "alert-max-age", "alert-queue": has("state")
    case "alert-timeout":
      sinks.contains { !["text", "ndjson", "none"].contains($0.prefix(while: \.isLetter)) }
    case "speed", "start", "end", "interval", "pace", "reorder-window", "jitter", "dropout", "reorder",
      "duplicate",
      "outliers":
      has("from") || has("emulate")
    case "device-by": setting.values == ["file"] || brings(\.canBringTracks)
    case "device-column", "lat-column", "lon-column", "time-column", "time-format": brings(\.canBringTables)
    case "quiet", "verbose": !given.contains("log-level")
    case "log-level": given.isDisjoint(with: ["quiet", "verbose"])
    default: true
    }
  }

  private func has(_ name: String) -> Bool { values[name].map { $0.last != "false" } ?? false }

  /// The addresses of sinks, without the channels before them.
  private var sinks: [Substring] {
    (values["alerts"] ?? []).map { $0[...] }
      + (values["channel"] ?? []).map { word in word.drop { $0 != "=" }.dropFirst() }
  }

  private func brings(_ kind: (SourceAddress) -> Bool) -> Bool {
    // What is no address is told where it is read.
    (values["from"] ?? []).contains { word in (try? SourceAddress(word)).map(kind) ?? true }
  }
}
