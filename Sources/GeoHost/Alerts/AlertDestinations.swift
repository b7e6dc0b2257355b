package import Geo
package import GeoDelivery
package import GeoLua

extension RunOptions {
  /// The sinks of the run's alerts, in their order.
  package func destinations(of alert: Alert) -> [AlertDestination] {
    alerts.filter { $0.kind != .none && $0.shape.channel == nil }.map { $0.destination(of: alert) }
  }

  /// Until when the quiet hours of the run hold the alert; nil if they do not.
  package func quietEnd(for alert: Alert) -> TimeInterval? {
    guard (alert.priority ?? .default) < .high else { return nil }
    return alertRule.quiet?.end(around: alert.time)
  }
}
