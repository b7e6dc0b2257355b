import Geo
package import GeoLua

/// A sink of a run, and what becomes of one alert there.
package struct AlertDestination: Sendable {
  /// The sink without secrets.
  package let sink: String
  /// Whether its `only=` and `not=` let the alert through.
  package let takesAlert: Bool
}

extension AlertSinkOption {
  /// What becomes of an alert at the sink.
  package func destination(of alert: Alert) -> AlertDestination {
    AlertDestination(sink: label, takesAlert: shape.accepts(SinkMessage(alert)))
  }

  /// The sink in messages, without secrets.
  private var label: String {
    if let name = shape.name { return name }
    switch kind {
    case .text: return "text"
    case .ndjson(let path): return path.map { "ndjson:\($0)" } ?? "ndjson"
    case .none: return "none"
    default:
      let route = try? self.route(SinkSupplies(), patience: 0)
      return route.flatMap { $0 }?.label ?? "a sink"
    }
  }
}
