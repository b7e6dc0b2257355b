import ArgumentParser
import GeoGazetteer
import GeoHost

/// `geoscript gazetteer build`.
struct GazetteerBuild: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "build",
    abstract: "Build a gazetteer from files.",
    usage: "geoscript gazetteer build <files> ... [<options>]",
    discussion: """
      \(GazetteerCommand.formats)

      If two files of a kind contain the same place, the later file wins. Some
      well-known places are always included, and so are the borders of the
      built-in set if no file brings borders.

      If you stop build with Ctrl-C, the same command resumes it. The gazetteer
      appears when it is complete; until then, FILE.part holds what was read.

      Examples:
        geoscript gazetteer build cities500.zip admin1CodesASCII.txt
        geoscript gazetteer build -o japan.sqlite JP.zip prefectures.geojson
        geoscript gazetteer build -f --languages en,ja allCountries.zip
      """)

  @OptionGroup var input: GazetteerInput

  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp("The gazetteer to write. (default: your own)", valueName: "file"),
    completion: .file(extensions: ["sqlite"]))
  var output: String?

  @Flag(name: [.short, .long], help: "Replace an existing gazetteer.")
  var force = false

  @Flag(help: "Use nothing but the files: no well-known places, no built-in borders.")
  var onlyFiles = false

  func run() throws {
    let path = try output ?? GazetteerPlace.ownPath()
    try input.run(to: path, force ? .replace : .new, takesBuiltIn: !onlyFiles)
  }
}

/// `geoscript gazetteer import`.
struct GazetteerAdd: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Add files to a gazetteer.",
    usage: "geoscript gazetteer import <files> ... [<options>]",
    discussion: """
      \(GazetteerCommand.formats)

      A place replaces the one with the same key; a file that was already imported
      changes nothing. The old gazetteer answers until the new one is complete.
      If you stop import with Ctrl-C, the gazetteer stays as it was and the same
      command resumes.

      Examples:
        geoscript gazetteer import helsinki.osm.pbf
        geoscript gazetteer import --into my.sqlite offices.csv \\
          --attribution "© Example Ltd"
      """)

  @OptionGroup var input: GazetteerInput

  @Option(
    help: ArgumentHelp("The gazetteer to extend. (default: your own)", valueName: "file"),
    completion: .file(extensions: ["sqlite"]))
  var into: String?

  func run() throws { try input.run(to: try into ?? GazetteerPlace.ownPath(), .add) }
}
