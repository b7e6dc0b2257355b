import ArgumentParser
import GeoHost

extension Geoscript {
  /// Parses the words of the command line.
  ///
  /// - Parameter configuration: set for `run` to what variables and files add to the words.
  static func parsed(
    _ words: [String], _ configuration: inout Configuration
  ) throws -> any ParsableCommand {
    var words = words
    if words.first == PageCommand.configuration.commandName,
      let page = PageWords.run(Array(words.dropFirst())),
      !page.contains(where: ["--help", "-h", "--version"].contains)
    {
      try PageWords.checkOnce(words)
      try PageWords.check(words)
      words = [RunCommand.configuration.commandName ?? "run"] + page
    }
    if words.first == RunCommand.configuration.commandName {
      configuration = try RunConfiguration.configured(Array(RunWords.expanded(words).dropFirst()))
      for warning in configuration.warnings { complain("geoscript: \(warning)") }
      if let run = RunCommand(plain: configuration.words) { return run }
      return try parseAsRoot([words[0]] + configuration.words)
    }
    if words.first == ReportCommand.configuration.commandName { words = RunWords.expanded(words) }
    return try parseAsRoot(GeocodeCommand.handedOver(words))
  }
}
