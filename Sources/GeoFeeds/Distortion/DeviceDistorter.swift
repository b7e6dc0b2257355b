import Geo
import GeoFormats
import Glibc

/// Distorts the fixes of one device. Each kind of distortion has its own sequence of random numbers.
///
/// So neither another device nor another option changes the result for this one.
struct DeviceDistorter {
  private let distortion: Distortion
  private var noise: RandomNumbers
  private var losses: RandomNumbers
  private var delays: RandomNumbers
  private var copies: RandomNumbers
  private var jumps: RandomNumbers

  /// The error of position, in meters to the east and to the north.
  private var error = (east: 0.0, north: 0.0)
  private var isInGap = false
  /// When the previous fix was measured; NaN before the first.
  private var last = TimeInterval.nan
  /// The last fix delivered since the last gap.
  private var lastHeard: DeviceEvent?

  init(_ distortion: Distortion, device: String, source: Int) {
    self.distortion = distortion
    func row(_ kind: String) -> RandomNumbers {
      var seed = FNV1a()
      seed.combine(distortion.seed)
      seed.combine(UInt64(source))
      seed.combine(device)
      seed.combine(kind)
      return RandomNumbers(seed: seed.value)
    }
    noise = row("jitter")
    losses = row("dropout")
    delays = row("reorder")
    copies = row("duplicate")
    jumps = row("outliers")
  }

  /// Appends what remains of an event: nothing, the event, or several.
  mutating func ingest(
    _ event: DeviceEvent, into events: inout [DeviceEvent], _ counts: inout DistortionCounts
  ) {
    guard case .location(let fix) = event.payload else { return events.append(event) }
    let step = last.isNaN ? .infinity : abs(event.timestamp - last)
    last = event.timestamp
    counts.fixes += 1
    if isLost(after: step, &counts) {
      counts.dropped += 1
      if distortion.tellsOfGaps, let lost = lastHeard {
        lastHeard = nil
        events.append(
          DeviceEvent(
            time: lost.time, timestamp: lost.timestamp, device: event.device, payload: .signalLost))
      }
      // The error continues during the gap.
      if distortion.jitter > 0 { drift(by: step) }
      return
    }
    var event = event
    event.payload = .location(distorted(fix, after: step, &counts))
    if distortion.delay > 0 {
      let delay = min(delays.exponential(mean: distortion.delay), Distortion.longestDelay * distortion.delay)
      event.time += delay
      counts.delays += delay
    }
    events.append(event)
    lastHeard = event
    if distortion.duplicates > 0, copies.unit() < distortion.duplicates {
      events.append(event)
      counts.doubled += 1
    }
  }

  /// Whether there is a gap now: two states whose durations are exponentially distributed.
  ///
  /// - Source: Gilbert 1960, "Capacity of a burst-noise channel", in continuous time, so that the share and the length
  ///   of gaps do not depend on how often there are fixes.
  private mutating func isLost(after step: TimeInterval, _ counts: inout DistortionCounts) -> Bool {
    guard distortion.dropout > 0 else { return false }
    let share = distortion.dropout
    // Both rates together: 1 / gap + 1 / time between gaps.
    let memory = exp(-step / (distortion.gap * (1 - share)))
    let chance = share + ((isInGap ? 1 : 0) - share) * memory
    let wasInGap = isInGap
    isInGap = losses.unit() < (step.isFinite ? chance : share)
    if isInGap, !wasInGap { counts.gaps += 1 }
    return isInGap
  }

  private mutating func distorted(
    _ fix: Fix, after step: TimeInterval, _ counts: inout DistortionCounts
  ) -> Fix {
    var fix = fix
    if distortion.jitter > 0 {
      drift(by: step)
      move(&fix, by: (error.east * error.east + error.north * error.north).squareRoot(), error)
      if fix.horizontalAccuracy >= 0 {
        let accuracy = fix.horizontalAccuracy
        fix.horizontalAccuracy = (accuracy * accuracy + distortion.jitter * distortion.jitter).squareRoot()
      }
    }
    if distortion.outliers > 0, jumps.unit() < distortion.outliers {
      let angle = 2 * Double.pi * jumps.unit()
      move(&fix, by: jumps.exponential(mean: distortion.outlierDistance), (sin(angle), cos(angle)))
      counts.outliers += 1
    }
    return fix
  }

  private func move(_ fix: inout Fix, by distance: Double, _ direction: (east: Double, north: Double)) {
    let azimuth = atan2(direction.east, direction.north) * 180 / .pi
    fix.coordinate = Geodesic.direct(from: fix.coordinate, azimuth: azimuth, distance: distance).destination
  }

  /// Continues the error: a first-order Gauss-Markov process on each axis, from its stationary distribution.
  ///
  /// - Source: Gelb 1974, "Applied optimal estimation", 4.5; e^(-Δt/τ) is the exact step for any Δt.
  private mutating func drift(by step: TimeInterval) {
    let kept = exp(-step / distortion.correlation)
    let fresh = Self.axis * distortion.jitter * (1 - kept * kept).squareRoot()
    let (east, north) = noise.normals()
    error = (error.east * kept + fresh * east, error.north * kept + fresh * north)
  }

  /// The standard deviation of an axis for a radius of 1 that holds 68 % of a normal distribution around its center.
  ///
  /// - Source: Rayleigh's distribution: 1 - exp(-r² / 2σ²) = 0.68.
  static let axis = 1 / (-2 * log(1 - 0.68)).squareRoot()
}
