extension RegionMonitor {
  /// Lets older fixes count again after a wrong date; states and visits stay.
  mutating func rebase() { lastTimestamp = -.infinity }
}
