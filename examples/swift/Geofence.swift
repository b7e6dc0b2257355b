// A Swift program that plays the phone itself: a device is fed with fixes, a location manager tells of crossings.
//
// In a package of your own, depend on the product `Geo`:
//   .package(url: "…/geoscript", from: "…"), .product(name: "Geo", package: "geoscript")
// and run this one with `swift run geofence`.
import Geo

/// Who is told; a delegate implements what it wants to hear.
final class Watcher: CLLocationManagerDelegate {
  func locationManager(_ manager: CLLocationManager, didEnterRegion region: CLRegion) {
    tell(manager, "entered \(region.identifier)")
  }

  func locationManager(_ manager: CLLocationManager, didExitRegion region: CLRegion) {
    tell(manager, "left \(region.identifier)")
  }

  func locationManager(
    _ manager: CLLocationManager, monitoringDidFailFor region: CLRegion?, withError error: NSError
  ) {
    tell(manager, error.localizedDescription)
  }

  private func tell(_ manager: CLLocationManager, _ what: String) {
    guard let device = manager.device else { return }
    // What time it is only the device knows: its clock follows the fixes.
    print("\(device.now)  \(device.name)  \(what)")
  }
}

@main struct Geofence {
  static func main() throws {
    let start = ISO8601.parse("2026-05-28T08:00:00Z") ?? 0
    let dog = Device(id: DeviceID(index: 0), name: "dog", now: start)
    let watcher = Watcher()
    let manager = CLLocationManager(device: dog)
    manager.delegate = watcher

    // A circle, reported once the dog is 10 m past its edge, and a garden of any shape.
    let home = CLCircularRegion(center: place(47.3769, 8.5417), radius: 60, identifier: "home")
    manager.startMonitoring(for: home, desiredAccuracy: kCLLocationAccuracyNearestTenMeters)
    let corners = [
      place(47.3780, 8.5430), place(47.3780, 8.5450), place(47.3790, 8.5450), place(47.3790, 8.5430),
    ]
    let garden = PolygonRegion(try PolygonShape(parts: [[corners]]), identifier: "garden")
    manager.startMonitoring(for: garden, desiredAccuracy: kCLLocationAccuracyBest)

    // The dog runs from home to the garden and on: a fix every ten seconds, handled before `receive` returns.
    for step in 0...12 {
      let fix = Fix(
        coordinate: place(47.3769 + 0.00018 * Double(step), 8.5417 + 0.0003 * Double(step)),
        horizontalAccuracy: 5)
      let time = start + 10 * Double(step)
      dog.receive(DeviceEvent(time: time, timestamp: time, device: dog.id, payload: .location(fix)))
    }
    dog.flush()
  }

  static func place(_ latitude: Double, _ longitude: Double) -> CLLocationCoordinate2D {
    CLLocationCoordinate2DMake(latitude, longitude)
  }
}
