public import Geo
import GeoFeeds
import Glibc

/// The options in force for `geoscript run`: from the command line, else from the environment, else from a file.
///
/// - Source: HO-50, HO-51.
public struct Configuration: Sendable {
  /// One for each option that is set, in the order of the options.
  public private(set) var settings: [Setting] = []
  /// What is worth a word before the run.
  public private(set) var warnings: [String] = []
  /// The words of a command line that says all of it, without `run`.
  public private(set) var words: [String]

  /// The words as they are, without environment and files.
  public init(words: [String]) { self.words = words }

  /// The places of the words of `run` that are neither options nor their values; those behind `--` do not count.
  public static func places(in words: [String], options: [ConfigurationOption]) -> [Int] {
    CommandLineSettings(words, options: options).places
  }

  /// Whether there is anything to look for beside the words; cheap, because each run asks.
  public static func isNeeded(by words: [String]) -> Bool {
    if words.contains(where: { $0 == "--config" || $0.hasPrefix("--config=") }) { return true }
    if !EnvironmentSettings.present().isEmpty || exists(ConfigurationFile.name) { return true }
    return words.contains { word in !word.hasPrefix("-") && exists(beside(word)) }
  }

  /// - Parameters:
  ///   - words: the words of the command line behind `run`, with one `--from` for each source.
  ///   - options: the options of `geoscript run`.
  ///   - usesEnvironment: whether variables count; a service has those of its unit.
  ///   - readsFiles: whether files count; a template has none yet.
  /// - Errors: ``GeoError`` of the file; `usage` for files that disagree; `notPermitted` for what a file that was
  ///   only found may not say.
  public init(
    words: [String], options: [ConfigurationOption], usesEnvironment: Bool = true, readsFiles: Bool = true
  ) throws(GeoError) {
    let line = CommandLineSettings(words, options: options)
    let environment = try EnvironmentSettings(
      usesEnvironment ? EnvironmentSettings.present() : [], options: options)
    warnings = environment.warnings
    self.words = words
    var layers = [line.settings, environment.settings]
    let named =
      line.values(of: ConfigurationOption.config).last
      ?? environment.settings.first { $0.option.name == ConfigurationOption.config }?.values.last
    var found: ConfigurationFile?
    if let named, readsFiles {
      layers.append(try ConfigurationFile(path: named, options: options).settings)
    } else if readsFiles {
      let above = layers
      found = try Configuration.found(below: above, options: options, warnings: &warnings)
      if let found { layers.append(found.settings) }
    }
    for option in options {
      guard let setting = layers.lazy.compactMap({ Configuration.last(option, $0) }).first else { continue }
      settings.append(setting)
    }
    if let found { try FoundFileRules(path: found.path).check(settings, words) }
    let fit = ConfigurationFit(settings)
    self.words = Configuration.words(settings.filter(fit.takes), words, hasTerminator: line.hasTerminator)
  }

  /// The defaults of the options that are not set.
  public func defaults(of options: [ConfigurationOption]) -> [Setting] {
    options.compactMap { option in
      guard let standard = option.standard, !settings.contains(where: { $0.option.name == option.name })
      else {
        return nil
      }
      return Setting(option: option, values: [standard], origin: .standard)
    }
  }

  /// Where the option that an error is about was set, if not on the command line: `--jobs is set in …`.
  public func hint(for message: String) -> String? {
    for setting in settings where setting.origin != .commandLine {
      let name = setting.option.name
      let isNamed = message.ranges(of: "--\(name)").contains { range in
        range.upperBound == message.endIndex
          || !(message[range.upperBound].isLetter || message[range.upperBound] == "-")
      }
      let isValue = setting.values.contains { $0.utf8.count > 2 && message.hasPrefix("\($0):") }
      if isNamed || isValue { return "\(name) is set in \(setting.origin)" }
    }
    return nil
  }

  /// The script; nil if nothing names one.
  public var script: String? { valuesByName[ConfigurationOption.script]?.first }

  /// The values of the options that are set, by name.
  public var valuesByName: [String: [String]] {
    Dictionary(settings.map { ($0.option.name, $0.values) }, uniquingKeysWith: { $1 })
  }

  /// The files that may set options of a script, also those that are not there.
  public func candidates(for script: String) -> [String] {
    valuesByName[ConfigurationOption.config] ?? [ConfigurationFile.name, Configuration.beside(script)]
  }

  // MARK: Files

  private static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  /// The file beside a script.
  private static func beside(_ script: String) -> String {
    guard let slash = script.lastIndex(of: "/") else { return ConfigurationFile.name }
    return "\(script[...slash])\(ConfigurationFile.name)"
  }

  /// The file in the current folder, or else beside the script.
  private static func found(
    below above: [[Setting]], options: [ConfigurationOption], warnings: inout [String]
  ) throws(GeoError) -> ConfigurationFile? {
    let own = ConfigurationFile.name
    var here: ConfigurationFile?
    if exists(own) { here = try ConfigurationFile(path: own, options: options) }
    let layers = above + [here?.settings ?? []]
    let script = layers.lazy.compactMap { $0.first { $0.option.name == ConfigurationOption.script } }.first
    guard let path = script?.values.first.map(beside), exists(path), !areSameFile(path, own) else {
      return here
    }
    let other = try ConfigurationFile(path: path, options: options)
    guard let here else { return other }
    try compare(here, other, below: above)
    if other.settings.contains(where: { last($0.option, here.settings) == nil }) {
      warnings.append(
        "\(own) in this folder counts, so \(path) sets nothing: name it with --config to use it")
    }
    return here
  }

  /// - Errors: ``GeoError`` `usage` when both files set an option, differently, and nothing above them decides it.
  private static func compare(
    _ here: ConfigurationFile, _ other: ConfigurationFile, below above: [[Setting]]
  ) throws(GeoError) {
    for setting in other.settings {
      guard let mine = last(setting.option, here.settings), mine.values != setting.values,
        above.allSatisfy({ last(setting.option, $0) == nil })
      else { continue }
      throw GeoError(
        .usage,
        "\(setting.option.name) differs from \(mine.origin): name the file that you mean, "
          + "--config \(here.path) or --config \(other.path)", at: "\(setting.origin)")
    }
  }

  /// The setting of an option; one name and its alias may both be there.
  private static func last(_ option: ConfigurationOption, _ layer: [Setting]) -> Setting? {
    layer.last { $0.option.name == option.name }
  }

  // MARK: Words

  /// The script, what other places than the command line set, then the command line's own words.
  private static func words(_ settings: [Setting], _ words: [String], hasTerminator: Bool) -> [String] {
    let others = settings.filter { setting in
      // The variable holds the token itself, which the run reads on its own.
      setting.origin != .commandLine && setting.origin != .variable(HTTPKeys.variable)
    }
    func given(_ name: String) -> [String] { others.first { $0.option.name == name }?.words ?? [] }
    let options = others.filter { $0.option.kind != .positional }.flatMap(\.words)
    let line = given(ConfigurationOption.script) + options + words
    let arguments = given(ConfigurationOption.arguments)
    return hasTerminator || arguments.isEmpty ? line : line + ["--"] + arguments
  }
}
