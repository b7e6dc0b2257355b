import Geo
package import GeoFeeds
import GeoFormats

/// The pages of a server for `--metrics`.
///
/// - Source: SC-1, SC-2.
package enum StatusPages {
  /// - Parameter metrics: makes the text of `/metrics`.
  package static func page(_ path: String, _ health: RunHealth, metrics: () -> String) -> StatusServer.Page? {
    switch path {
    case "/metrics": .init(200, metrics(), contentType: PrometheusText.contentType)
    case "/healthz": probe(health.fault)
    case "/readyz": probe(health.reasonToWait)
    case "/": .init(200, "/metrics\n/healthz\n/readyz\n")
    default: nil
    }
  }

  private static func probe(_ fault: String?) -> StatusServer.Page {
    fault.map { .init(503, $0 + "\n") } ?? .init(200, "ok\n")
  }
}

extension PrometheusText {
  /// What every process of geoscript shows first.
  package mutating func addHead(_ health: RunHealth) {
    begin("geoscript_build_info", .gauge, "1, with the version of geoscript.")
    sample(1, [("version", Product.version)])
    add(
      "geoscript_ready", .gauge, "Whether events are taken: 1 between the start and the end.",
      health.isReady ? 1 : 0)
  }

  /// What live sources say of themselves.
  package mutating func add(_ sources: [any LiveSource]) {
    guard !sources.isEmpty else { return }
    begin(
      "geoscript_source_connected", .gauge,
      "Whether a live source hears its peer; a server, whether it listens.")
    for source in sources { sample(source.isConnected ? 1 : 0, [("source", source.name)]) }
    begin("geoscript_source_skipped_total", .counter, "Records that cannot be used.")
    for source in sources { sample(Double(source.skips.total), [("source", source.name)]) }
  }
}
