extension Device {
  /// Completes the app's pending requests as far as possible: the input has ended, and no timer fires any
  /// more.
  public func finishRequests() {
    // Each answer may cause another request.
    for _ in 0..<Device.mostLastRounds {
      finishGeocoding()
      display?.finishSnapshots()
      if geocodeCount == 0 || !isAwake { return }
    }
  }

  private static let mostLastRounds = 1000
}
