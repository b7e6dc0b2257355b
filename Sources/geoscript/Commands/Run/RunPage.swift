import ArgumentParser
import Geo
import GeoHost

/// The page that a run makes.
struct RunPage: ParsableArguments {
  @Option(
    name: .customLong("page"),
    help: ArgumentHelp(
      """
      Show the run on a map and a time line, and why regions fired: write one .html file at the end, or serve \
      the page at ADDRESS:PORT during the run, such as 127.0.0.1:8080.
      """, valueName: "file|address:port"), completion: .file(extensions: ["html"]))
  var place: String?

  @Option(
    help: ArgumentHelp(
      "A file with the token that opens a served page; needed where others can reach it.", valueName: "file"),
    completion: .file())
  var pageToken: String?

  @Option(
    help: ArgumentHelp(
      "A further name by which browsers reach the served page, as behind a proxy. Repeatable.",
      valueName: "name"))
  var pageHost: [String] = []

  /// - Errors: ``GeoError`` `usage` for options that do not fit together.
  func options() throws(GeoError) -> PageOptions? {
    guard let place else {
      guard pageToken == nil, pageHost.isEmpty else {
        throw GeoError(
          .usage, "--page-token and --page-host need --page ADDRESS:PORT: they say who may see a served page")
      }
      return nil
    }
    return try PageOptions(place, names: pageHost, tokenFile: pageToken)
  }
}
