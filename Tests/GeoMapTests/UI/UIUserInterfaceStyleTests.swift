import Testing

@testable import GeoLocation
@testable import GeoMap

@Suite struct UIUserInterfaceStyleTests {
  @Test func aViewIsAsDarkAsTheNearestOneThatSaysSo() throws {
    let outer = UIView()
    let inner = UIView()
    try outer.addSubview(inner)
    #expect(!inner.isDark)
    outer.overrideUserInterfaceStyle = .dark
    #expect(inner.isDark)
    inner.overrideUserInterfaceStyle = .light
    #expect(outer.isDark && !inner.isDark)
  }

  @Test func aMapTellsWhoDrawsItHowItIsToLook() {
    let device = Device(id: DeviceID(index: 0), name: "phone")
    let map = MKMapView(device: device)
    #expect(!map.scene.isDark && !map.scene.showsGraticule)
    map.overrideUserInterfaceStyle = .dark
    map.showsGraticule = true
    #expect(map.scene.isDark && map.scene.showsGraticule)
  }
}
