/// A circle on the earth that a device can enter and leave.
///
/// - Shape: centre and radius; the radius may exceed a quarter of the earth.
/// - Units: degrees, metres.
public final class CLCircularRegion: CLRegion {
  /// The object for a region under watch, frozen.
  convenience init(frozen region: MonitoredRegion) {
    self.init(center: region.center, radius: region.radius, identifier: region.identifier)
    notifyOnEntry = region.notifyOnEntry
    notifyOnExit = region.notifyOnExit
    isFrozen = true
  }
}
