import CommandTesting
import Foundation
import Geo
import Testing

@testable import GeoHost

@Suite("Ways kept for pictures")
struct TrackTests {
  private func place(_ latitude: Double, _ longitude: Double) -> CLLocationCoordinate2D {
    CLLocationCoordinate2D(latitude: latitude, longitude: longitude)
  }

  @Test func aStandingDeviceTakesOnePlaceAndHasAnEnd() {
    var track = Track(limit: 100)
    for second in 0..<10_000 { track.add(place(45, 14), at: Double(second)) }
    #expect(track.places.count == 1)
    #expect(track.start == 0 && track.end == 9_999)
    #expect(track.parts(until: .infinity).map(\.count) == [2])
  }

  @Test func aLongWayStaysWithinItsLimitAndKeepsItsShape() {
    var track = Track(limit: 1_000)
    // Around a circle of a degree, a hundred thousand steps.
    for step in 0...100_000 {
      let angle = Double(step) / 100_000 * 2 * .pi
      track.add(place(45 + cos(angle), 14 + sin(angle)), at: Double(step))
    }
    #expect(track.places.count <= 1_000 && track.places.count > 400)
    let kept = track.parts(until: .infinity)[0]
    #expect(kept.allSatisfy { abs(hypot($0.latitude - 45, $0.longitude - 14) - 1) < 1e-6 })
    #expect(kept.last.map { abs($0.latitude - 46) < 1e-6 } == true)
  }

  @Test func aLostSignalCutsTheWay() {
    var track = Track(limit: 100)
    track.add(place(45, 14), at: 0)
    track.add(place(45.1, 14), at: 1)
    track.interrupt()
    track.add(place(46, 14), at: 2)
    track.interrupt()
    track.interrupt()
    #expect(track.parts(until: .infinity).map(\.count) == [2, 1])
    #expect(track.parts(until: 1).map(\.count) == [2])
    #expect(track.parts(until: -1).isEmpty)
  }

  @Test func aWayOfNothingButInterruptionsIsBoundedToo() {
    var track = Track(limit: 50)
    for step in 0..<10_000 {
      track.add(place(Double(step % 80), Double(step % 170)), at: Double(step))
      track.interrupt()
    }
    #expect(track.places.count <= 50)
  }

  @Test func aTrackOverThe180thMeridianDoesNotCircleTheWorld() {
    var track = Track(limit: 100)
    track.add(place(0, 179.999_999), at: 0)
    track.add(place(0, -179.999_999), at: 1)
    #expect(track.places.count == 1)
  }

  /// A device that changes its group: two workers have a part each.
  @Test func twoPartsAreOneWay() {
    var (first, second) = (Track(limit: 100), Track(limit: 100))
    first.add(place(45, 14), at: 0)
    second.add(place(45.1, 14), at: 1)
    second.add(place(45.2, 14), at: 2)
    first.add(place(45.3, 14), at: 3)
    let track = second.joined(with: first)
    #expect(track.parts(until: .infinity).map { $0.map(\.latitude) } == [[45, 45.1, 45.2, 45.3]])
    #expect(Track(limit: 100).joined(with: first).places.count == 2)
  }

  /// Groups and runs of several devices have a picture as single devices have.
  @Test(arguments: ["group", "run"], ["1", "3"]) func thePictureHasTheDevicesOfGroups(
    unit: String, jobs: String
  ) throws {
    let log = (0..<120).map { number in
      let (step, device) = (number / 6, number % 6)
      return
        #"{"time":\#(1_780_000_000 + number),"device":"v\#(device)","latitude":\#(47 + Double(step) / 100),"longitude":\#(8 + Double(device) / 50),"depot":"g\#((device + step / 10) % 4)"}"#
        + "\n"
    }.joined()
    let command = try Command(["s.lua": "local app = geoscript.app{ per = '\(unit)' }", "a.ndjson": log])
    let words = ["run", "s.lua", "--from", "a.ndjson", "--jobs", jobs, "--map", "p.png"]
    let result = try command.start(words + (unit == "group" ? ["--group-by", "depot"] : [])).wait()
    #expect(result.code == 0, "\(result.errors)")
    #expect(!result.errors.contains("the picture is empty") && !result.errors.contains(" of 6 devices"))
    #expect(command.exists("p.png"))
  }
}
