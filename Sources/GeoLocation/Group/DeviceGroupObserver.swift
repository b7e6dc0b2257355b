public import GeoCore
public import GeoRegions

/// What a group reports, in the order of ruling GR-12.
public protocol DeviceGroupObserver: AnyObject {
  func group(_ group: DeviceGroup, didAppear member: GroupMember)
  func group(
    _ group: DeviceGroup, _ member: GroupMember, didReceive report: RegionReport, for region: CLRegion)
  /// The set of those inside, or of those unknown, has changed.
  func group(
    _ group: DeviceGroup, didChange occupancy: Occupancy, of region: MonitoredRegion, by member: GroupMember?)
  func group(_ group: DeviceGroup, didFallSilent member: GroupMember, since: TimeInterval)
  /// An event or a timer has been handled.
  func groupDidSettle(_ group: DeviceGroup)
  /// The group has ``DeviceGroup/manyMembers``.
  func groupIsLarge(_ group: DeviceGroup)
}
