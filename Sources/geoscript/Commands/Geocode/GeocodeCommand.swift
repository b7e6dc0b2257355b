import ArgumentParser
import Geo
import GeoFeeds
import GeoHost
import Glibc

/// `geoscript geocode`.
struct GeocodeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "geocode",
    abstract: "Look up a place by its name or address, or what is at a position.",
    usage: "geoscript geocode [<text> ...] [<options>]",
    discussion: """
      Words are looked up as one text, in any order, with or without commas and
      quotes. A position is latitude, then longitude: 35.68,139.77,
      35°40′48″N 139°46′12″E, N35.68 E139.77, a geo: URI. The answer comes from
      a gazetteer on this machine, unless --geocoder names a server.

      With - or nothing to look up, a table (CSV) or JSON objects (one a line)
      are read from standard input and written in their order, with what was
      found: a table gets columns that begin with geo_, an object the members
      placemark and geo_status. Rows that cannot be asked or answered are kept,
      and geo_status says why.

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

      Exit codes: 0 found, 1 nothing is known, 65 no position or bad input,
      69 the source did not answer.
      """)

  @Argument(
    help: ArgumentHelp(
      "What to look up: a name, an address or a position; - reads many from standard input.",
      valueName: "text"))
  var words: [String] = []

  @Flag(help: "A JSON object a placemark, with the names of CLPlacemark's properties.")
  var json = false

  @Option(help: ArgumentHelp("The most placemarks. (default: 5 of a text, 1 of a position)", valueName: "n"))
  var limit: Int?

  @Option(
    help: ArgumentHelp("Languages of names, the most wanted first: ja or fr,en.", valueName: "lang"))
  var lang: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Prefer places around here; the radius is 50 km, or as said: 35.68,139.77,5km.",
      valueName: "lat,lon[,r]"))
  var near: String?

  @Option(
    help: ArgumentHelp(
      "Who answers: \(GeocoderOption.expected). (default: gazetteer)", valueName: "source"))
  var geocoder: String?

  @Flag(help: "Let servers of --geocoder be asked: what is looked up goes to them.")
  var allowNet = false

  @Option(
    help: ArgumentHelp("The column, or member, that is looked up in a table or objects.", valueName: "name"))
  var column: String?

  @Option(help: ArgumentHelp("The column that is the latitude.", valueName: "name"))
  var latColumn: String?

  @Option(help: ArgumentHelp("The column that is the longitude.", valueName: "name"))
  var lonColumn: String?

  private var isBatch: Bool { words.isEmpty || words == ["-"] }

  func validate() throws {
    if let limit, !(1...50 ~= limit) { throw ValidationError("--limit must be 1 to 50, got \(limit)") }
    guard (latColumn == nil) == (lonColumn == nil) else {
      throw ValidationError("--lat-column and --lon-column go together")
    }
    guard column == nil || latColumn == nil else {
      throw ValidationError(
        "--column names an address, --lat-column and --lon-column a position: one of them")
    }
    if isBatch {
      guard limit == nil else {
        throw ValidationError("--limit is for one question: each row has one answer")
      }
      if words.isEmpty, isatty(STDIN_FILENO) == 1 {
        throw ValidationError("there is nothing to look up (geoscript geocode Tokyo station)")
      }
    } else if words.contains("-") {
      throw ValidationError("- reads questions from standard input and stands alone")
    } else if column != nil || latColumn != nil {
      throw ValidationError("columns are of tables on standard input (geoscript geocode - --column …)")
    }
  }

  func run() throws {
    let option = try geocoder.map { text throws(GeoError) in try GeocoderOption(text) } ?? .standard
    try option.check(allowsNet: allowNet)
    let geocoder = CommandGeocoder(
      option, note: { Geoscript.complain(PlainText.line($0)) },
      warn: { Geoscript.complain(PlainText.line($0)) })
    if isBatch {
      var names = QuestionFeed.Names()
      (names.text, names.latitude, names.longitude) = (column, latColumn, lonColumn)
      let batch = GeocodeBatch(
        feed: try QuestionFeed(path: "-", names: names), form: json ? .json : .asRead,
        request: try request(.text("")), ask: notingLanguage(geocoder.answer))
      return try batch.run()
    }
    try answer(words.joined(separator: " "), notingLanguage(geocoder.answer))
  }

  private func answer(_ text: String, _ ask: (GeocodeRequest) -> GeocodeAnswer) throws {
    guard text.contains(where: { !$0.isWhitespace }) else {
      throw GeoError(.data, "there is nothing to look up (geoscript geocode Tokyo station)")
    }
    let question: GeocodeRequest.Question
    switch QuestionFeed.question(text) {
    case .ask(let asked): question = asked
    case .bad(let reason): throw GeoError(.data, reason)
    }
    var request = try request(question)
    if case .position = question { request.limit = limit ?? 1 } else { request.limit = limit ?? 5 }
    switch ask(request) {
    case .failed:
      // Why has been said.
      throw ExitCode(GeoError.Code.unavailable.exitCode)
    case .places(let places) where places.isEmpty:
      Geoscript.complain("geoscript: \(GeocodedText.nothing(for: question))")
      throw ExitCode(1)
    case .places(let places):
      if json {
        for place in places.prefix(request.limit) { print(place.json) }
      } else {
        let isPlain = isatty(STDOUT_FILENO) == 0 || getenv("NO_COLOR") != nil
        print(GeocodedText.text(of: Array(places.prefix(request.limit)), isPlain: isPlain))
      }
    }
  }

  private func request(_ question: GeocodeRequest.Question) throws(GeoError) -> GeocodeRequest {
    var request = GeocodeRequest(question)
    request.limit = 1
    request.bias = try near.map { text throws(GeoError) in try GeocodeCommand.bias(text) }
    request.languages = (lang ?? "").split { $0 == "," || $0 == " " }.map(String.init)
    return request
  }

  /// Says once where a language that was asked for changes nothing: a gazetteer has it for some places only.
  private func notingLanguage(
    _ ask: @escaping (GeocodeRequest) -> GeocodeAnswer
  ) -> (GeocodeRequest) -> GeocodeAnswer {
    var isSaid = false
    return { request in
      let answer = ask(request)
      guard !isSaid, let language = request.languages.first, !language.hasPrefix("en"),
        case .places(let places) = answer, let first = places.first, first.source == "gazetteer"
      else { return answer }
      var plain = request
      plain.languages = []
      if case .places(let others) = ask(plain), others.first?.address == first.address {
        isSaid = true
        let name = excerpt(first.address.name ?? "this")
        Geoscript.complain(
          "the gazetteer has no names in \(language) for \(name); where it has none, these are default names")
      }
      return answer
    }
  }
}

extension GeocodeCommand {
  /// The words of the command line, with a minus that no parser of options takes for one before negative positions.
  static func handedOver(_ words: [String]) -> [String] {
    guard words.first == commandName else { return words }
    return words.map { word in
      let bytes = word.utf8
      guard bytes.first == UInt8(ascii: "-"), let second = bytes.dropFirst().first,
        0x30...0x39 ~= second || second == UInt8(ascii: ".")
      else { return word }
      return "\u{2212}" + word.dropFirst()
    }
  }

  static let commandName = "geocode"

  /// The circle of `--near`: `35.68,139.77`, `35.68,139.77,5000`, `35.68,139.77,5km`.
  static func bias(_ text: String) throws(GeoError) -> GeocodeRequest.Bias {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    let advice = "(expected latitude,longitude[,radius] such as 35.68,139.77,5km)"
    var position = text
    var radius = 50_000.0
    if parts.count == 3 {
      position = parts[0] + "," + parts[1]
      let word = parts[2].lowercased().filter { $0 != " " }
      let isKilometres = word.hasSuffix("km")
      let number = isKilometres ? word.dropLast(2) : word.hasSuffix("m") ? word.dropLast(1) : word[...]
      guard let value = Double(number), value > 0, value.isFinite else {
        throw GeoError(.usage, "--near: '\(parts[2])' is no radius \(advice)")
      }
      radius = value * (isKilometres ? 1000 : 1)
    }
    guard let center = try PositionText.parse(position) else {
      throw GeoError(.usage, "--near: '\(text)' is no position \(advice)")
    }
    return GeocodeRequest.Bias(center: center, radius: min(radius, 20_000_000))
  }
}
