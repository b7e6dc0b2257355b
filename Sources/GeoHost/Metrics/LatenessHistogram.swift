/// How old fixes are when their scripts get them, counted in classes.
struct LatenessHistogram: Sendable {
  /// The upper limits of the classes, in seconds; one more class has no limit.
  static let limits: [Double] = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900, 3600, 86_400]

  private(set) var counts = [Int](repeating: 0, count: limits.count + 1)
  private(set) var sum = 0.0

  mutating func add(_ seconds: Double) {
    // A phone whose clock is ahead sends fixes of the future.
    let age = max(0, seconds)
    counts[LatenessHistogram.limits.firstIndex { age <= $0 } ?? LatenessHistogram.limits.count] += 1
    sum += age
  }

  mutating func add(_ other: LatenessHistogram) {
    for index in counts.indices { counts[index] += other.counts[index] }
    sum += other.sum
  }
}
