import Geo
import GeoDelivery
import GeoFeeds

/// Asks the router of `--router`, and waits for its answer here, so that the clock of the asking device stands still
/// meanwhile.
final class ServerRouter: RouteService {
  private let option: RouterOption
  private let queue: FetchQueue<RoutePageRequest>
  private let privacy: PrivacyZones?
  private let reports: ChainGeocoder.Reports

  init(
    _ option: RouterOption, _ fetcher: Fetcher<RoutePageRequest>, reports: ChainGeocoder.Reports,
    privacy: PrivacyZones? = nil
  ) {
    (self.option, self.reports, self.privacy) = (option, reports, privacy)
    queue = FetchQueue(fetcher)
  }

  func answer(_ request: RouteRequest) -> RouteAnswer {
    if request.mode == .transit, option.form == .osrm {
      return .failed("\(option.name): OSRM knows no public transport.")
    }
    if let zone = privacy?.zone(at: request.origin) ?? privacy?.zone(at: request.destination) {
      return .failed("\(option.name): \(zone.refusal)")
    }
    let page: RoutePageRequest
    do { page = try option.request(for: request) } catch { return .failed("\(error)") }
    var answer: FetchQueue<RoutePageRequest>.Answer?
    queue.ask(page, isScripts: true) { answer = $0 }
    reports.isWaiting(true)
    defer { reports.isWaiting(false) }
    if !queue.wait(until: monotonicSeconds() + ChainGeocoder.patience) { queue.cancel() }
    switch answer {
    case .success(let routes): return .routes(routes)
    case .failure(let fault):
      if Signals.stop == 0 { reports.warn("routing: \(option.name): \(fault.reason)") }
      return .failed("\(option.name): \(fault.reason)")
    case nil: return .failed("\(option.name): no answer came in time")
    }
  }
}
