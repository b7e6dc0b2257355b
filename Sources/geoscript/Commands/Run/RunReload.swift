import ArgumentParser
import Geo
import GeoHost

/// When a run takes over new versions of its files.
struct RunReload: OptionTable {
  var reloadOnSighup = false
  var watch = false

  static func declare(_ o: inout OptionRows<Self>) {
    o.flag(
      "reload-on-sighup", \.reloadOnSighup,
      """
      At SIGHUP, load changes of the script, modules, fences and settings without ending the run. Without this option, SIGHUP ends it.
      """)
    o.flag("watch", \.watch, "Load such changes when you save a file. A run on files starts again.")
  }

  /// Nil without one of the options.
  ///
  /// - Parameter isAsked: whether a page may ask for it.
  /// - Errors: ``GeoError`` of a configuration.
  func rule(for script: String, isAsked: Bool) throws(GeoError) -> ReloadRule? {
    guard reloadOnSighup || watch || isAsked else { return nil }
    var rule = ReloadRule { () throws(GeoError) in
      let configuration = try RunReload.configuration()
      do {
        return (try RunCommand.parse(configuration.words).options(), configuration.valuesByName)
      } catch let error as GeoError {
        throw configuration.placed(error)
      } catch {
        throw GeoError(.usage, RunCommand.message(for: error))
      }
    }
    let configuration = try RunReload.configuration()
    (rule.onHangup, rule.watches) = (reloadOnSighup, watch)
    rule.values = configuration.valuesByName
    rule.configurationFiles = configuration.candidates(for: script)
    return rule
  }

  /// What command line, variables and files say now.
  private static func configuration() throws(GeoError) -> Configuration {
    try Configuration(words: words, options: RunConfiguration.options())
  }

  /// The words of the command line behind `run`.
  private static var words: [String] {
    var words = Array(CommandLine.arguments.dropFirst())
    if words.first == PageCommand.configuration.commandName,
      let page = PageWords.run(Array(words.dropFirst()))
    {
      words = ["run"] + page
    }
    return Array(RunWords.expanded(words).dropFirst())
  }
}
