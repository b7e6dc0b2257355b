package import Geo
package import GeoLua

extension Alert {
  /// The alert as a line for a person: time, device, title and place.
  package func text(in zone: TimeZoneRules) -> String {
    var line = "\(ISO8601.format(time, in: zone))  \(origin)  \(title)"
    if !body.isEmpty { line += ": \(body)" }
    if let region { line += "  [\(event.map { "\($0) " } ?? "")\(region)]" }
    if let coordinate = location?.coordinate {
      line += "  \(degrees(coordinate.latitude)), \(degrees(coordinate.longitude))"
    } else if let zone = self.zone {
      line += "  \(zone)"
    }
    if status == .resolved { line += "  resolved" }
    if let repeatNumber { line += "  repeat \(repeatNumber)" }
    for (name, value) in fields { line += "  \(name)=\(value)" }
    return PlainText.line(line)
  }

  /// Five decimals: about a meter.
  private func degrees(_ value: Double) -> String {
    fixed(value.rounded(decimals: 5), 5)
  }
}
