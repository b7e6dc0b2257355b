/// How many requests each client may still make: a bucket a client that fills at its rate.
struct RateLimiter {
  private struct Bucket {
    var level: Double
    var time: Double
  }

  private var buckets: [String: Bucket] = [:]
  private let rate: Double
  private let size: Double

  /// The most clients that are remembered; beyond, those with full buckets are forgotten.
  private static let capacity = 10_000

  /// - Parameters:
  ///   - rate: what comes into a bucket in a second.
  ///   - size: what it holds.
  init(rate: Double, size: Double) {
    self.rate = rate
    self.size = size
  }

  /// Takes one from a client's bucket; nil when it may go on, else the seconds until it may.
  ///
  /// - Parameter now: seconds on any clock that never goes back.
  mutating func takeToken(_ client: String, at now: Double) -> Double? {
    var bucket = filled(client, at: now)
    guard bucket.level >= 1 else {
      buckets[client] = bucket
      return (1 - bucket.level) / rate
    }
    bucket.level -= 1
    if buckets.count >= RateLimiter.capacity, buckets[client] == nil { forget(at: now) }
    buckets[client] = bucket
    return nil
  }

  /// Whether a client has one left, without taking it; the seconds until it has when not.
  func wait(_ client: String, at now: Double) -> Double? {
    let bucket = filled(client, at: now)
    return bucket.level >= 1 ? nil : (1 - bucket.level) / rate
  }

  private func filled(_ client: String, at now: Double) -> Bucket {
    guard let bucket = buckets[client] else { return Bucket(level: size, time: now) }
    return Bucket(level: min(size, bucket.level + (now - bucket.time) * rate), time: now)
  }

  private mutating func forget(at now: Double) {
    buckets = buckets.filter { $0.value.level + (now - $0.value.time) * rate < size }
    // An attacker with that many addresses: nobody's tries are worth keeping.
    if buckets.count >= RateLimiter.capacity { buckets.removeAll() }
  }
}
