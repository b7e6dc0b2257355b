import ArgumentParser
import GeoHost

/// The page that a run makes.
struct RunPage: ParsableArguments {
  @Option(
    name: .customLong("page"),
    help: ArgumentHelp(
      "Write a page that shows the run on a map and a time line, and why regions fired, as one .html file.",
      valueName: "file"), completion: .file(extensions: ["html"]))
  var path: String?

  func options() -> PageOptions? { path.map(PageOptions.init) }
}
