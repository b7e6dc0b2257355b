import Geo
import GeoDelivery
import GeoFeeds
import Glibc
import LuaBridge

/// What environment variables set: `$GEOSCRIPT_SPEED` is `--speed`.
struct EnvironmentSettings {
  private(set) var settings: [Setting] = []
  /// Advice about variables that look misspelled.
  private(set) var warnings: [String] = []

  /// - Errors: ``GeoError`` `usage` for a flag that is neither true nor false.
  init(_ variables: [(name: String, value: String)], options: [ConfigurationOption]) throws(GeoError) {
    // A variable that is set to nothing counts as not set, as containers often have them.
    for (name, value) in variables where !value.isEmpty && !EnvironmentSettings.others.contains(name) {
      guard let option = options.first(where: { $0.variable == name }) else {
        let names = options.map(\.variable) + EnvironmentSettings.others
        if let near = NearestName.find(name, among: names) {
          warnings.append("$\(name) sets nothing: did you mean $\(near)?")
        }
        continue
      }
      var values = [value]
      // Its own meaning: the token itself, where the option names a file.
      let isToken = name == HTTPKeys.variable
      if option.kind == .flag {
        values = [try EnvironmentSettings.truth(value, name)]
      } else if option.isRepeatable {
        values = value.split(separator: "\n").map(String.init)
      }
      var setting = Setting(option: option, values: values, origin: .variable(name))
      if isToken { setting.isHidden = true }
      settings.append(setting)
    }
  }

  /// Variables with a meaning of their own.
  private static let others = [
    MQTTAddress.passwordVariable, SMTPAddress.passwordVariable, NATSAddress.passwordVariable,
    "GEOSCRIPT_GAZETTEER", "GEOSCRIPT_COAST", "GEOSCRIPT_MAPLIBRE", "GEOSCRIPT_BASEMAPS",
  ]

  /// The variables that begin as geoscript's do, sorted.
  static func present() -> [(name: String, value: String)] {
    var found: [(name: String, value: String)] = []
    var next = environ
    while let word = next.pointee {
      if strncmp(word, ConfigurationOption.prefix, ConfigurationOption.prefix.utf8.count) == 0 {
        let parts = String(cString: word).split(
          separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        found.append((String(parts[0]), parts.count > 1 ? String(parts[1]) : ""))
      }
      next += 1
    }
    return found.sorted { $0.name < $1.name }
  }

  private static func truth(_ text: String, _ name: String) throws(GeoError) -> String {
    switch text.lowercased() {
    case "true", "1", "yes", "on": "true"
    case "false", "0", "no", "off": "false"
    default: throw GeoError(.usage, "$\(name) takes true or false, got '\(text)'")
    }
  }
}
