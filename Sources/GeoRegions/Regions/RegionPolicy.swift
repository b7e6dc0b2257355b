/// How readily crossings are accepted, for all regions that a manager registers.
public enum RegionPolicy: String, Sendable, Hashable, CaseIterable {
  /// The buffer is that of the registration (RG-17).
  case guide
  /// Apple's later guidance: a buffer of at least 200 m, and a delay of at least 20 s both ways.
  ///
  /// - Source: Apple, Testing a region-monitoring app: "the user's location must cross the boundary, move away from
  ///   the boundary by a minimum distance, and remain at that minimum distance for at least 20 seconds"; F-8.
  case apple
  /// No buffer at all.
  case raw

  /// Returns the region as it is registered under this policy.
  public func applied(to region: MonitoredRegion) -> MonitoredRegion {
    var region = region
    switch self {
    case .guide: break
    case .raw: region.buffer = 0
    case .apple:
      var options = region.options
      // Invalid options must fail, not be corrected.
      guard options.flaw == nil else { return region }
      options.enterDelay = max(20, options.enterDelay)
      options.exitDelay = max(20, options.exitDelay)
      region.buffer = max(200, region.buffer)
      region.traits = RegionTraits.make(region.shape, options)
    }
    return region
  }
}
