public import Geo
import GeoDelivery

/// Answers the questions of a command, which has no device, and waits for each answer.
public final class CommandGeocoder {
  private let fetcher: GeocodingFetcher?
  private let geocoder: ChainGeocoder

  /// - Parameters:
  ///   - note: called once if the built-in set answers.
  ///   - warn: called for sources that could not answer, and for other problems.
  public init(
    _ option: GeocoderOption = .standard, note: @escaping (String) -> Void,
    warn: @escaping @Sendable (String) -> Void
  ) {
    fetcher = GeocodingFetcher.made(for: option, state: nil, warn: warn)
    var said: Set<String> = []
    func once(_ text: String, _ say: (String) -> Void) { if said.insert(text).inserted { say(text) } }
    geocoder = ChainGeocoder(
      option, cache: GazetteerCache(note: note), fetcher: fetcher,
      // Each place carries its attribution.
      reports: .init(note: { _ in }, warn: { once($0, warn) }))
  }

  deinit { fetcher?.close() }

  /// Waits for the answer to a question and returns it; a stop by signal ends the wait.
  public func answer(_ request: GeocodeRequest) -> GeocodeAnswer { geocoder.answer(request) }
}
