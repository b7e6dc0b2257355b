import Geo
import GeoDelivery
import GeoFeeds
import GeoGazetteer

/// Asks the sources of `--geocoder` in turn: each only after those before it found nothing or failed.
///
/// It waits for a server's answer here, so that the clock of the asking device stands still meanwhile.
final class ChainGeocoder: GeocodeService {
  private let sources: [GeocoderOption.Source]
  private let cache: GazetteerCache
  /// Nil where no server is asked.
  private let fetchQueue: GeocodingFetchQueue?
  private let reports: Reports
  private let privacy: PrivacyZones?
  /// The gazetteers whose attribution has been printed.
  private var noted: [String?] = []

  /// Answers before all sources, where a test says what they answer; nil asks them.
  var rehearsed: (GeocodeRequest) -> GeocodeAnswer? = { _ in nil }

  /// What it reports beside answers.
  struct Reports {
    /// Takes the attribution that the answers require.
    var note: (String) -> Void
    /// Takes the reason why a source could not answer.
    var warn: (String) -> Void
    /// Called with true when a wait for a server begins, and with false when it ends.
    var isWaiting: (Bool) -> Void = { _ in }
  }

  /// Seconds to wait for an answer, including the requests queued before it.
  static let patience = 60.0

  init(
    _ option: GeocoderOption, cache: GazetteerCache, fetcher: GeocodingFetcher?, reports: Reports,
    privacy: PrivacyZones? = nil
  ) {
    (sources, self.cache, self.reports, self.privacy) = (option.sources, cache, reports, privacy)
    fetchQueue = fetcher.map(GeocodingFetchQueue.init)
  }

  func ask(
    _ request: GeocodeRequest, mayAskServers: () -> Bool, answer: @escaping (GeocodeAnswer) -> Void
  ) {
    answer(self.answer(request, mayAskServers))
  }

  func answer(_ request: GeocodeRequest, _ mayAskServers: () -> Bool = { true }) -> GeocodeAnswer {
    if let answer = rehearsed(request) { return answer }
    var failures: [String] = []
    var hasLeave: Bool?
    for source in sources {
      if case .server(let server) = source {
        // Others look for whole words, and public servers of Nominatim forbid it.
        if request.isBeginning, server.form != .photon {
          failures.append("\(server.name): it does not complete words; Photon and gazetteers do")
          continue
        }
        if let zone = zone(of: request) {
          failures.append("\(server.name): \(zone.refusal)")
          continue
        }
        let isAllowed = hasLeave ?? mayAskServers()
        if !isAllowed, hasLeave == nil { failures.append(GeocodeAnswer.tooOften) }
        hasLeave = isAllowed
        guard isAllowed else { continue }
      }
      switch result(of: request, from: source) {
      case .success(let places) where !places.isEmpty: return .places(places)
      case .success: break
      case .failure(let fault):
        // A user who stops the run knows why no answer came.
        if Signals.stop == 0 { reports.warn("geocoding: \(fault.reason)") }
        failures.append(fault.reason)
      }
    }
    // If a source could not answer, the place may exist after all.
    return failures.isEmpty ? .places([]) : .failed(.network, failures.joined(separator: "; "))
  }

  private func result(
    of request: GeocodeRequest, from source: GeocoderOption.Source
  ) -> Result<[GeocodedPlace], FetchFault> {
    switch source {
    case .gazetteer(let path):
      do throws(GeoError) {
        let places = try cache.places(request, in: path)
        if !places.isEmpty { try reportSources(of: try cache.gazetteer(path), path) }
        return .success(places)
      } catch {
        return .failure(FetchFault(reason: "the gazetteer cannot be asked: \(error)", kind: .other))
      }
    case .server(let server):
      guard let page = server.request(for: request), let fetchQueue else { return .success([]) }
      let result = wait(for: page, fetchQueue).mapError { fault in
        FetchFault(reason: "\(server.name): \(fault.reason)", kind: fault.kind)
      }
      if case .success(let places) = result, let place = places.first, !place.attribution.isEmpty {
        reports.note("places of \(server.name): \(place.attribution)")
      }
      return result
    }
  }

  /// The zone that a server would learn of.
  private func zone(of request: GeocodeRequest) -> PrivacyZones.Zone? {
    if case .position(let place) = request.query, let zone = privacy?.zone(at: place) { return zone }
    return privacy?.zone(at: request.bias?.center)
  }

  private func reportSources(of gazetteer: Gazetteer, _ path: String?) throws(GeoError) {
    guard !noted.contains(path) else { return }
    noted.append(path)
    let names = try gazetteer.sources().map(\.attribution).filter { !$0.isEmpty }
    let unique = names.enumerated().filter { names.firstIndex(of: $1) == $0 }.map(\.element)
    if !unique.isEmpty { reports.note("places of the gazetteer: \(unique.joined(separator: "; "))") }
  }

  private func wait(for request: GeocodingRequest, _ fetchQueue: GeocodingFetchQueue)
    -> GeocodingFetchQueue.Answer
  {
    var answer: GeocodingFetchQueue.Answer?
    fetchQueue.ask(request, isScripts: true) { answer = $0 }
    reports.isWaiting(true)
    defer { reports.isWaiting(false) }
    // A stop by signal ends the wait.
    if !fetchQueue.wait(until: monotonicSeconds() + ChainGeocoder.patience) { fetchQueue.cancel() }
    return answer?.map(request.places) ?? .failure(FetchFault(reason: "no answer came in time"))
  }
}
