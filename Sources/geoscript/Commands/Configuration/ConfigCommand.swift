import ArgumentParser
import Geo
import GeoHost

/// `geoscript config`.
struct ConfigCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "config",
    abstract: "Print the options that a run would use, and where each comes from.",
    discussion: """
      Takes the words of geoscript run. Options come from the command line, else
      from the environment ($GEOSCRIPT_SPEED is --speed), else from the file of
      --config, or else from geoscript.toml in the current folder or beside the
      script. What is printed is such a file.

      Examples:
        geoscript config
        geoscript config dog.lua --from walk.gpx
        geoscript config --config /etc/geoscript/home.toml
        geoscript config dog.lua --from walk.gpx --jobs 2 > geoscript.toml
      """)

  @Argument(parsing: .captureForPassthrough, help: "The words that you would write after geoscript run.")
  var words: [String] = []

  func run() throws {
    if words == ["--help"] || words == ["-h"] { throw CleanExit.helpRequest(self) }
    let options = RunConfiguration.options()
    let words = RunWords.expanded(["run"] + self.words).dropFirst()
    let configuration = try Configuration(words: Array(words), options: options)
    for warning in configuration.warnings { Geoscript.complain("geoscript: \(warning)") }
    for setting in configuration.settings + configuration.defaults(of: options) { print(setting.line) }
    // A mistake in a value is one here, too.
    guard configuration.settings.contains(where: { $0.option.name == "script" }) else { return }
    do {
      _ = try RunCommand.parse(configuration.words).options()
    } catch let error as GeoError {
      throw configuration.placed(error)
    } catch {
      if let hint = configuration.hint(for: RunCommand.message(for: error)) { Geoscript.complain(hint) }
      throw error
    }
  }
}

extension Configuration {
  /// Adds to an error where the option that it is about was set.
  func placed(_ error: GeoError) -> GeoError {
    guard let hint = hint(for: error.description) else { return error }
    var error = error
    error.message += " (\(hint))"
    return error
  }
}
