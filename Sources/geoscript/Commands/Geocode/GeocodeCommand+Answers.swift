import ArgumentParser
import Geo
import GeoGazetteer
import GeoHost
import Glibc

/// The questions, and the printing of answers.
extension GeocodeCommand {
  func answer(_ text: String, _ ask: (GeocodeRequest) -> GeocodeAnswer) throws {
    guard text.contains(where: { !$0.isWhitespace }) else {
      throw GeoError(.data, "there is nothing to look up (geoscript geocode Tokyo station)")
    }
    let query: GeocodeRequest.Query
    switch QueryFeed.query(text) {
    case .ask(let asked): query = asked
    case .bad(let reason): throw GeoError(.data, reason)
    }
    var request = try request(query)
    if case .position = query { request.limit = limit ?? 1 } else { request.limit = limit ?? 5 }
    switch ask(request) {
    case .failed:
      // The reason was printed already.
      throw ExitCode(GeoError.Code.unavailable.exitCode)
    case .places(let places) where places.isEmpty:
      Geoscript.complain("geoscript: \(GeocodedText.nothing(for: query))")
      throw ExitCode(1)
    case .places(let places):
      if let reason = places.first.flatMap(request.partialReason) {
        Geoscript.complain("geoscript: \(reason)")
      }
      if json {
        for place in places.prefix(request.limit) {
          let isPartial = [("partial", JSONValue.bool(request.isPartial(place)))]
          print(JSONValue.object(place.members + isPartial.map { (name: $0.0, value: $0.1) }))
        }
      } else {
        let isPlain = isatty(STDOUT_FILENO) == 0 || getenv("NO_COLOR") != nil
        print(GeocodedText.text(of: Array(places.prefix(request.limit)), isPlain: isPlain))
      }
    }
  }

  func request(_ query: GeocodeRequest.Query) throws(GeoError) -> GeocodeRequest {
    var request = GeocodeRequest(query)
    request.limit = 1
    request.bias = try near.map { text throws(GeoError) in try GeocodeCommand.bias(text) }
    request.languages = (lang ?? "").split { $0 == "," || $0 == " " }.map(String.init)
    return request
  }

  /// Notes once if a requested language changes nothing, because a gazetteer has it for some places only.
  func notingLanguage(
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
          "the gazetteer has no names in \(language) for \(name); it shows their default names")
      }
      return answer
    }
  }
}
