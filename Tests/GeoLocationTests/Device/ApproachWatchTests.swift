import GeoCore
import GeoTesting
import Testing

@testable import GeoLocation

/// RG-48: approaches. Devices move at known speeds, so that the true arrival is known without any estimate.
@Suite struct ApproachWatchTests {
  private static let home = CLLocationCoordinate2D(latitude: 48.2, longitude: 16.37)

  private final class Phone {
    let device = Device(id: DeviceID(index: 1), name: "phone", now: 1000)
    var told: [(time: TimeInterval, eta: ApproachWatch.Estimate)] = []
    var time: TimeInterval = 1000

    func watch(within: TimeInterval = 600, along line: GeodesicPath? = nil) -> ApproachWatch {
      let watch = ApproachWatch(home, within: within, along: line) { [unowned self] in
        told.append((device.clock.now, $0))
      }
      device.watch(watch)
      return watch
    }

    func fix(_ place: CLLocationCoordinate2D, accuracy: Double = 5) {
      let payload = DeviceEvent.Payload.location(Fix(coordinate: place, horizontalAccuracy: accuracy))
      device.handle(DeviceEvent(time: time, timestamp: time, device: device.id, payload: payload))
    }

    /// Is at each of these distances north of home, ten seconds apart.
    func pass(_ distances: some Sequence<Double>, accuracy: Double = 5) {
      for distance in distances {
        fix(Geodesic.direct(from: home, azimuth: 0, distance: distance).destination, accuracy: accuracy)
        time += 10
      }
      device.handle(DeviceEvent(time: time, timestamp: time, device: device.id, payload: .clock))
    }
  }

  /// 10 m/s from 20 km away: home after 2,000 s.
  @Test func saysTenMinutesBeforeArrivalThatItComes() throws {
    let phone = Phone()
    // Between two fixes, so that no rounding decides.
    let watch = phone.watch(within: 605)
    phone.pass(stride(from: 20_000, through: 0, by: -100))
    #expect(phone.told.count == 1)
    let told = try #require(phone.told.first)
    #expect(told.time == 1000 + 1400)
    #expect(abs(told.eta.arrival - 3000) < 0.01 && abs(told.eta.seconds - 600) < 0.01)
    #expect(abs(told.eta.speed - 10) < 1e-6 && abs(told.eta.distance - 6000) < 0.01)
    #expect(watch.estimate == nil && watch.isActive)
  }

  /// A line of 8 km north and 8 km east: the way along it is twice as long as it looks near its corner.
  @Test func aLineMeasuresTheWay() throws {
    let corner = Geodesic.direct(from: Self.home, azimuth: 270, distance: 8000).destination
    let start = Geodesic.direct(from: corner, azimuth: 180, distance: 8000).destination
    let line = GeodesicPath([start, corner, Self.home])
    let (along, straight) = (Phone(), Phone())
    let watches = [along.watch(along: line), straight.watch()]
    for meters in stride(from: 0, through: line.length, by: 100) {
      for phone in [along, straight] {
        phone.fix(try #require(line.place(at: meters)))
        phone.time += 10
      }
    }
    let arrival = 1000 + line.length / 10
    let told = try #require(along.told.first)
    #expect(along.told.count == 1 && abs(told.eta.arrival - arrival) < 1)
    #expect(told.time <= arrival - 589.9 && told.time >= arrival - 600.1)
    // Without it the corner looks like the way home.
    let wrong = try #require(straight.told.first)
    #expect(abs(wrong.eta.arrival - arrival) > 30)
    #expect(watches.allSatisfy { $0.isActive })
  }

  @Test func whoIsThereRestsOrLeavesDoesNotApproach() {
    var random = SplitMix64(seed: 11)
    for accuracy in [5.0, 60] {
      let phone = Phone()
      let watch = phone.watch()
      phone.pass((0..<500).map { _ in Double.random(in: 0...90, using: &random) }, accuracy: accuracy)
      phone.pass(stride(from: 100, through: 20_000, by: 100))
      phone.pass(
        (0..<500).map { _ in 20_000 + Double.random(in: -30...30, using: &random) }, accuracy: accuracy)
      #expect(phone.told.isEmpty && watch.estimate == nil)
    }
  }

  /// A walk around the block of 8 minutes says nothing; a way of 20 minutes does, once more.
  @Test func anApproachIsReportedOnce() {
    let phone = Phone()
    _ = phone.watch()
    phone.pass(stride(from: 20_000, through: 0, by: -100))
    phone.pass(stride(from: 0, through: 360, by: 15))
    phone.pass(stride(from: 360, through: 0, by: -15))
    #expect(phone.told.count == 1)
    phone.pass(stride(from: 0, through: 900, by: 15))
    phone.pass(stride(from: 900, through: 0, by: -15))
    #expect(phone.told.count == 2)
  }

  @Test func aTurnBackBeforeArrivalBeginsAnother() {
    let phone = Phone()
    _ = phone.watch()
    phone.pass(stride(from: 20_000, through: 4000, by: -100))
    phone.pass(stride(from: 4000, through: 11_000, by: 100))
    phone.pass(stride(from: 11_000, through: 4000, by: -100))
    #expect(phone.told.count == 1)
    phone.pass(stride(from: 4000, through: 13_000, by: 100))
    phone.pass(stride(from: 13_000, through: 0, by: -100))
    #expect(phone.told.count == 2)
  }

  /// After a gap of more than ten minutes nobody knows how fast the device is.
  @Test func aGapBeginsAnew() {
    let phone = Phone()
    let watch = phone.watch()
    phone.pass(stride(from: 20_000, through: 10_000, by: -100))
    #expect(watch.estimate != nil)
    phone.time += 700
    phone.pass([5000])
    #expect(watch.estimate == nil && phone.told.isEmpty)
    phone.pass(stride(from: 4900, through: 4000, by: -100))
    #expect(phone.told.count == 1)
  }

  @Test func aWatchEnds() {
    let phone = Phone()
    let (first, second) = (phone.watch(), phone.watch())
    phone.pass(stride(from: 20_000, through: 7000, by: -100))
    first.cancel()
    first.cancel()
    #expect(!first.isActive && second.isActive && phone.device.approachCount == 1)
    phone.device.closeApproaches()
    phone.pass(stride(from: 7000, through: 0, by: -100))
    #expect(phone.told.isEmpty && !second.isActive)
  }
}
