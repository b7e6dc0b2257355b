import ArgumentParser
import Geo
import GeoHost

/// The words of `run` that the service gets.
extension ServiceInstall {
  /// Takes the options of this command out of the words of `run`, which has none of their names.
  mutating func takeOptions() {
    while let place = words.prefix(while: { $0 != "--" }).firstIndex(where: ServiceInstall.isOwn) {
      let word = words.remove(at: place)
      if word == "--print" {
        print = true
      } else if word == "--root" {
        root = words.indices.contains(place) ? words.remove(at: place) : ""
      } else {
        root = String(word.dropFirst("--root=".count))
      }
    }
  }

  private static func isOwn(_ word: String) -> Bool {
    ["--print", "--root"].contains(word) || word.hasPrefix("--root=")
  }

  /// Finds now what would otherwise stand in the journal: wrong options, a missing script.
  func check(_ configuration: Configuration) throws {
    do {
      _ = try Run(RunCommand.parse(configuration.words).options())
    } catch let error as GeoError {
      throw configuration.placed(error)
    } catch {
      // Not as ArgumentParser shows it, with the usage of another command.
      let message = RunCommand.message(for: error)
      let fault = Geoscript.farGuess(in: message).map { message.replacing($0, with: "") } ?? message
      throw GeoError(
        .usage, "\(fault) (the words after the name are those of geoscript run; its --help lists them)",
        at: "service install")
    }
  }
}
