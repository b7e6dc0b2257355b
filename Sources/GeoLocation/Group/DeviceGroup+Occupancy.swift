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
    if !unclaimed.isEmpty { for region in set.regions { unclaimed.remove(region.identifier) } }
    let places = set.regions.compactMap { place(ofRegion: $0.identifier) }
    for member in all {
      member.device.watch(set)
      member.isChanged = true
      guard member.isIn, !member.isNew else { continue }
      _ = member.takeChange()
      for place in places {
        _ = occupancies[place].enter(member, member.state(of: sortedRegions[place].identifier))
      }
    }
  }

  /// Sorts the regions again; nobody is in a new one, and those that stay keep who is in them.
  func sortRegions() {
    let (known, kept) = (sortedRegions, occupancies)
    sortedRegions = regions.regions.sorted { $0.precedes($1.identifier) }
    var place = 0
    occupancies = sortedRegions.map { region in
      while place < known.count, known[place].precedes(region.identifier) { place += 1 }
      return place < known.count && known[place] == region ? kept[place] : Occupancy()
    }
  }

  /// The place of a region among the sorted ones; nil for one that the group does not monitor.
  private func place(ofRegion identifier: String) -> Int? {
    var (low, high) = (0, sortedRegions.count)
    while low < high {
      let middle = (low + high) / 2
      if sortedRegions[middle].precedes(identifier) { low = middle + 1 } else { high = middle }
    }
    return low < sortedRegions.count && sortedRegions[low].isCalled(identifier) ? low : nil
  }

  public func stopMonitoring(_ identifier: String) {
    guard regions.slot(of: identifier) != nil else { return }
    regions = regions.removing(identifier: identifier)
    if let place = place(ofRegion: identifier) {
      sortedRegions.remove(at: place)
      occupancies.remove(at: place)
    }
    for member in all {
      member.device.unwatch(identifier)
      member.isChanged = true
    }
  }

  /// Who is in a region; nil for a region that the group does not monitor.
  public func occupancy(of identifier: String) -> Occupancy? {
    place(ofRegion: identifier).map { occupancies[$0] }
  }

  /// Whether every member's state in a region is known, and none is inside.
  public func isEmpty(_ occupancy: Occupancy) -> Bool {
    occupancy.inside.isEmpty && occupancy.unknown.isEmpty && newcomers == 0
  }

  /// Reports each region whose occupancy a member has changed, by identifier.
  func updateOccupancy(of member: GroupMember) {
    guard member.takeChange() else { return }
    for (index, region) in sortedRegions.enumerated() {
      // A call may have started or stopped another.
      let isThere = index < sortedRegions.count && sortedRegions[index].isCalled(region.identifier)
      guard let place = isThere ? index : place(ofRegion: region.identifier) else { continue }
      let wasUnknown = occupancies[place].unknown.contains { $0 === member }
      let settles = member.isIn && (member.isNew || (wasUnknown && !member.wasStale))
      let state = member.isIn ? member.state(of: region.identifier) : nil
      guard occupancies[place].enter(member, state) else { continue }
      observer?.group(self, didChange: occupancies[place], of: region, by: settles ? nil : member)
    }
  }
}

extension MonitoredRegion {
  /// Whether its identifier comes before another by its bytes.
  fileprivate func precedes(_ other: String) -> Bool { identifier.utf8.lexicographicallyPrecedes(other.utf8) }

  fileprivate func isCalled(_ name: String) -> Bool { identifier.utf8.elementsEqual(name.utf8) }
}
