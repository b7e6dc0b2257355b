extension RunningScript {
  /// Whether it has functions for the end of the run, which has not come.
  public var awaitsEnd: Bool { !finishers.isEmpty && !isFinishing }
}
