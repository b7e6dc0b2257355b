import ArgumentParser
import Geo
import GeoHost

/// The configuration of `geoscript run`, from the options that it declares.
enum RunConfiguration {
  /// Adds to the words of a command line, those behind `run`, what variables and files say.
  ///
  /// - Errors: those of ``Configuration``.
  static func configured(_ words: [String]) throws(GeoError) -> Configuration {
    // The list of options takes longer than a whole start, and most runs have neither variables nor files.
    let isHelp = words.contains { ["--help", "-h", "--version"].contains($0) }
    guard !isHelp, Configuration.isNeeded(by: words) else { return Configuration(words: words) }
    return try Configuration(words: words, options: options())
  }

  /// All options of `geoscript run`, as the argument parser describes them.
  static func options() -> [ConfigurationOption] {
    let root = try? JSONParser.parse(RunCommand._dumpHelp())["command"]
    return (root?.list("arguments") ?? []).compactMap(option)
  }

  private static func option(_ argument: JSONValue) -> ConfigurationOption? {
    let names = argument.list("names").filter { $0.word("kind") == "long" }.map { $0.word("name") }
    var isRepeatable = false
    if case .bool(true)? = argument["isRepeating"] { isRepeatable = true }
    let standard = argument.word("defaultValue")
    guard argument.word("kind") != "positional" else {
      return ConfigurationOption(argument.word("valueName"), kind: .positional, isRepeatable: isRepeatable)
    }
    guard let name = names.first, !["help", "version"].contains(name) else { return nil }
    let letters = argument.list("names").filter { $0.word("kind") == "short" }.compactMap {
      $0.word("name").first
    }
    let isFlag = argument.word("kind") == "flag"
    return ConfigurationOption(
      name, aliases: Array(names.dropFirst()), letters: letters, kind: isFlag ? .flag : .option,
      isRepeatable: isRepeatable,
      standard: standard.isEmpty ? (isFlag ? "false" : nil) : standard)
  }
}
