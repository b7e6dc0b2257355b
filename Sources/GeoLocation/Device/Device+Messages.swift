public import GeoRegions

extension Device {
  /// Takes what it tells beside fixes: attributes are kept, messages go to the app while it runs.
  ///
  /// A message wakes nobody: no service of a phone is registered for it.
  func ingest(_ message: DeviceMessage) {
    switch message.kind {
    case .attributes:
      attributes.messages.removeAll { $0.form == message.form }
      attributes.messages.append(message)
      attributes.changes += 1
    case .message:
      hooks.onHostMessage?(message)
      if isAwake { hooks.onMessage?(message) }
    }
  }
}

extension Device {
  /// Keeps attributes that the host itself makes, with those that the device tells.
  public func record(_ attributes: DeviceMessage) { ingest(attributes) }

  /// Watches one region more for whichever managers the app makes; one that is watched like that stays as it is.
  public func watch(_ region: MonitoredRegion) {
    let set = regions.regions
    if let slot = set.slot(of: region.identifier), set.region(at: slot) == region { return }
    watch(RegionSet.empty.adding(region))
  }

  /// Watches a region no more, whoever wished it.
  public func unwatch(_ identifier: String) {
    if regions.regions.slot(of: identifier) != nil { stopMonitoring(identifier) }
  }
}
