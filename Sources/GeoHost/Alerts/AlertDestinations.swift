package import Geo
package import GeoLua

/// A sink of a run, and what becomes of one alert there.
package struct AlertDestination: Sendable {
  /// The sink without secrets.
  package let sink: String
  /// Whether its `only=` and `not=` let the alert through.
  package let takesAlert: Bool
}

extension RunOptions {
  /// The sinks of the run's alerts, in their order.
  package func destinations(of alert: Alert) -> [AlertDestination] {
    alerts.filter { $0.kind != .none && $0.shape.channel == nil }.map { sink in
      AlertDestination(sink: sink.label, takesAlert: sink.shape.accepts(SinkMessage(alert)))
    }
  }

  /// Until when the quiet hours of the run hold the alert; nil if they do not.
  package func quietEnd(for alert: Alert) -> TimeInterval? {
    guard (alert.priority ?? .default) < .high else { return nil }
    return alertRule.quiet?.end(around: alert.time)
  }
}

extension AlertSinkOption {
  /// The sink in messages, without secrets.
  fileprivate var label: String {
    if let name = shape.name { return name }
    switch kind {
    case .text: return "text"
    case .ndjson(let path): return path.map { "ndjson:\($0)" } ?? "ndjson"
    case .none: return "none"
    default:
      let route = try? route(HookOptions(headers: [], secrets: []), patience: 0)
      return route.flatMap { $0 }?.label ?? "a sink"
    }
  }
}
