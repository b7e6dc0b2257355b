/// How eagerly crossings are believed, for all regions that a manager registers.
public enum RegionPolicy: String, Sendable, Hashable, CaseIterable {
  /// The buffer is what the registration says (RG-17).
  case guide
  /// The later guidance: a buffer of 200 m at least, and 20 s of delay at least both ways.
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
      // What makes no sense must fail, not be mended.
      guard options.flaw == nil else { return region }
      options.enterDelay = max(20, options.enterDelay)
      options.exitDelay = max(20, options.exitDelay)
      region.buffer = max(200, region.buffer)
      region.traits = RegionTraits.make(region.shape, options)
    }
    return region
  }
}
