import GeoCore
public import GeoRegions

extension Device {
  /// Takes what the device reports beside fixes: it stores attributes, and passes messages to a running app.
  ///
  /// A message wakes no app, because no service of a phone is registered for it.
  func ingest(_ message: DeviceMessage) {
    switch message.kind {
    case .attributes:
      attributes.messages.removeAll { $0.form == message.form }
      attributes.messages.append(message)
      attributes.changes += 1
    case .message:
      hooks.rare.onHostMessage?(message)
      if message.type == "beacon" { sightBeacon(message) }
      guard isAwake else { return }
      if let member { member.group?.hear(message, from: member) } else { hooks.rare.onMessage?(message) }
    case .acknowledge:
      guard let onAcknowledge = hooks.rare.onAcknowledge, let told = message.acknowledgement else { return }
      onAcknowledge(told)
    }
  }
}

extension Device {
  /// Stores attributes that the host itself makes, together with those that the device reports.
  public func record(_ attributes: DeviceMessage) { ingest(attributes) }

  /// Monitors one more region for all managers of the app; an identical monitored region keeps its state.
  public func watch(_ region: MonitoredRegion) {
    let set = regions.regions
    if let slot = set.slot(of: region.identifier), set.region(at: slot) == region { return }
    watch(RegionSet.empty.adding(region))
  }

  /// Lets the app run for its seconds, as the button of a notification does on a phone.
  ///
  /// - Source: `userNotificationCenter(_:didReceive:withCompletionHandler:)`: the system launches the app in the
  ///   background.
  public func wakeForNotification() { wake() }

  /// Stops monitoring a region, whoever registered it.
  public func unwatch(_ identifier: String) {
    if regions.regions.slot(of: identifier) != nil { stopMonitoring(identifier) }
  }
}
