public import GeoRegions

/// Which members are in a region; both by name.
public struct Occupancy {
  public internal(set) var inside: [GroupMember] = []
  public internal(set) var unknown: [GroupMember] = []

  /// Enters a member by its state; returns whether anything has changed.
  mutating func enter(_ member: GroupMember, _ state: RegionState?) -> Bool {
    let isInside = Occupancy.set(state == .inside, member, in: &inside)
    let isUnknown = Occupancy.set(state == .unknown, member, in: &unknown)
    return isInside || isUnknown
  }

  private static func set(_ isIn: Bool, _ member: GroupMember, in list: inout [GroupMember]) -> Bool {
    var (low, high) = (0, list.count)
    while low < high {
      let middle = (low + high) / 2
      if list[middle] < member { low = middle + 1 } else { high = middle }
    }
    let wasIn = low < list.count && list[low] === member
    guard wasIn != isIn else { return false }
    if isIn { list.insert(member, at: low) } else { list.remove(at: low) }
    return true
  }
}

extension DeviceGroup {
  /// Monitors a region on each member, also on those that join later; an equal one keeps its states.
  public func startMonitoring(_ region: MonitoredRegion) {
    unclaimed.remove(region.identifier)
    if let slot = regions.slot(of: region.identifier), regions.region(at: slot) == region { return }
    startMonitoring(RegionSet.empty.adding(region))
  }

  /// The same for all regions of a set.
  public func startMonitoring(_ set: RegionSet) {
    regions = regions.adding(contentsOf: set)
    sortRegions()
    for region in set.regions {
      unclaimed.remove(region.identifier)
      occupancies[region.identifier] = Occupancy()
    }
    for member in all {
      member.device.watch(set)
      member.isChanged = true
      guard member.isIn, !member.isNew else { continue }
      _ = member.takeChange()
      for region in set.regions {
        _ = occupancies[region.identifier]?.enter(member, member.state(of: region.identifier))
      }
    }
  }

  func sortRegions() {
    sortedRegions = regions.regions.sorted {
      $0.identifier.utf8.lexicographicallyPrecedes($1.identifier.utf8)
    }
  }

  public func stopMonitoring(_ identifier: String) {
    guard regions.slot(of: identifier) != nil else { return }
    regions = regions.removing(identifier: identifier)
    sortedRegions.removeAll { $0.identifier == identifier }
    occupancies[identifier] = nil
    for member in all {
      member.device.unwatch(identifier)
      member.isChanged = true
    }
  }

  /// Who is in a region; nil for a region that the group does not monitor.
  public func occupancy(of identifier: String) -> Occupancy? { occupancies[identifier] }

  /// Whether every member's state in a region is known, and none is inside.
  public func isEmpty(_ occupancy: Occupancy) -> Bool {
    occupancy.inside.isEmpty && occupancy.unknown.isEmpty && newcomers == 0
  }

  /// Reports each region whose occupancy a member has changed, by identifier.
  func updateOccupancy(of member: GroupMember) {
    guard member.takeChange() else { return }
    for region in sortedRegions {
      guard var occupancy = occupancies[region.identifier] else { continue }
      let wasUnknown = occupancy.unknown.contains { $0 === member }
      let settles = member.isIn && (member.isNew || (wasUnknown && !member.wasStale))
      let state = member.isIn ? member.state(of: region.identifier) : nil
      guard occupancy.enter(member, state) else { continue }
      occupancies[region.identifier] = occupancy
      observer?.group(self, didChange: occupancy, of: region, by: settles ? nil : member)
    }
  }
}
