import ArgumentParser
import Geo
import GeoGazetteer
import GeoHost

/// The arguments that `build` and `import` share.
struct GazetteerInput: ParsableArguments {
  @Argument(
    help: "Files of places, names, borders, streets or addresses.",
    completion: .file(extensions: ["txt", "csv", "geojson", "json", "pbf", "zip", "gz"]))
  var files: [String]

  @Option(help: ArgumentHelp("Format of all the files. (default: detected for each)", valueName: "name"))
  var format: GazetteerFileFormat?

  @Option(
    help: ArgumentHelp(
      "Take only places in these countries, two letters each: JP,KR.", valueName: "codes"))
  var countries: String?

  @Option(
    help: ArgumentHelp(
      "Take alternative names only in these languages: ja,en. (default: all)",
      valueName: "tags"))
  var languages: String?

  @Option(
    help: ArgumentHelp(
      "Attribution of files that state none.", valueName: "text"))
  var attribution: String?

  @Option(
    name: [.customLong("license"), .customLong("licence")],
    help: ArgumentHelp("License of such files, in SPDX spelling: CC-BY-4.0.", valueName: "name"))
  var license: String?

  @Flag(help: "Discard the rest of a stopped import instead of resuming it.")
  var restart = false

  @Flag(name: [.short, .long], help: "Print only warnings and errors.")
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
    job.filter.countries = try GazetteerInput.words(countries, "--countries") { $0.uppercased() }
    for country in job.filter.countries where country.utf8.count != 2 {
      throw GeoError(.usage, "--countries: '\(country)' is not a two-letter code (expected JP,KR)")
    }
    job.filter.languages = try GazetteerInput.words(languages, "--languages") { $0 }
    (job.attribution, job.license) = (attribution, license)
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
