public import GeoCore

extension Device {
  /// Counts of crossings.
  public struct Crossings: Sendable, Hashable {
    /// Those that the monitor reported, with or without a listener.
    public internal(set) var enters: UInt32 = 0
    public internal(set) var exits: UInt32 = 0
    /// Dwells that the monitor reported.
    public internal(set) var dwells: UInt32 = 0
    /// Whether a delegate had a function for one.
    public internal(set) var areHeard = false
  }

  /// What a script may ask for and never get.
  public enum Lack: Sendable, Hashable, CaseIterable {
    case heading, beacon, visit
  }

  /// Counts of skipped items, and of what few scripts do.
  public struct Counts: Initial, Sendable, Hashable {
    /// Fixes whose coordinate is not on the earth.
    public internal(set) var invalidFixes = 0
    /// Fixes that came while services were off, denied or in airplane mode.
    public internal(set) var withheldFixes = 0
    /// Crossings that came while no manager had a delegate.
    public internal(set) var untoldCrossings = 0
    /// Crossings for which no delegate had a function, by its name, until one was heard for the first time.
    public internal(set) var unheardCrossings: [CLLocationManagerCallback: Int] = [:]
    /// Fixes rejected by a manager's `maximumSpeed`.
    public internal(set) var fastFixes = 0
    /// Fixes and headings that managers' updates skipped, because the script was behind.
    public internal(set) var coalesced = 0
    /// Beacons that a manager ranged.
    public internal(set) var beacons = 0
    /// Arrivals and departures.
    public internal(set) var visits = 0
    /// Questions put to the user.
    public internal(set) var prompts = 0
    /// The user's gestures without an effect.
    public internal(set) var skippedGestures: [SkippedGesture] = []

    package init() {}
  }
}
