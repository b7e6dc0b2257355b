import GeoLocation
import GeoTesting
import Testing

@testable import GeoMap

/// E-9 and ZO-1 … ZO-9.
@Suite struct OverlayOrderTests {
  private let device = Device(id: DeviceID(index: 0), name: "phone")
  private let map: MKMapView
  private let named = ["a", "b", "c", "d", "e"].map { OverlayFixtures.square($0, 0, 0) }

  init() { map = MKMapView(device: device) }

  private var order: String { OverlayFixtures.titles(map.overlays) }
  private var below: String { OverlayFixtures.titles(map.overlays(in: .aboveRoads)) }
  private var above: String { OverlayFixtures.titles(map.overlays(in: .aboveLabels)) }

  /// ZO-9: `addOverlay` without a level acts on AboveLabels.
  @Test func addedOverlaysGoOnTopAboveTheLabels() {
    map.addOverlay(named[0])
    map.addOverlays([named[1], named[2]])
    #expect(order == "a b c")
    #expect(above == "a b c")
  }

  @Test func allOverlaysAreThoseAboveTheRoadsThenThoseAboveTheLabels() {
    map.addOverlay(named[0])
    map.addOverlay(named[1], level: .aboveRoads)
    map.addOverlays([named[2], named[3]], level: .aboveRoads)
    #expect(order == "b c d a")
    #expect(below == "b c d")
  }

  @Test func anIndexPastTheEndAppends() {
    map.addOverlays([named[0], named[1]])
    map.insertOverlay(named[2], at: 99)
    map.insertOverlay(named[3], at: 0)
    map.insertOverlay(named[4], at: -5, level: .aboveRoads)
    #expect(order == "e d a b c")
  }

  /// ZO-9: an insert beside a sibling takes its level.
  @Test func anInsertBesideASiblingTakesItsLevel() {
    map.addOverlays([named[0], named[1]], level: .aboveRoads)
    #expect(map.insertOverlay(named[2], above: named[0]))
    #expect(map.insertOverlay(named[3], below: named[0]))
    #expect(below == "d a c b")
    #expect(above == "")
    #expect(!map.insertOverlay(named[4], above: OverlayFixtures.colorado()))
    #expect(order == "d a c b")
  }

  /// ZO-9: `exchangeOverlay` across levels swaps level and position.
  @Test func anExchangeAcrossLevelsSwapsLevelAndPosition() {
    map.addOverlays([named[0], named[1]], level: .aboveRoads)
    map.addOverlays([named[2], named[3]])
    #expect(map.exchangeOverlay(named[0], with: named[3]))
    #expect(below == "d b")
    #expect(above == "c a")
    #expect(!map.exchangeOverlay(named[0], with: named[4]))
    #expect(map.exchangeOverlay(named[1], with: named[1]))
    #expect(order == "d b c a")
  }

  /// ZO-9: `exchangeOverlayAtIndex` acts on AboveLabels.
  @Test func anExchangeByIndexIsAboveTheLabels() {
    map.addOverlays([named[0], named[1]], level: .aboveRoads)
    map.addOverlays([named[2], named[3]])
    #expect(map.exchangeOverlay(at: 0, withOverlayAt: 1))
    #expect(order == "a b d c")
    #expect(!map.exchangeOverlay(at: 0, withOverlayAt: 2))
    #expect(!map.exchangeOverlay(at: -1, withOverlayAt: 0))
  }

  @Test func anOverlayIsOnAMapOnceAndMovesWhenAddedAgain() {
    map.addOverlays(Array(named[0...2]))
    map.addOverlay(named[0])
    #expect(order == "b c a")
    map.addOverlay(named[2], level: .aboveRoads)
    #expect(order == "c b a")
    map.insertOverlay(named[0], below: named[1])
    #expect(order == "c a b")
    map.insertOverlay(named[0], above: named[1])
    #expect(order == "c b a")
    map.insertOverlay(named[1], above: named[1])
    #expect(order == "c b a")
  }

  @Test func removedOverlaysAreGoneAndMayReturn() {
    map.addOverlays(named)
    map.removeOverlay(named[1])
    map.removeOverlay(named[1])
    map.removeOverlays([named[0], named[4], OverlayFixtures.colorado()])
    #expect(order == "c d")
    map.addOverlay(named[0])
    #expect(order == "c d a")
    map.removeOverlays(map.overlays)
    #expect(map.overlays.isEmpty)
  }

  /// Between two neighbors there is room for some twenty halvings: then all get new numbers.
  @Test func manyInsertsAtOnePlaceKeepTheOrder() {
    var expected = [named[0], named[1]]
    map.addOverlays(expected)
    for i in 0..<200 {
      let new = OverlayFixtures.square("\(i)", 0, 0)
      map.insertOverlay(new, at: i % 2 + 1)
      expected.insert(new, at: i % 2 + 1)
    }
    #expect(order == OverlayFixtures.titles(expected))
  }

  @Test func anyOrderOfChangesLeavesTheOrderOfAPlainList() {
    var random = SplitMix64(seed: 17)
    var lists: [[MKPolygon]] = [[], []]
    let all = (0..<40).map { OverlayFixtures.square("\($0)", 0, 0) }
    for _ in 0..<3000 {
      let overlay = all.randomElement(using: &random) ?? all[0]
      let level = Bool.random(using: &random) ? MKOverlayLevel.aboveRoads : .aboveLabels
      let position = Int.random(in: 0..<45, using: &random)
      switch Int.random(in: 0..<4, using: &random) {
      case 0, 1:
        for i in 0..<2 { lists[i].removeAll { $0 === overlay } }
        lists[level.rawValue].insert(overlay, at: min(position, lists[level.rawValue].count))
        map.insertOverlay(overlay, at: position, level: level)
      case 2:
        for i in 0..<2 { lists[i].removeAll { $0 === overlay } }
        map.removeOverlay(overlay)
      default:
        let other = all[position % 40]
        guard let (i, a) = place(overlay, lists), let (j, b) = place(other, lists) else { continue }
        lists[i][a] = other
        lists[j][b] = overlay
        map.exchangeOverlay(overlay, with: other)
      }
      #expect(map.overlays.map { ObjectIdentifier($0) } == lists.joined().map { ObjectIdentifier($0) })
    }
  }

  private func place(_ overlay: MKPolygon, _ lists: [[MKPolygon]]) -> (Int, Int)? {
    for (i, list) in lists.enumerated() {
      if let found = list.firstIndex(where: { $0 === overlay }) { return (i, found) }
    }
    return nil
  }
}
