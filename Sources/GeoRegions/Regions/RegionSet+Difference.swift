extension RegionSet {
  /// The regions added to and removed from another set to make this one.
  public struct Difference: Sendable {
    /// In the order of registration.
    public var added: [MonitoredRegion]
    /// The identifiers of regions that were removed, or replaced by one of `added`.
    public var removed: [String]
  }

  /// Returns how this set was made from `base`; nil if it has another history.
  public func difference(from base: RegionSet) -> Difference? {
    guard base.commonAncestor(with: self) == base else { return nil }
    return Difference(
      added: slots(since: base).map { region(at: $0) },
      removed: prefixRemovals(since: base).map { base.identifier(at: $0) })
  }

  /// Returns whether this set was made from `base` and still holds all of it.
  package func contains(_ base: RegionSet) -> Bool {
    base.commonAncestor(with: self) == base && prefixRemovals(since: base).isEmpty
  }
}
