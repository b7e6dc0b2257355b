public import Geo
import GeoFeeds
import Glibc

/// Turns the words of a run into a service: outputs go where a service may write, secrets become credentials.
///
/// - Source: HO-54.
public struct ServiceWords {
  public private(set) var unit: ServiceUnit

  /// - Parameters:
  ///   - configuration: of the words behind `run`.
  ///   - folder: the current one, in which the service runs.
  /// - Errors: ``GeoError`` `usage` for an output elsewhere.
  public init(
    name: String, program: String, configuration: Configuration, folder: String
  ) throws(GeoError) {
    unit = try ServiceUnit(name: name, program: program, words: ["run"], folder: folder)
    show(folder)
    show(program)
    var words: [String] = []
    var positional: [String] = []
    for setting in configuration.settings {
      var setting = setting
      for index in setting.values.indices {
        setting.values[index] = try value(setting.values[index], of: setting)
      }
      guard setting.origin == .commandLine else { continue }
      switch setting.option.name {
      case ConfigurationOption.script: words.insert(contentsOf: setting.words, at: 0)
      case ConfigurationOption.arguments: positional = ["--"] + setting.words
      default: words += setting.words
      }
    }
    if !configuration.settings.contains(where: { $0.option.name == "state" }), !name.hasSuffix("@") {
      words.append("--state=\(ServiceUnit.stateFolder(name))/state")
    }
    if !words.contains(ServiceUnit.reloadWord) { words.append(ServiceUnit.reloadWord) }
    unit.words += words + positional
  }

  private mutating func value(_ value: String, of setting: Setting) throws(GeoError) -> String {
    if let written = setting.output(value) {
      return written.prefix + (try output(written.path, setting))
    }
    switch setting.option.name {
    case ConfigurationOption.script, ConfigurationOption.config:
      let path = absolute(value)
      show(path)
      return path
    case "http-token", "http-users", "owntracks-key": return credential(value, setting)
    case let name where ["alert-header", "alert-secret"].contains(name) && value.hasPrefix("@"):
      return "@" + credential(String(value.dropFirst()), setting)
    case "alerts" where value.hasPrefix("@"):
      return "@" + credential(String(value.dropFirst()), setting)
    case "channel" where value.firstRange(of: "=@") != nil:
      let name = value.prefix { $0 != "=" }
      return "\(name)=@" + credential(String(value.dropFirst(name.count + 2)), setting)
    case "from":
      if let line = try? SourceAddress(value), line.scheme == "nmea" {
        unit.devices.append(String(value.dropFirst("nmea://".count).prefix { $0 != "?" }))
      }
      return value
    default:
      if value.hasPrefix("/") { show(value) }
      return value
    }
  }

  /// The path of an output: a relative one goes into the folder of the service.
  private func output(_ path: String, _ setting: Setting) throws(GeoError) -> String {
    let folder = ServiceUnit.stateFolder(unit.name)
    if path.hasPrefix(folder + "/") || path == folder { return path }
    let isRelative = !path.hasPrefix("/") && !path.split(separator: "/").contains("..")
    guard isRelative, setting.origin == .commandLine else {
      throw GeoError(
        .usage,
        "a service writes only below \(folder), and \(setting.option.name) names \(path): write \(folder)/…",
        at: setting.origin == .commandLine ? nil : "\(setting.origin)")
    }
    return "\(folder)/\(path)"
  }

  private mutating func credential(_ path: String, _ setting: Setting) -> String {
    guard setting.origin == .commandLine else { return path }
    let count = unit.credentials.filter { $0.name.hasPrefix(setting.option.name) }.count
    let name = setting.option.name + (count > 0 ? "-\(count + 1)" : "")
    unit.credentials.append((name, absolute(path)))
    return "\(ServiceUnit.credentialFolder)/\(name)"
  }

  private func absolute(_ path: String) -> String { path.hasPrefix("/") ? path : "\(unit.folder)/\(path)" }

  /// Lets the service see a path that its sandbox would hide.
  private mutating func show(_ path: String) {
    let isHidden = ["/home/", "/root/", "/run/user/", "/tmp/", "/var/tmp/"].contains {
      "\(path)/".hasPrefix($0)
    }
    guard isHidden, access(path, F_OK) == 0, !unit.visible.contains(where: { "\(path)/".hasPrefix("\($0)/") })
    else {
      return
    }
    unit.visible.append(path)
  }
}
