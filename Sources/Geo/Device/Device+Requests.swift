extension Device {
  /// Does what the app still waits for, as far as can be: the input has ended, and no timer fires any more.
  public func finishRequests() {
    // What answers the one may ask for the other.
    for _ in 0..<Device.mostLastRounds {
      finishGeocoding()
      display?.finishSnapshots()
      if geocodeCount == 0 || !isAwake { return }
    }
  }

  private static let mostLastRounds = 1000
}
