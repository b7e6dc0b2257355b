import ArgumentParser
import Geo
import GeoHost
import GeoStore

/// `geoscript gazetteer`.
struct GazetteerCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "gazetteer",
    abstract: "Make, enlarge or look at the file that knows places without network.",
    discussion: """
      A gazetteer holds places, borders, streets and houses. Scripts ask it
      through CLGeocoder, people through `geoscript geocode`. The first of these
      answers:
        --geocoder gazetteer:FILE
        $GEOSCRIPT_GAZETTEER
        $XDG_DATA_HOME/geoscript/gazetteer.sqlite, the user's own
          (without that variable: ~/.local/share)
        the built-in set of larger cities

      Examples:
        geoscript gazetteer info
        geoscript gazetteer build cities500.txt admin1CodesASCII.txt
        geoscript gazetteer build -o helsinki.sqlite helsinki.osm.pbf
        geoscript gazetteer import JP.txt --languages ja,en
      """,
    subcommands: [Build.self, Import.self, Info.self])

  /// What files can be, for the help of commands that read some.
  static let formats = """
    What a file is follows from its name and first bytes; .gz and .zip are
    read as they are:
      geonames         GeoNames: allCountries.txt, cities500.txt, JP.txt
      geonames-names   alternateNamesV2.txt
      geonames-areas   admin1CodesASCII.txt, admin2Codes.txt, countryInfo.txt
      geonames-postal  GeoNames' postal codes
      openaddresses    OpenAddresses, GeoJSON or CSV
      osm              OpenStreetMap, .osm.pbf: places, streets, houses
      borders          GeoJSON of Natural Earth, geoBoundaries and others
      csv              a table with the columns name, latitude, longitude
    """

  /// What `build` and `import` have in common.
  struct Input: ParsableArguments {
    @Argument(
      help: "Files of places, names, borders, streets or addresses.",
      completion: .file(extensions: ["txt", "csv", "geojson", "json", "pbf", "zip", "gz"]))
    var files: [String]

    @Option(help: ArgumentHelp("What all the files are. (default: each is looked at)", valueName: "name"))
    var format: GazetteerFileFormat?

    @Option(
      help: ArgumentHelp(
        "Take only what lies in these countries, two letters each: JP,KR.", valueName: "codes"))
    var countries: String?

    @Option(
      help: ArgumentHelp(
        "Take other names only in these languages: ja,en. (default: all that the files have)",
        valueName: "tags"))
    var languages: String?

    @Option(
      help: ArgumentHelp(
        "Whom users of the data have to name, for files that do not say it.", valueName: "text"))
    var attribution: String?

    @Option(help: ArgumentHelp("The licence of such files, as SPDX writes it: CC-BY-4.0.", valueName: "name"))
    var licence: String?

    @Flag(help: "Drop what a stopped import has left, instead of going on with it.")
    var restart = false

    @Flag(name: [.short, .long], help: "Say nothing but warnings and errors.")
    var quiet = false

    func validate() throws {
      guard !files.contains("-") else {
        throw ValidationError(
          "places cannot come from standard input, as an import may have to read them again (expected a file)"
        )
      }
    }

    func run(to path: String, _ mode: GazetteerBuilder.Mode, takesBuiltIn: Bool = true) throws {
      var job = GazetteerImport(files, path: path, mode: mode)
      job.takesBuiltIn = takesBuiltIn
      job.format = format?.format
      job.filter.countries = try Input.words(countries, "--countries") { $0.uppercased() }
      for country in job.filter.countries where country.utf8.count != 2 {
        throw GeoError(.usage, "--countries: '\(country)' is no code of two letters (expected JP,KR)")
      }
      job.filter.languages = try Input.words(languages, "--languages") { $0 }
      (job.attribution, job.licence) = (attribution, licence)
      (job.isRestarted, job.isQuiet) = (restart, quiet)
      switch try job.run() {
      case .done(let notes):
        for note in notes where !quiet || note.hasPrefix("warning: ") { Geoscript.complain(note) }
      case .stopped(let signal, let note):
        Geoscript.complain("geoscript: \(note)")
        throw ExitCode(128 + signal)
      }
    }

    private static func words(
      _ text: String?, _ option: String, _ change: (String) -> String
    ) throws -> Set<String> {
      guard let text else { return [] }
      let words = text.split(separator: ",").map { String($0.filter { $0 != " " }) }.filter { !$0.isEmpty }
      guard !words.isEmpty else { throw GeoError(.usage, "\(option) names nothing (expected a,b)") }
      return Set(words.map(change))
    }
  }

  struct Build: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "build",
      abstract: "Make a gazetteer of files.",
      usage: "geoscript gazetteer build <files> ... [<options>]",
      discussion: """
        \(GazetteerCommand.formats)

        Their order matters only where two of a kind have the same place: the
        later counts. Some well-known places are always part of it and, where no
        file brings borders, those of the built-in set.

        Ctrl-C stops it, and the same command goes on. The gazetteer is put in
        place when it is whole; until then FILE.part holds what has been read.

        Examples:
          geoscript gazetteer build cities500.zip admin1CodesASCII.txt
          geoscript gazetteer build -o japan.sqlite JP.zip prefectures.geojson
          geoscript gazetteer build -f --languages en,ja allCountries.zip
        """)

    @OptionGroup var input: Input

    @Option(
      name: [.customShort("o"), .customLong("output")],
      help: ArgumentHelp("The gazetteer. (default: the user's own)", valueName: "file"),
      completion: .file(extensions: ["sqlite"]))
    var output: String?

    @Flag(name: [.short, .long], help: "Replace a gazetteer that is there.")
    var force = false

    @Flag(help: "Take what the files have and nothing else: no well-known places, no built-in borders.")
    var onlyFiles = false

    func run() throws {
      let path = try output ?? GazetteerPlace.ownPath()
      try input.run(to: path, force ? .replace : .new, takesBuiltIn: !onlyFiles)
    }
  }

  struct Import: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "import",
      abstract: "Add files to a gazetteer.",
      usage: "geoscript gazetteer import <files> ... [<options>]",
      discussion: """
        \(GazetteerCommand.formats)

        What has the same key as something that is there replaces it; a file that
        is there already changes nothing. The gazetteer answers as before until
        the new one is whole, and Ctrl-C leaves it as it was: the same command
        goes on.

        Examples:
          geoscript gazetteer import helsinki.osm.pbf
          geoscript gazetteer import --into my.sqlite offices.csv \\
            --attribution "© Example Ltd"
        """)

    @OptionGroup var input: Input

    @Option(
      help: ArgumentHelp("The gazetteer. (default: the user's own)", valueName: "file"),
      completion: .file(extensions: ["sqlite"]))
    var into: String?

    func run() throws { try input.run(to: try into ?? GazetteerPlace.ownPath(), .add) }
  }

  struct Info: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "info",
      abstract: "Show what a gazetteer holds, where it is from, and which one answers.",
      discussion: """
        Examples:
          geoscript gazetteer info
          geoscript gazetteer info helsinki.sqlite --json
          geoscript gazetteer info --check
        """)

    @Argument(
      help: "The gazetteer. (default: the one that answers)", completion: .file(extensions: ["sqlite"]))
    var file: String?

    @Flag(help: "One JSON object, with all countries and languages.")
    var json = false

    @Flag(help: "Read all of it to find damage; exit 65 where there is some.")
    var check = false

    func run() throws {
      let place = try GazetteerPlace(file)
      let contents = try place.gazetteer.contents()
      if json { print(place.json(contents)) } else { for line in place.lines(contents) { print(line) } }
      guard check else { return }
      let damages = try place.gazetteer.damages()
      guard damages.isEmpty else {
        throw GeoError(
          .data, "is damaged (\(damages.joined(separator: "; "))): make it anew, or put a copy of it back",
          at: place.path ?? "the built-in set")
      }
      if !json { print("check       nothing is damaged") }
    }
  }
}
