extension Device {
  /// Counts of skipped and reported items.
  public struct Counts: Sendable, Hashable {
    /// Fixes whose coordinate is not on the earth.
    public internal(set) var invalidFixes = 0
    /// Fixes that came while services were off, denied or in airplane mode.
    public internal(set) var withheldFixes = 0
    /// Crossings that came while no manager had a delegate.
    public internal(set) var untoldCrossings = 0
    /// Crossings for which no delegate had a function, by its name, until one was heard for the first time.
    public internal(set) var unheardCrossings: [CLLocationManagerCallback: Int] = [:]
    /// Whether a delegate had a function for a crossing.
    public internal(set) var hasHeardCrossing = false
    /// Fixes rejected by a manager's `maximumSpeed`.
    public internal(set) var fastFixes = 0
    /// Fixes and headings that managers' updates skipped, because the script was behind.
    public internal(set) var coalesced = 0
    /// Crossings that the monitor reported, with or without a listener.
    public internal(set) var enters = 0
    public internal(set) var exits = 0
    /// Dwells that the monitor reported.
    public internal(set) var dwells = 0
    /// Questions put to the user.
    public internal(set) var prompts = 0
    /// The user's gestures without an effect.
    public internal(set) var skippedGestures: [SkippedGesture] = []
  }
}
