import GeoCore

@testable import GeoRegions

extension NaiveRegionMonitor {
  mutating func pass(_ item: inout Watched, _ fix: Seen, _ lag: Double, _ now: inout [Happening]) {
    let options = item.region.options
    guard let last, fix.time - last.time <= 600, !isIgnored(last, options) else { return }
    let line = Geodesic.inverse(from: last.place, to: fix.place)
    if line.distance == 0 { return }
    let way = NaiveWay(
      region: item.region, last: last, fix: fix, azimuth: line.initialAzimuth, length: line.distance)
    let a = counted(max(last.accuracy, fix.accuracy), options)
    let depth = min(item.region.buffer, item.region.innerRadius / 2)
    guard let (enter, deepest, least) = way.entry(-depth - a) else { return }
    if abs(least) < 1e-4 { isAmbiguous = true }
    guard least <= 0 else { return }
    let span = fix.time - last.time
    start(&item, enters: true, at: last.time + enter * span, lag, true, &now)
    let out = item.region.buffer + a
    let exit = way.gap(1, out) <= 0 ? nil : way.bisect(1, deepest, out)
    let end = exit.map { last.time + $0 * span }
    run(&item, to: end ?? fix.time, &now)
    guard let end else { return }
    if item.state == .inside {
      start(&item, enters: false, at: end, lag, true, &now)
      run(&item, to: fix.time, &now)
    } else {
      item.waiting = nil
    }
  }
}

/// The way between two fixes past a region; places on it are shares of it, from 0 to 1.
private struct NaiveWay {
  let region: MonitoredRegion
  let last: NaiveRegionMonitor.Seen
  let fix: NaiveRegionMonitor.Seen
  let azimuth: CLLocationDirection
  let length: CLLocationDistance

  func place(_ s: Double) -> CLLocationCoordinate2D {
    s == 0
      ? last.place
      : s == 1
        ? fix.place
        : Geodesic.direct(
          from: last.place, azimuth: azimuth, distance: s * length
        ).destination
  }

  /// How far from satisfying: the greater of the way to the edge and to the band.
  func gap(_ s: Double, _ limit: Double) -> Double {
    var value = NaiveRegionMonitor.distance(region, place(s)) - limit
    if let band = region.options.altitudes {
      let altitude = last.altitude + s * (fix.altitude - last.altitude)
      value = max(value, max(band.lowerBound - altitude, altitude - band.upperBound) * 1000)
    }
    return value
  }

  /// Where the way enters, where it is deepest, and the gap there; no entry has a meaning where that is above 0.
  func entry(_ limit: Double) -> (enter: Double, deepest: Double, least: Double)? {
    let steps = 120
    let samples = (0...steps).map { gap(Double($0) / Double(steps), limit) }
    guard let k = samples.indices.min(by: { samples[$0] < samples[$1] }) else { return nil }
    var (low, high) = (Double(max(0, k - 1)) / Double(steps), Double(min(steps, k + 1)) / Double(steps))
    for _ in 0..<80 {
      let (x, y) = (low + (high - low) / 3, high - (high - low) / 3)
      if gap(x, limit) <= gap(y, limit) { high = y } else { low = x }
    }
    let deepest = gap(low, limit) < samples[k] ? low : Double(k) / Double(steps)
    let least = gap(deepest, limit)
    guard least <= 0 else { return (deepest, deepest, least) }
    let firstInside =
      samples.firstIndex { $0 <= 0 }.map { min(deepest, Double($0) / Double(steps)) } ?? deepest
    let enter =
      samples[0] <= 0 ? 0 : bisect(max(0, firstInside - 1 / Double(steps)), firstInside, limit)
    return (enter, deepest, least)
  }

  /// Where the gap closes between a share outside and one inside.
  func bisect(_ outside: Double, _ inside: Double, _ limit: Double) -> Double {
    var (o, i) = (outside, inside)
    for _ in 0..<60 {
      let m = (o + i) / 2
      if gap(m, limit) <= 0 { i = m } else { o = m }
    }
    return i
  }
}
