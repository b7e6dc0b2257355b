import Geo
import GeoDelivery
import GeoHost
import GeoLua

/// What a console shows of a run that it steps through.
extension ReplRun {
  /// Records that say something: a fix that changed nothing is left out.
  func lines(_ records: [ScriptRecord]) -> [String] {
    let telling = records.filter { record in
      guard case .explanation(let explanation) = record.content,
        case .region(let decision) = explanation.subject
      else { return true }
      return decision.rule != .unchanged
    }
    let shown = telling.suffix(ReplRun.mostShown).map { $0.text(in: zone) }
    let more = telling.count - shown.count
    return more > 0 ? ["(\(grouped(more)) earlier lines)"] + shown : shown
  }

  func place(of device: Device) -> String {
    "\(device.now.timeIntervalSince1970) \(device.location.map { "\($0.coordinate)" } ?? "")"
  }

  var places: [String: String] {
    Dictionary(run.devices.map { ($0.name, place(of: $0)) }, uniquingKeysWith: { $1 })
  }

  func line(_ device: Device) -> String {
    let mark = device.name == self.device ? "*" : " "
    var line = "\(mark) \(ISO8601.format(device.now.timeIntervalSince1970, in: zone))  \(device.name)"
    if let zone = run.privacy?.zone(at: device.location?.coordinate) {
      line += "  \(zone.name)"
    } else if let location = device.location {
      let (latitude, longitude) = (location.coordinate.latitude, location.coordinate.longitude)
      line += "  \(fixed(latitude, 5)), \(fixed(longitude, 5)) ± \(fixed(location.horizontalAccuracy, 0)) m"
    }
    return line
  }

  func choose(_ name: String) throws(GeoError) -> [String] {
    guard !name.isEmpty else { throw GeoError(.usage, "needs a name: :device rex; :devices lists them") }
    guard run.device(called: name) != nil || run.groupNames.contains(name) else {
      throw GeoError(.usage, "finds no device '\(name)' that has had an event; :devices lists them")
    }
    device = name
    return []
  }

  func explain(_ region: String?) -> [String] {
    let own = history.filter { record in
      guard record.group != nil || record.device == device else { return false }
      guard let region else { return true }
      switch record.content {
      case .explanation(let explanation): return explanation.isAbout(region)
      case .alert(let alert): return alert.region == region
      default: return false
      }
    }
    let shown = own.telling(12).map { $0.text(in: zone) }
    return shown.isEmpty ? ["nothing has happened yet"] : shown
  }
}
