/// Limits the requests of each client, with one token bucket per client.
struct RateLimiter {
  private struct Bucket {
    var level: Double
    var time: Double
  }

  private var buckets: [String: Bucket] = [:]
  private let rate: Double
  private let size: Double

  /// The most clients to remember; beyond it, clients with full buckets are forgotten.
  private static let capacity = 10_000

  /// - Parameters:
  ///   - rate: the tokens that a bucket gains per second.
  ///   - size: the most tokens in a bucket.
  init(rate: Double, size: Double) {
    self.rate = rate
    self.size = size
  }

  /// Takes a token from a client's bucket; nil if there was one, otherwise the seconds until the next.
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

  /// The seconds until a client has a token, without taking it; nil if it has one.
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
    // An attacker has that many addresses, so the counts are worthless.
    if buckets.count >= RateLimiter.capacity { buckets.removeAll() }
  }
}
