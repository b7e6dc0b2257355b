import ArgumentParser
import Geo
import GeoGazetteer
import GeoHost

/// `geoscript gazetteer info`.
struct GazetteerInfo: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "info",
    abstract: "Show what a gazetteer holds, its sources, and which one answers.",
    discussion: """
      Examples:
        geoscript gazetteer info
        geoscript gazetteer info helsinki.sqlite --json
        geoscript gazetteer info --check
      """)

  @Argument(
    help: "The gazetteer. (default: the one that answers)", completion: .file(extensions: ["sqlite"]))
  var file: String?

  @Flag(help: "Print one JSON object, with all countries and languages.")
  var json = false

  @Flag(help: "Read all of it to find damage; if there is some, exit with 65.")
  var check = false

  func run() throws {
    let place = try GazetteerPlace(file)
    let contents = try place.gazetteer.contents()
    if json { print(place.json(contents)) } else { for line in place.lines(contents) { print(line) } }
    guard check else { return }
    let damages = try place.gazetteer.damages()
    guard damages.isEmpty else {
      throw GeoError(
        .data, "is damaged (\(damages.joined(separator: "; "))): build it again, or restore a copy",
        at: place.path ?? "the built-in set")
    }
    if !json { print("check       no damage found") }
  }
}
