/// What a device takes over from the one of the same phone that ran another copy of the script.
extension Device {
  /// Continues the counts of the summary.
  public func continueCounting(from other: Device) {
    (counts, crossings) = (other.counts, other.crossings)
    radios = other.radios
    updateRadios()
  }

  /// The app's requests without an answer: for a place, for a location, for the state of a region.
  public var openRequestCount: Int {
    geocodeCount + stateRequests.count + managers.entries.count { $0.manager?.request != nil }
  }

  /// The number of maps on its screen.
  public var mapCount: Int { display?.mapCount ?? 0 }

  /// Makes the calls that wait since ``launch(at:)``.
  public func beginCalls() {
    deliver()
    if let onBegun = hooks.rare.onBegun {
      hooks.rare.onBegun = nil
      onBegun()
    }
    if frames.schedule != nil { beginFrames() }
  }

  /// Stops monitoring regions, whoever registered them.
  public func unwatch(_ identifiers: [String]) {
    for identifier in identifiers {
      if let group { group.stopMonitoring(identifier) } else { unwatch(identifier) }
    }
  }
}
