import ArgumentParser
import Geo
import GeoHost

/// `geoscript page`.
struct PageCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "page",
    abstract: "Write a page that shows what happened and why, or share a served one.",
    usage: """
      geoscript page <script> --from <source> ... --output <file> [<options>]
      geoscript page share <device> --until <time> --state <dir>
      geoscript page unshare <device> --state <dir>
      """,
    discussion: """
      geoscript page SCRIPT … -o FILE is the same as
      geoscript run SCRIPT … --page FILE and takes all options of run: see
      geoscript page write --help. share makes a link that shows one device of a
      page that a run serves.
      More: geoscript docs page.

      Examples:
        geoscript page walk.lua --from track.gpx -o day.html
        geoscript page share rex --until 18:00 --state ./state
        geoscript page unshare rex --state ./state
      """,
    subcommands: [PageWrite.self, PageShare.self, PageUnshare.self], defaultSubcommand: PageWrite.self)
}

/// `geoscript page write`, and `geoscript page` with a script: a run that makes a page. ``PageWords`` turns its words into
/// those of `run`.
struct PageWrite: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "write",
    abstract: "Run a script and write a page that shows what happened and why.",
    usage: "geoscript page <script> --from <source> ... --output <file> [<options>]",
    discussion: """
      The page is one .html file that opens without a network: a map with tracks,
      regions and alerts, a time line that plays the run, and for each fix why a
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

/// The words of `geoscript page`.
enum PageWords {
  /// Checks the name of the page, which `run` would call by its own option.
  ///
  /// - Parameter words: those behind `page`.
  /// - Errors: ``GeoError`` `usage` for a file that is not a page.
  static func check(_ words: [String]) throws(GeoError) {
    for (index, word) in words.enumerated() {
      if word == "--" { return }
      let isLong = word.hasPrefix("--output=")
      guard isLong || ["-o", "--output"].contains(word), isLong || index + 1 < words.count else { continue }
      let name = isLong ? String(word.dropFirst("--output=".count)) : words[index + 1]
      guard [".html", ".htm"].contains(where: name.lowercased().hasSuffix) else {
        throw GeoError(.usage, "-o takes the name of a page, such as day.html, got '\(name)'")
      }
    }
  }

  /// Refuses two names of the page.
  ///
  /// - Errors: ``GeoError`` `usage`.
  static func checkOnce(_ words: [String]) throws(GeoError) {
    let words = words.prefix { $0 != "--" }
    let names = words.filter { ["-o", "--output", "--page"].contains($0.prefix { $0 != "=" }) }
    guard names.count > 1, names.contains(where: { $0.hasPrefix("--page") }) else { return }
    throw GeoError(.usage, "-o and --page both name the page: give one of them")
  }

  /// Returns the words of `run` that make the same page; nil if they neither name one nor ask what would be.
  ///
  /// - Parameter words: those behind `page`.
  static func run(_ words: [String]) -> [String]? {
    let command = words.first ?? ""
    guard ![PageShare.configuration.commandName, PageUnshare.configuration.commandName].contains(command)
    else {
      return nil
    }
    let words = command == PageWrite.configuration.commandName ? Array(words.dropFirst()) : words
    var result: [String] = []
    var isNamed = false
    for (index, word) in words.enumerated() {
      if word == "--" { return isNamed ? result + words[index...] : nil }
      let name = word.prefix { $0 != "=" }
      if name == "--what-if" { isNamed = true }
      if name == "--output" || word == "-o" {
        result.append("--page" + word.dropFirst(name.count))
        isNamed = true
      } else {
        result.append(word)
      }
    }
    return isNamed ? result : nil
  }
}
