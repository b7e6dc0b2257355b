import CommandTesting
import Geo
import Testing

@testable import GeoHost
@testable import GeoPage

/// HO-174.
@Suite struct PageMapTests {
  private let device = Device(id: DeviceID(index: 0), name: "rex")

  private func map(_ title: String = "stop") -> (MKMapView, MKPointAnnotation) {
    let map = MKMapView(device: device)
    let pin = MKPointAnnotation()
    pin.coordinate = CLLocationCoordinate2D(latitude: 47, longitude: 8)
    pin.title = title
    map.addAnnotation(pin)
    return (map, pin)
  }

  @Test func theSameIsNotKeptTwice() {
    var maps = PageMaps(most: 10_000, isServed: false)
    let (map, pin) = map()
    var news = [maps.add([map], at: 1, now: 1), maps.add([map], at: 2, now: 2)]
    pin.coordinate.latitude = 48
    news.append(maps.add([map], at: 3, now: 3))
    #expect(news == [true, false, true])
    #expect(maps.kept.map(\.time) == [1, 3])
    maps.forget()
    let isNew = maps.add([map], at: 4, now: 4)
    #expect(isNew)
  }

  @Test func manyAreThinnedOutAndTheNewestStays() {
    var maps = PageMaps(most: 4_000, isServed: false)
    let (map, pin) = map()
    var read = 0
    for second in 0..<1_000 {
      pin.coordinate.latitude = Double(second) / 100
      guard maps.isDue(at: Double(second)) || second == 999 else { continue }
      read += 1
      _ = maps.add([map], at: Double(second), now: Double(second))
    }
    #expect(maps.kept.last?.time == 999)
    #expect(maps.kept.first?.time == 0)
    #expect(maps.kept.reduce(0) { $0 + $1.size } <= 4_000)
    // It is not read at each event.
    #expect(read < 100)
  }

  @Test func aMapThatLeavesIsTold() throws {
    var maps = PageMaps(most: 10_000, isServed: false)
    let (map, _) = map()
    _ = maps.add([map], at: 1, now: 1)
    do {
      let isNew = maps.add([], at: 2, now: 2)
      #expect(isNew)
    }
    let gone = try #require(maps.kept.last)
    #expect(gone.json.description == #"{"time":2000,"map":1}"#)
  }

  @Test func aMapThatShowsMuchIsLookedAtSeldom() {
    var looks: [Bool: Int] = [:]
    for isServed in [false, true] {
      var maps = PageMaps(most: 1_000_000, isServed: isServed)
      let (map, _) = map()
      map.addAnnotations((0..<999).map { _ in MKPointAnnotation() })
      // A thousand events within ten milliseconds.
      for event in 0..<1_000 {
        let now = Double(event) * 0.000_01
        guard maps.isDue(at: now) else { continue }
        looks[isServed, default: 0] += 1
        _ = maps.add([map], at: now, now: now)
      }
    }
    #expect(looks == [false: 8, true: 1])
  }

  @Test func mapsThatComeAndGoTakeNoMoreRoom() {
    var maps = PageMaps(most: 2_000, isServed: false)
    for second in 0..<500 {
      let (map, _) = map()
      _ = maps.add([map], at: Double(second), now: Double(second))
    }
    #expect(maps.kept.reduce(0) { $0 + $1.size } <= 2_000)
    #expect(maps.kept.last?.time == 499)
  }

  @Test func manyMapsAtOnceTakeLittleMoreRoom() {
    var maps = PageMaps(most: 4_000, isServed: false)
    let all = (0..<20).map { _ in map(String(repeating: "x", count: 50)) }
    for second in 0..<20 {
      for (_, pin) in all { pin.coordinate.latitude = Double(second) }
      _ = maps.add(all.map(\.0), at: Double(second), now: Double(second))
    }
    #expect(Set(maps.kept.suffix(20).map(\.number)).count == 20)
    #expect(maps.kept.count == 20)
  }

  @Test func aChangeOfAnyKindIsSeen() {
    let (map, pin) = map()
    let circle = MKCircle(center: CLLocationCoordinate2D(latitude: 47, longitude: 8), radius: 100)
    var hashes: [Int] = []
    func look() { hashes.append(map.contentsHash(most: 100)) }
    look()
    look()
    #expect(Set(hashes).count == 1)
    pin.title = "other"
    look()
    pin.coordinate.longitude = 9
    look()
    map.addOverlay(circle)
    look()
    circle.title = "around"
    look()
    map.centerCoordinate = CLLocationCoordinate2D(latitude: 10, longitude: 10)
    look()
    map.removeAnnotation(pin)
    look()
    #expect(Set(hashes).count == 7)
  }

  @Test func aScreenThatWaitsIsReadWithoutAnEvent() {
    let wishes = PageWishes()
    #expect(!wishes.takeWaiting(at: 1))
    wishes.wait()
    #expect(wishes.takeWaiting(at: 1))
    wishes.wait()
    #expect(!wishes.takeWaiting(at: 1.1))
    #expect(wishes.takeWaiting(at: 2))
  }

  @Test func whatIsTooLongIsCounted() {
    let (map, _) = map(String(repeating: "x", count: 5_000))
    map.addOverlay(MKCircle(center: CLLocationCoordinate2D(latitude: 47, longitude: 8), radius: 100))
    let text = PageMap(map, at: 0, most: 1_000).json.description
    #expect(text.contains(#""more":1"#))
    #expect(text.contains(#""role":"circle","bare":true,"radius":100"#))
    #expect(!text.contains("xxx"))
  }

  @Test func aLineAcrossTheDateLineIsNotTurnedAround() {
    let map = MKMapView(device: device)
    let places = [179.0, -179.0].map { CLLocationCoordinate2D(latitude: 0, longitude: $0) }
    map.addOverlay(MKPolyline(coordinates: places))
    #expect(PageMap(map, at: 0, most: 1_000).json.description.contains("[[[179,0],[181,0]]]"))
  }
}
