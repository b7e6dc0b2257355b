import Geo
import Testing

@testable import GeoHost

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
    var maps = PageMaps(most: 10_000)
    let (map, pin) = map()
    do {
      let isNew = maps.add([map], at: 1, now: 1)
      #expect(isNew)
    }
    do {
      let isNew = maps.add([map], at: 2, now: 2)
      #expect(!isNew)
    }
    pin.coordinate.latitude = 48
    do {
      let isNew = maps.add([map], at: 3, now: 3)
      #expect(isNew)
    }
    #expect(maps.kept.map(\.time) == [1, 3])
    maps.forget()
    do {
      let isNew = maps.add([map], at: 4, now: 4)
      #expect(isNew)
    }
  }

  @Test func manyAreThinnedOutAndTheNewestStays() {
    var maps = PageMaps(most: 4_000)
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
    var maps = PageMaps(most: 10_000)
    let (map, _) = map()
    _ = maps.add([map], at: 1, now: 1)
    do {
      let isNew = maps.add([], at: 2, now: 2)
      #expect(isNew)
    }
    let gone = try #require(maps.kept.last)
    #expect(gone.json.description == #"{"time":2000,"map":1}"#)
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
