import Geo
import Testing

@testable import GeoHost
@testable import GeoPage

@Suite struct PageColumnsTests {
  /// Reads numbers as the page does.
  private struct Reader {
    var bytes: ArraySlice<UInt8>

    mutating func number() -> Int {
      var (value, shift) = (0, 0)
      while let byte = bytes.popFirst() {
        value |= Int(byte & 127) << shift
        if byte < 128 { break }
        shift += 7
      }
      return value
    }

    mutating func difference() -> Int {
      let value = number()
      return value % 2 == 0 ? value / 2 : -(value + 1) / 2
    }

    mutating func numbers(_ count: Int) -> [Int] { (0..<count).map { _ in number() } }

    mutating func sums(_ count: Int) -> [Int] {
      var last = 0
      return (0..<count).map { _ in
        last += difference()
        return last
      }
    }

    mutating func optional(_ count: Int) -> [Int?] {
      var last = 0
      return (0..<count).map { _ in
        let next = number()
        guard next > 0 else { return nil }
        last += (next - 1) % 2 == 0 ? (next - 1) / 2 : -next / 2
        return last
      }
    }
  }

  private func fix(_ latitude: Double, _ longitude: Double, at time: Double, altitude: Double = .nan)
    -> PageFix
  {
    PageFix(
      Fix(
        coordinate: CLLocationCoordinate2D(latitude: latitude, longitude: longitude), horizontalAccuracy: 8.5,
        altitude: altitude, speed: 1.4), time, number: 0)
  }

  @Test func columnsReadBack() {
    var track = PageTrack(device: DeviceID(index: 0), name: "rex")
    track.fixes = [
      fix(47.5, -8.25, at: 1000), fix(47.500001, -8.3, at: 1010.5, altitude: -12.5), fix(-47, 8, at: 1005),
    ]
    track.fixes[1].outcome = .held
    track.fixes[1].first = 0
    track.fixes[1].count = 1
    track.fixes[2].text = 300
    track.fixes[2].outcome = .late
    track.decisions = [
      PageDecision(region: 0, rule: .held, state: .inside, distance: -12.34, text: 2, due: 1100)
    ]
    track.states = [PageState(region: 0, time: 1000, kind: .inside)]
    var columns = PageColumns(start: 1000)
    columns.add(track, regions: [7])
    var reader = Reader(bytes: columns.numbers.bytes[...])
    #expect(reader.sums(3) == [0, 10_500, 5000])
    #expect(reader.sums(3) == [47_500_000, 47_500_001, -47_000_000])
    #expect(reader.sums(3) == [-8_250_000, -8_300_000, 8_000_000])
    #expect(reader.optional(3) == [85, 85, 85])
    #expect(reader.optional(3) == [nil, -125, nil])
    #expect(reader.optional(3) == [14, 14, 14])
    #expect(reader.optional(3) == [nil, nil, nil])
    #expect(reader.numbers(3) == [0, 3, 4])
    #expect(reader.numbers(3) == [0, 0, 300])
    #expect(reader.numbers(3) == [0, 1, 0])
    #expect(reader.number() == 7)
    #expect(reader.number() == RegionDecision.Rule.allCases.firstIndex(of: .held))
    #expect(reader.number() == 2)
    #expect(reader.optional(1) == [-123])
    #expect(reader.number() == 2)
    #expect(reader.optional(1) == [100_000])
    #expect(reader.sums(1) == [0])
    #expect(reader.numbers(2) == [7, 2])
    #expect(reader.bytes.isEmpty)
  }

  @Test func numbersThatAreNoneAreMissing() {
    var track = PageTrack(device: DeviceID(index: 0), name: "rex")
    track.fixes = [fix(1, 2, at: 0, altitude: .infinity)]
    var columns = PageColumns(start: 0)
    columns.add(track, regions: [])
    var reader = Reader(bytes: columns.numbers.bytes.dropFirst(1))
    _ = reader.sums(1) + reader.sums(1)
    #expect(reader.optional(1) == [85])
    #expect(reader.optional(1) == [nil])
  }
}
