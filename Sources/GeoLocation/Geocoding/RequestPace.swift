package import GeoCore

/// How much a device may ask of the host: some at once, and as much again within each minute of its clock.
///
/// What a script starts and what is then done outside of its calls would otherwise hold up the other devices.
///
/// - Source: Apple's reference of `CLGeocoder`: requests are limited for each app, and fail with a network error beyond.
package struct RequestPace {
  private let most: Double
  private var left: Double
  private var last = -TimeInterval.infinity

  /// - Parameter most: the cost of all requests of a minute.
  package init(most: Double) { (self.most, left) = (most, most) }

  /// Counts a request; false for one too many.
  package mutating func take(_ cost: Double = 1, at time: TimeInterval) -> Bool {
    if time > last { left = last.isFinite ? min(most, left + (time - last) * most / 60) : most }
    last = time
    guard left >= cost else { return false }
    left -= cost
    return true
  }

  /// Counts what a request turned out to cost beyond what was counted when it was made.
  package mutating func charge(_ cost: Double) { left = max(left - cost, 0) }
}
