import GeoCore

/// How many requests a device's geocoders may make: some at once, and as many again within each minute of its clock.
///
/// A free text takes up to 13 ms to look up: work for one device then takes no more than some seconds from the others,
/// whatever its script asks for.
///
/// - Source: Apple's reference of `CLGeocoder`: requests are limited for each app, and fail with a network error beyond.
struct RequestPace {
  static let most = 1000

  private var left = Double(RequestPace.most)
  private var last = -TimeInterval.infinity

  /// Counts a request; false for one too many.
  mutating func take(at time: TimeInterval) -> Bool {
    let most = Double(RequestPace.most)
    if time > last { left = last.isFinite ? min(most, left + (time - last) * most / 60) : most }
    last = time
    guard left >= 1 else { return false }
    left -= 1
    return true
  }
}
