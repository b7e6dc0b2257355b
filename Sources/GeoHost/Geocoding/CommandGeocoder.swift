public import Geo

/// Answers the questions of a command, which is no device: each answer is waited for.
public final class CommandGeocoder {
  private let fetcher: GeocodingFetcher?
  private let geocoder: ChainGeocoder

  /// - Parameters:
  ///   - note: told once of the built-in set, where that is what answers.
  ///   - warn: told of sources that could not answer, and of what went wrong beside the answers.
  public init(
    _ option: GeocoderOption = .standard, note: @escaping (String) -> Void,
    warn: @escaping @Sendable (String) -> Void
  ) {
    fetcher = GeocodingFetcher.made(for: option, state: nil, warn: warn)
    var said: Set<String> = []
    func once(_ text: String, _ say: (String) -> Void) { if said.insert(text).inserted { say(text) } }
    geocoder = ChainGeocoder(
      option, cache: GazetteerCache(note: note), fetcher: fetcher,
      // Each place says whom to name.
      reports: .init(note: { _ in }, warn: { once($0, warn) }))
  }

  deinit { fetcher?.close() }

  /// Returns what came of a question, when it has come; a stop by signal ends the wait.
  public func answer(_ request: GeocodeRequest) -> GeocodeAnswer { geocoder.answer(request) }
}
