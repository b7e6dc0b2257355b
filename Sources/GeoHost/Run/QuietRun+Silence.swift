import Geo
import GeoDelivery

/// Crossings that a region did not report because of how it was set up.
extension QuietRun {
  /// What keeps a device out of a region whose outline its last fix is in; nil if nothing does.
  static func outsideDespite(
    _ device: Device, _ place: CLLocationCoordinate2D, _ privacy: PrivacyZones?
  ) -> String? {
    for region in device.monitoredRegions where region.altitudes != nil && privacy?.zone(of: region) == nil {
      guard device.state(ofRegion: region.identifier) == .outside, region.signedDistance(to: place) <= 0
      else {
        continue
      }
      return "\(PlainText.line(device.name)) was above or below '\(PlainText.line(region.identifier))': "
        + "its last fix is not within the region's altitudes"
    }
    return nil
  }
}

extension MonitoredRegion {
  fileprivate var altitudes: ClosedRange<CLLocationDistance>? { options.altitudes }
}

extension SilencedReason {
  /// What happened and why the region did not report it, for the user.
  func sentence(_ device: String, _ region: MonitoredRegion) -> String {
    let (device, name) = (PlainText.line(device), "'\(PlainText.line(region.identifier))'")
    let options = region.options
    func delay(_ member: String, _ seconds: Double) -> String { "\(member) of \(hundredths(seconds)) s" }
    let enter = delay("enterDelay", options.enterDelay)
    let exit = delay("exitDelay", options.exitDelay)
    return switch self {
    case .noEntry: "\(device) entered \(name), but its notifyOnEntry is false"
    case .noExit: "\(device) left \(name), but its notifyOnExit is false"
    case .schedule: "\(device) crossed the edge of \(name) while its schedule was closed"
    case .cancelledEnter: "\(device) came into \(name), but went out before its \(enter) was over"
    case .cancelledExit: "\(device) went out of \(name), but came back before its \(exit) was over"
    case .pendingEnter: "\(device) came into \(name), but the run ended before its \(enter) was over"
    case .pendingExit: "\(device) went out of \(name), but the run ended before its \(exit) was over"
    case .inaccurate:
      "\(name) ignored fixes of \(device): their accuracy is worse than its minimumAccuracy of "
        + distanceText(options.minimumAccuracy ?? 0)
    case .noAltitude:
      "\(name) ignored fixes of \(device): they have no altitude, and the region has altitudes"
    }
  }
}
