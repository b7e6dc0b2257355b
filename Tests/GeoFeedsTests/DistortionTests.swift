import FeedTesting
import Geo
import Glibc
import Testing

@testable import GeoFeeds
@testable import GeoFormats

/// Compares shares, errors and delays with their closed forms.
@Suite struct DistortionTests {
  private func run(_ address: String, _ change: (inout Distortion) throws -> Void = { _ in }) throws
    -> Recording
  {
    var options = FeedOptions()
    try change(&options.distortion)
    return try Recording([address], options)
  }

  /// Errors in meters to the east and north of a parked device.
  private func errors(_ recording: Recording, at place: CLLocationCoordinate2D) -> [(
    east: Double, north: Double
  )] {
    recording.fixes.map {
      let line = Geodesic.inverse(from: place, to: $0.coordinate)
      return (
        line.distance * sin(line.initialAzimuth * .pi / 180),
        line.distance * cos(line.initialAzimuth * .pi / 180)
      )
    }
  }

  @Test func jitterHas68PercentWithinItsRadiusAndTheCorrelationOfItsTime() throws {
    let place = CLLocationCoordinate2DMake(60, 25)
    let recording = try run("sim:still?at=60,25&duration=100000s&jitter=8m,10s")
    let errors = errors(recording, at: place)
    let count = Double(errors.count)
    let within = Double(errors.count { hypot($0.east, $0.north) <= 8 }) / count
    // 5,000 independent errors in effect: 0.68 ± 0.007, and so on; bounds are five times that.
    #expect(abs(within - 0.68) < 0.035)
    for axis in [errors.map(\.east), errors.map(\.north)] {
      let mean = axis.reduce(0, +) / count
      let variance = axis.reduce(0) { $0 + $1 * $1 } / count
      #expect(abs(mean) < 0.4)
      #expect(abs(variance.squareRoot() - 8 / (-2 * log(0.32)).squareRoot()) < 0.3)
      for lag in [1, 5, 10, 20] {
        let covariance = zip(axis, axis.dropFirst(lag)).reduce(0) { $0 + $1.0 * $1.1 } / (count - Double(lag))
        #expect(abs(covariance / variance - exp(-Double(lag) / 10)) < 0.08)
      }
    }
    let cross = errors.reduce(0) { $0 + $1.east * $1.north } / count
    #expect(abs(cross) < 2)
    #expect(recording.fixes.allSatisfy { abs($0.horizontalAccuracy - (25.0 + 64).squareRoot()) < 1e-9 })
  }

  @Test func errorIsIndependentOfTheFixRate() throws {
    let place = CLLocationCoordinate2DMake(0, 0)
    let recording = try run("sim:still?at=0,0&duration=900000s&interval=30&jitter=8m,60s")
    let east = errors(recording, at: place).map(\.east)
    let variance = east.reduce(0) { $0 + $1 * $1 } / Double(east.count)
    let covariance = zip(east, east.dropFirst()).reduce(0) { $0 + $1.0 * $1.1 } / Double(east.count - 1)
    #expect(abs(covariance / variance - exp(-0.5)) < 0.05)
  }

  @Test(arguments: [1.0, 10]) func dropoutHasItsShareAndItsGaps(interval: Double) throws {
    let recording = try run(
      "sim:still?at=1,1&duration=1000000s&interval=\(interval)&dropout=20%,20s&jitter=0")
    let count = 1_000_000 / interval
    // 10,000 gaps: the share is known to 0.4 %, the length to 1 %.
    #expect(abs(1 - Double(recording.fixes.count) / count - 0.2) < 0.015)
    let steps = zip(recording.times, recording.times.dropFirst()).map { ($0.1 - $0.0) / interval }
    let gaps = steps.filter { $0 > 1.5 }.map { $0.rounded() - 1 }
    // At steps of Δt a gap continues with e^(-Δt/T)(1-p)+p, which gives the mean number of lost fixes.
    let stays = 0.2 + 0.8 * exp(-interval / (20 * 0.8))
    #expect(abs(gaps.reduce(0, +) / Double(gaps.count) * (1 - stays) - 1) < 0.06)
  }

  @Test func gapMayBeReported() throws {
    let quiet = try run("sim:still?at=1,1&duration=2h&dropout=10%")
    let told = try run("sim:still?at=1,1&duration=2h&dropout=10%,20s,told")
    let losses = told.events.filter { if case .signalLost = $0.payload { true } else { false } }
    #expect(quiet.fixTexts == told.fixTexts)
    #expect(losses.count > 10)
    #expect(told.events.count == quiet.events.count + losses.count)
    for (before, loss) in zip(told.events, told.events.dropFirst()) {
      guard case .signalLost = loss.payload else { continue }
      #expect(before.timestamp == loss.timestamp)
    }
  }

  @Test func delaysAreExponentialAndFixesAreInOrderOfArrival() throws {
    let recording = try run("sim:still?at=1,1&duration=50000s&reorder=2s")
    let delays = recording.events.map { $0.time - $0.timestamp }
    let mean = delays.reduce(0, +) / 50_000
    #expect(abs(mean - 2) < 0.05)
    #expect(abs(Double(delays.count { $0 > 2 }) / 50_000 - exp(-1)) < 0.012)
    #expect(delays.allSatisfy { (0...20).contains($0) })
    #expect(zip(recording.times, recording.times.dropFirst()).allSatisfy { $0 <= $1 })
    let sprites = recording.events.map(\.timestamp)
    #expect(zip(sprites, sprites.dropFirst()).contains { $0 > $1 })
    #expect(sprites.sorted() == (0..<50_000).map { Simulation.usualStart + Double($0) })
  }

  @Test func sharesOfDuplicatesAndOutliersAreKept() throws {
    let recording = try run("sim:still?at=1,1&duration=100000s&duplicate=3%&outliers=2%,400m&jitter=0")
    #expect(abs(Double(recording.fixes.count) - 103_000) < 300)
    let place = CLLocationCoordinate2DMake(1, 1)
    let far = Set(recording.fixes.map { Geodesic.distance(from: place, to: $0.coordinate) }).filter {
      $0 > 1e-6
    }
    #expect(abs(Double(far.count) - 2000) < 230)
    #expect(abs(far.reduce(0, +) / Double(far.count) - 400) < 50)
    #expect(recording.fixes.allSatisfy { $0.horizontalAccuracy == 5 })
  }

  @Test func distortionOfADeviceIgnoresOtherDevices() throws {
    let change: (inout Distortion) throws -> Void = {
      try $0.set("jitter", "8m", called: "")
      try $0.set("dropout", "20%", called: "")
    }
    let folder = TemporaryDirectory()
    func log(_ devices: [String]) -> String {
      (0..<300).flatMap { second in
        devices.map { #"{"time":\#(second),"device":"\#($0)","latitude":1,"longitude":2}"# + "\n" }
      }.joined()
    }
    let alone = try run(try folder.write("alone.ndjson", log(["a"])), change)
    let among = try run(try folder.write("among.ndjson", log(["b", "a", "c"])), change)
    let ofA = zip(among.devices, among.events).filter { $0.0 == "a" }.map(\.1)
    // As text, because missing values are NaN.
    #expect(ofA.map { "\($0.payload)" } == alone.events.map { "\($0.payload)" })
    #expect(ofA.map(\.time) == alone.times)
    #expect(alone.fixes.count < 300)
  }

  @Test func oneKindOfMischiefDoesNotChangeAnother() throws {
    let address = "sim:still?at=1,1&duration=1000s&device=car"
    let jitter = try run("\(address)&jitter=8m")
    let both = try run("\(address)&jitter=8m&dropout=10%&duplicate=5%")
    let kept = Dictionary(zip(jitter.times, jitter.fixTexts)) { first, _ in first }
    #expect(zip(both.times, both.fixTexts).allSatisfy { kept[$0] == $1 })
    #expect(both.fixes.count != jitter.fixes.count)
  }

  @Test func anotherSeedGivesOtherErrors() throws {
    let address = "sim:still?at=1,1&duration=10s"
    #expect(try run(address).fixTexts == run(address).fixTexts)
    #expect(try run(address).fixTexts != run(address) { $0.seed = 1 }.fixTexts)
  }

  @Test func inactiveDistortionsDoNothing() throws {
    let folder = TemporaryDirectory()
    let log = try folder.write("a.ndjson", #"{"time":1,"latitude":1,"longitude":2}"#)
    #expect(try FileFeed.open(log, directory: DeviceDirectory()) is NDJSONSource)
  }

  @Test func otherEventsPassUnchanged() throws {
    let folder = TemporaryDirectory()
    let line = #"{"type":"services","enabled":false,"time":1}"# + "\n"
    let log = try folder.write("a.ndjson", String(repeating: line, count: 50))
    let recording = try run(log) { try $0.set("dropout", "90%", called: "") }
    #expect(recording.events.count == 50)
  }
}

extension Recording {
  /// Missing values of a fix are NaN, which does not equal itself.
  fileprivate var fixTexts: [String] { fixes.map { "\($0)" } }
}
