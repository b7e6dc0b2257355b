import GeoCore
import GeoTesting
import Testing

@testable import GeoLocation
@testable import GeoMap

/// The callbacks of changes, and their time.
///
/// - Source: MV-26, F-4, MV-33, MV-34.
@Suite struct MKMapViewChangeTests {
  private let it = AreaLog(800, 600)
  private let vienna = area(48.2, 16.37, 0.3, 0.3)
  private let tokyo = area(35.68, 139.77, 0.3, 0.3)

  private func script(_ body: () -> Void) {
    body()
    it.device.deliver()
  }

  // «A region change calls will, then did.»
  /// MV-33: a region change calls will, then did.
  @Test func aChangeCallsWillThenDidWhenTheOutermostCallHasReturned() {
    it.map.setRegion(vienna, animated: false)
    #expect(it.lines == [])
    #expect(abs(it.map.centerCoordinate.latitude - 48.2) < 1e-9)
    it.device.deliver()
    #expect(it.told() == ["will", "did"])
  }

  @Test func changesWithoutEffectMakeNoCall() {
    script { it.map.region = vienna }
    _ = it.told()
    script {
      it.map.region = vienna
      it.map.region = it.map.region
      it.map.visibleMapRect = it.map.visibleMapRect
      it.map.centerCoordinate = it.map.centerCoordinate
      it.map.camera = it.map.camera
      it.map.setRegion(vienna, animated: true)
    }
    #expect(it.told() == [])
    #expect(it.device.nextDeadline == nil)
  }

  // «Animated: did comes 0.3 s later on the device clock, `region` reads the end value at once»
  /// MV-33: animated: did comes 0.3 s later on the device clock, `region` reads the end value at once.
  @Test func theEndOfAnAnimatedChangeComesThreeTenthsOfASecondLater() {
    it.device.advance(to: 10)
    script { it.map.setRegion(vienna, animated: true) }
    #expect(it.told() == ["will animated"])
    #expect(abs(it.map.centerCoordinate.latitude - 48.2) < 1e-9)
    it.device.advance(to: 10.29)
    #expect(it.told() == [])
    it.device.advance(to: 10.3)
    #expect(it.told() == ["did animated"])
    it.device.advance(to: 20)
    #expect(it.told() == [])
  }

  // «a new change finishes the running one first»
  /// MV-33: a new change finishes the running one first.
  @Test func aNewChangeFinishesTheRunningOneFirst() {
    script { it.map.setRegion(vienna, animated: true) }
    it.device.advance(to: 0.2)
    script { it.map.setCenterCoordinate(tokyo.center, animated: true) }
    #expect(it.told() == ["will animated", "did animated", "will animated"])
    it.device.advance(to: 0.4)
    #expect(it.told() == [])
    it.device.advance(to: 0.5)
    #expect(it.told() == ["did animated"])
    script {
      it.map.setRegion(vienna, animated: true)
      it.map.region = tokyo
    }
    #expect(it.told() == ["will animated", "did animated", "will", "did"])
    it.device.advance(to: 5)
    #expect(it.told() == [])
  }

  // AN-12: the old span can be remembered in `will`.
  @Test func duringWillTheMapReadsAsBefore() {
    script { it.map.region = vienna }
    _ = it.told()
    let before = it.map.region
    var seen: [MKCoordinateRegion] = []
    it.onLine = { [it] _ in seen.append(it.map.region) }
    script { it.map.region = tokyo }
    #expect(seen == [before, it.map.region])
    #expect(abs(it.map.centerCoordinate.latitude - 35.68) < 1e-9)
  }

  // «A change made inside will or did runs after it returns»
  /// MV-34: a change made inside will runs after it returns.
  @Test func changeMadeInsideWillFollowsTheReportedOne() {
    it.onLine = { [it, tokyo] line in
      guard it.lines.count == 1 else { return }
      it.map.region = tokyo
      // Still as before.
      #expect(abs(it.map.centerCoordinate.latitude) < 1e-9)
    }
    script { it.map.region = vienna }
    #expect(it.told() == ["will", "did", "will", "did"])
    #expect(abs(it.map.centerCoordinate.latitude - 35.68) < 1e-9)
  }

  /// MV-34: a change made inside did runs after it returns.
  @Test func changeMadeInsideDidAppliesAtOnceAndIsReportedLater() {
    var inside = false
    it.onLine = { [it, tokyo] line in
      #expect(!inside)
      inside = true
      if it.lines.count == 2 {
        it.map.region = tokyo
        #expect(abs(it.map.centerCoordinate.latitude - 35.68) < 1e-9)
      }
      inside = false
    }
    script { it.map.region = vienna }
    #expect(it.told() == ["will", "did", "will", "did"])
  }

  // «a hundred rounds in one event is an error»
  /// MV-34: a hundred rounds in one event is an error.
  @Test func aHundredRoundsInOneEventAreAnErrorAndWhatWaitsIsDropped() {
    var count = 0.0
    it.onLine = { [it] line in
      guard line == "did" else { return }
      count += 1
      it.map.centerCoordinate = spot(0, count)
    }
    script { it.map.region = vienna }
    #expect(it.faults.count == 1)
    #expect(it.faults[0].contains("a map's changes keep causing each other"))
    #expect(it.told().count == 202)
    it.onLine = { _ in }
    script {}
    #expect(it.told() == [])
    script { it.map.region = tokyo }
    #expect(it.told() == ["will", "did"])
    #expect(it.faults.count == 1)
  }

  @Test func manyChangesInOneCallAreNoChain() {
    script { for count in 1...500 { it.map.centerCoordinate = spot(0, Double(count) / 10) } }
    #expect(it.told().count == 1000)
    #expect(it.faults == [])
  }

  @Test func callsThatWaitAreLimited() {
    for count in 1...Screen.mostWaiting / 2 + 10 { it.map.centerCoordinate = spot(0, Double(count % 100)) }
    it.device.deliver()
    #expect(it.told().count == Screen.mostWaiting)
    #expect(it.faults == ["200000 map delegate calls were waiting at once; later ones were dropped"])
  }

  @Test func aDelegateThatThrowsStopsNoOther() {
    struct Fault: Error {}
    final class Thrower: MKMapViewDelegate {
      var count = 0
      func mapView(_ mapView: MKMapView, regionWillChangeAnimated animated: Bool) throws {
        count += 1
        throw Fault()
      }
      func mapView(_ mapView: MKMapView, regionDidChangeAnimated animated: Bool) throws { count += 1 }
    }
    let thrower = Thrower()
    it.map.delegate = thrower
    script { it.map.region = vienna }
    #expect(thrower.count == 2)
    #expect(it.faults == ["Fault()"])
    // The map reads as it is again.
    #expect(abs(it.map.centerCoordinate.latitude - 48.2) < 1e-9)
  }

  // F-4: mapViewWillStartRenderingMap, mapViewDidFinishRenderingMap:fullyRendered:
  @Test func renderingIsReportedOnceForEachLaidOutArea() {
    let fresh = AreaLog(800, 600)
    fresh.callbacks = Set(MKMapViewCallback.allCases)
    fresh.map.region = vienna
    fresh.map.region = tokyo
    fresh.device.deliver()
    #expect(fresh.told() == ["will", "did", "will", "did", "start rendering", "rendered fully"])
    fresh.map.needsLayout = true
    fresh.device.deliver()
    #expect(fresh.told() == [])
    fresh.map.region = vienna
    fresh.device.deliver()
    #expect(fresh.told() == ["will", "did", "start rendering", "rendered fully"])
    script { it.map.region = vienna }
    #expect(it.told() == ["will", "did"])
  }

  @Test func suspendedAppGetsTheCallWhenItRunsAgain() {
    script { it.map.setRegion(vienna, animated: true) }
    _ = it.told()
    it.device.handle(DeviceEvent(time: 0.1, timestamp: 0.1, device: it.device.id, payload: .app(.suspended)))
    it.device.advance(to: 1)
    #expect(it.told() == [])
    it.device.handle(DeviceEvent(time: 2, timestamp: 2, device: it.device.id, payload: .app(.foreground)))
    #expect(it.told() == ["did animated"])
  }

  // «after the outermost callback … returns», before the device's next message.
  @Test func changesInAManagersCallbackAreReportedBeforeTheNextManagers() {
    final class Mover: CLLocationManagerDelegate {
      let act: () -> Void
      init(_ act: @escaping () -> Void) { self.act = act }
      func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) throws {
        act()
      }
    }
    let first = Mover { [it, vienna] in
      it.lines.append("first manager")
      it.map.region = vienna
    }
    let second = Mover { [it] in it.lines.append("second manager") }
    let managers = [first, second].map { mover in
      let manager = CLLocationManager(device: it.device)
      manager.delegate = mover
      manager.startUpdatingLocation()
      return manager
    }
    it.device.handle(Phone.event(1, east: 0))
    #expect(it.told() == ["first manager", "will", "did", "second manager"])
    #expect(managers.count == 2)
  }
}
