import ArgumentParser
import Geo
import GeoGazetteer
import GeoHost

/// `geoscript geocode`.
struct GeocodeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "geocode",
    abstract: "Find a place by name or address, or what is at a position.",
    usage: "geoscript geocode [<text> ...] [<options>]",
    discussion: """
      All words are one text, in any order, with or without commas and quotes. A
      position is latitude, then longitude: 35.68,139.77,
      35°40′48″N 139°46′12″E, N35.68 E139.77, a geo: URI. The answer comes from a
      gazetteer on this machine, unless --geocoder names a server.

      With - or without words, geocode reads a table (CSV) or JSON objects (one per
      line) from standard input and writes them in their order with the result: a
      table gets columns that begin with geo_, an object the members placemark and
      geo_status. Rows without a question or an answer stay, and geo_status says
      why. More: geoscript docs geocoding.

      Examples:
        geoscript geocode Tokyo station
        geoscript geocode "1 Infinite Loop, Cupertino, CA"
        geoscript geocode -33.8568,151.2153
        geoscript geocode 東京 --json
        geoscript geocode Springfield --near 42.1,-72.6 --limit 3
        geoscript geocode < customers.csv > located.csv
        geoscript geocode - --column site --json < sites.csv
        geoscript geocode Helsinki --allow-net \\
          --geocoder nominatim:http://localhost:8088

      Exit codes: 0 found, 1 nothing found, 65 not a position or bad input,
      69 the source did not answer.
      """)

  @Argument(
    help: ArgumentHelp(
      "A name, an address or a position; - reads many from standard input.",
      valueName: "text"))
  var words: [String] = []

  @Flag(help: "Print one JSON object per placemark, with CLPlacemark's property names.")
  var json = false

  @Option(help: ArgumentHelp("Most placemarks. (default: 5 for a text, 1 for a position)", valueName: "n"))
  var limit: Int?

  @Option(
    help: ArgumentHelp("Languages of names, preferred first: ja or fr,en.", valueName: "lang"))
  var lang: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Prefer places around here, within 50 km or the given radius: 35.68,139.77,5km.",
      valueName: "lat,lon[,r]"))
  var near: String?

  @Option(
    help: ArgumentHelp(
      "What answers: \(GeocoderOption.expected). (default: gazetteer)", valueName: "source"))
  var geocoder: String?

  @Flag(help: "Allow asking the servers of --geocoder, which then see what you look up.")
  var allowNet = false

  @Option(
    help: ArgumentHelp("The column or member to look up.", valueName: "name"))
  var column: String?

  @Option(help: ArgumentHelp("The column with the latitude.", valueName: "name"))
  var latColumn: String?

  @Option(help: ArgumentHelp("The column with the longitude.", valueName: "name"))
  var lonColumn: String?

  var isBatch: Bool { words.isEmpty || words == ["-"] }

  func run() throws {
    let option = try geocoder.map { text throws(GeoError) in try GeocoderOption(text) } ?? .standard
    try option.check(allowsNet: allowNet)
    let geocoder = CommandGeocoder(
      option, note: { Geoscript.complain(PlainText.line($0)) },
      warn: { Geoscript.complain(PlainText.line($0)) })
    if isBatch {
      var names = QueryFeed.Names()
      (names.text, names.latitude, names.longitude) = (column, latColumn, lonColumn)
      let batch = GeocodeBatch(
        feed: try QueryFeed(path: "-", names: names), form: json ? .json : .asRead,
        request: try request(.text("")), ask: notingLanguage(geocoder.answer))
      return try batch.run()
    }
    try answer(words.joined(separator: " "), notingLanguage(geocoder.answer))
  }
}
