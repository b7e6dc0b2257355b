import ArgumentParser

/// `geoscript page write`, and `geoscript page` with a script: a run that makes a page. ``PageWords`` turns its words into
/// those of `run`.
struct PageWrite: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "write",
    abstract: "Run a script and write a page that shows what happened and why.",
    usage: "geoscript page <script> --from <source> ... --output <file> [<options>]",
    discussion: """
      The page is one .html file that opens without a network: a map with tracks,
      regions and alerts, a timeline that plays the run, and for each fix why a
      region fired or not. geoscript page SCRIPT … -o FILE is the same as
      geoscript run SCRIPT … --page FILE and takes all options of run.
      More: geoscript docs page.

      Examples:
        geoscript page walk.lua --from track.gpx -o day.html
        geoscript page walk.lua --from track.gpx --what-if home.radius=150
        geoscript page fleet.lua --from monday.ndjson.gz --fences depots.geojson \\
          -o monday.html
      """)

  @Argument(help: "The Lua script.", completion: .file(extensions: ["lua"]))
  var script: String

  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp("The page: an .html file.", valueName: "file"),
    completion: .file(extensions: ["html"]))
  var output: String

  @OptionGroup(title: "Sources") var input: RunSources

  @OptionGroup(title: "Regions") var regions: RunRegions

  @Argument(parsing: .allUnrecognized, help: "Further options of geoscript run.")
  var further: [String] = []
}
