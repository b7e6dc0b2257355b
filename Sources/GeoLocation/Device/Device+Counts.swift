extension Device {
  /// What was passed over.
  public struct Counts: Sendable, Hashable {
    /// Fixes whose coordinate is no place on the earth.
    public internal(set) var invalidFixes = 0
    /// Fixes that came while services were off, denied or in airplane mode.
    public internal(set) var withheldFixes = 0
    /// Crossings that came while no manager had a delegate.
    public internal(set) var untoldCrossings = 0
    /// Fixes that a manager's `maximumSpeed` kept out.
    public internal(set) var fastFixes = 0
    /// Fixes and headings of which managers' updates did not tell, because the script was behind.
    public internal(set) var coalesced = 0
    /// Crossings that the monitor reported, whoever listened.
    public internal(set) var enters = 0
    public internal(set) var exits = 0
    /// Dwells that it reported.
    public internal(set) var dwells = 0
    /// Questions put to the user.
    public internal(set) var prompts = 0
    /// What a user's hand did to no effect.
    public internal(set) var skippedGestures: [SkippedGesture] = []
  }
}
