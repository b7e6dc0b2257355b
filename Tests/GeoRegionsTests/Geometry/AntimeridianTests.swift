import GeoCore
import GeoTesting
import Glibc
import Testing

@testable import GeoRegions

/// Rings are written longitude first here, as in the files that they come from.
@Suite struct AntimeridianTests {
  typealias Parts = [[[CLLocationCoordinate2D]]]

  private func parts(_ parts: [[[(Double, Double)]]]) -> Parts {
    parts.map { $0.map { $0.map { CLLocationCoordinate2DMake($0.1, $0.0) } } }
  }

  // RFC 7946 §3.1.9 gives these two forms of one square.
  private let cutSquare: [[[(Double, Double)]]] = [
    [[(180, 40), (180, 50), (170, 50), (170, 40)]], [[(-170, 40), (-170, 50), (-180, 50), (-180, 40)]],
  ]

  @Test func aSquareThatWasCutIsOneAgain() {
    #expect(
      Antimeridian.joined(parts(cutSquare)) == parts([[[(-170, 40), (-170, 50), (170, 50), (170, 40)]]]))
  }

  @Test func aSquareAcrossIsCutInTwo() {
    let cut = Antimeridian.cut(parts([[[(170, 40), (-170, 40), (-170, 50), (170, 50)]]]))
    #expect(cut.count == 2)
    #expect(cut.allSatisfy { $0.count == 1 && $0[0].count == 4 })
    #expect(Set(cut.joined().joined()) == Set(parts(cutSquare).joined().joined()))
    #expect(cut.joined().allSatisfy(isCounterclockwise))
  }

  @Test func theDirectionOfTheHalvesDoesNotMatter() {
    var halves = parts(cutSquare)
    halves[1][0].reverse()
    #expect(Antimeridian.joined(halves).count == 1)
    #expect(Antimeridian.joined(halves)[0][0].count == 4)
  }

  @Test func aHoleThatWasCutIsAHoleAgain() {
    // Fiji's shape in small: a square with a square hole, both across.
    let whole = parts([
      [
        [(170, -20), (-170, -20), (-170, -10), (170, -10)],
        [(175, -17), (175, -13), (-175, -13), (-175, -17)],
      ]
    ])
    let cut = Antimeridian.cut(whole)
    #expect(cut.count == 2)
    #expect(cut.allSatisfy { $0.count == 1 })
    let joined = Antimeridian.joined(cut)
    #expect(joined.count == 1)
    #expect(joined.first?.map(\.count) == [4, 4])
    #expect(Set(joined.joined().joined()) == Set(whole.joined().joined()))
  }

  @Test func holesStayWithTheHalfThatTheyAreIn() {
    let whole = parts([
      [
        [(170, 0), (-170, 0), (-170, 10), (170, 10)], [(-178, 2), (-178, 4), (-176, 4), (-176, 2)],
        [(172, 2), (172, 4), (174, 4), (174, 2)],
      ]
    ])
    let cut = Antimeridian.cut(whole)
    #expect(cut.map(\.count) == [2, 2])
    for part in cut { #expect(part[0][0].longitude * part[1][0].longitude > 0) }
    #expect(Antimeridian.joined(cut).map(\.count) == [3])
  }

  @Test func aRingAroundThePoleIsClosedThroughItAndOpenedAgain() {
    // Antarctica in the form in which Natural Earth has it: down to the pole and along it.
    let cap = parts([[[(-180, -90), (180, -90), (180, -80), (60, -70), (-60, -75), (-180, -80)]]])
    let joined = Antimeridian.joined(cap)
    #expect(joined.count == 1)
    #expect(joined[0].count == 1)
    #expect(joined[0][0].count == 3)
    #expect(!joined[0][0].contains { $0.latitude == -90 })
    let cut = Antimeridian.cut(parts([[[(-120, 80), (0, 80), (120, 80)]]]))
    #expect(cut.count == 1)
    #expect(cut[0][0].filter { $0.latitude == 90 }.map(\.longitude) == [180, -180])
    #expect(Antimeridian.joined(cut) == parts([[[(-120, 80), (0, 80), (120, 80)]]]))
  }

  @Test func anEdgeAlongTheMeridianWithNothingBehindItStays() {
    let chukotka = parts([[[(170, 60), (180, 60), (180, 70), (170, 70)]]])
    #expect(Antimeridian.joined(chukotka) == chukotka)
    #expect(Antimeridian.cut(chukotka) == chukotka)
  }

  @Test func partlyOverlappingHalvesKeepTheRemainder() {
    let halves = parts([
      [[(170, 0), (180, 0), (180, 20), (170, 20)]], [[(-180, 10), (-170, 10), (-170, 30), (-180, 30)]],
    ])
    let joined = Antimeridian.joined(halves)
    #expect(joined.count == 1)
    let ring = joined[0][0]
    #expect(ring.filter { abs($0.longitude) == 180 }.map(\.latitude).sorted() == [0, 10, 20, 30])
    #expect(ring.count == 8)
  }

  @Test func shapesFarFromTheMeridianAreLeftAlone() {
    let yard = parts([[[(10, 0), (11, 0), (11, 1)], [(10.8, 0.2), (10.9, 0.3), (10.9, 0.2)]]])
    #expect(Antimeridian.joined(yard) == yard)
    #expect(Antimeridian.cut(yard) == yard)
  }

  @Test func linesAreCutAndJoined() {
    let line = parts([[[(170, 0), (-170, 10), (-160, 0), (175, 5)]]])[0][0]
    let cut = Antimeridian.cut(line: line)
    #expect(cut.map(\.count) == [2, 4, 2])
    #expect(Antimeridian.joined(lines: cut) == [line])
    #expect(Antimeridian.joined(lines: [[line[1], line[2]], [line[0], line[1]]]).count == 2)
  }

  /// Star-shaped rings around a middle on the meridian, with a hole, from a seeded generator.
  @Test func cutShapesJoinToTheSameShape() {
    var random = SplitMix(state: 180)
    func between(_ low: Double, _ high: Double) -> Double { low + (high - low) * random.unit() }
    for round in 0..<300 {
      let middle = CLLocationCoordinate2DMake(between(-60, 60), between(178, 182))
      func star(_ low: Double, _ high: Double, clockwise: Bool) -> [CLLocationCoordinate2D] {
        let count = 5 + Int(between(0, 20))
        let ring = (0..<count).map { index in
          let angle = Double(index) / Double(count) * 2 * .pi
          let size = between(low, high)
          let longitude = middle.longitude + size * cos(angle)
          return CLLocationCoordinate2DMake(
            middle.latitude + size * sin(angle), longitude > 180 ? longitude - 360 : longitude)
        }
        let turned = clockwise ? Array(ring.reversed()) : ring
        // Cutting and joining begin a ring at its southernmost corner.
        let south = turned.indices.min { turned[$0].latitude < turned[$1].latitude } ?? 0
        return Array(turned[south...] + turned[..<south])
      }
      let part = [star(5, 9, clockwise: false), star(1, 3, clockwise: true)]
      let cut = Antimeridian.cut([part])
      #expect(cut.joined().allSatisfy { ring in !crosses(ring) }, "round \(round)")
      #expect(Antimeridian.joined(cut) == [part], "round \(round)")
    }
  }

  private func crosses(_ ring: [CLLocationCoordinate2D]) -> Bool {
    ring.indices.contains { abs(ring[$0].longitude - ring[($0 + 1) % ring.count].longitude) > 180 }
  }

  private func isCounterclockwise(_ ring: [CLLocationCoordinate2D]) -> Bool {
    ring.indices.reduce(0.0) { sum, index in
      let (a, b) = (ring[index], ring[(index + 1) % ring.count])
      return sum + a.longitude * b.latitude - b.longitude * a.latitude
    } > 0
  }
}
