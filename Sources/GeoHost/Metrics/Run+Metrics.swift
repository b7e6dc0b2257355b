package import Geo
package import GeoFeeds

/// `--metrics`.
extension Run {
  /// What is measured, and its server; nil without `--metrics`. A served page has the metrics without a server.
  ///
  /// - Errors: ``GeoError`` if it cannot listen on the address.
  package func openMetrics() throws(GeoError) -> (metrics: RunMetrics, server: StatusServer?)? {
    guard let address = options.metrics else {
      guard case .server? = options.page?.place else { return nil }
      return (RunMetrics(), nil)
    }
    let metrics = RunMetrics()
    let server = try StatusServer(host: address.host, port: address.port, name: "--metrics") {
      metrics.page($0)
    }
    return (metrics, server)
  }

  /// Says where the metrics are.
  package func report(_ server: StatusServer?, to output: Output) {
    guard let server, let address = options.metrics else { return }
    output.note("metrics: \(address.url(port: server.port))/metrics, also /healthz and /readyz")
  }
}
