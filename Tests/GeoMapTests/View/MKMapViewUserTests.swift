import GeoTesting
import Testing

@testable import GeoCore
@testable import GeoLocation
@testable import GeoMap

/// What a map does to find the user.
///
/// - Source: MV-15 … MV-17, MV-23, MV-24, F-12, MV-30.
@Suite struct MKMapViewUserTests {
  @Test func userLocationIsAlwaysThereAndItsLocationComesWithTheFirstFix() {
    let it = MapPhone()
    #expect(!it.map.showsUserLocation)
    #expect(it.map.userLocation.location == nil)
    #expect(!it.map.userLocation.isUpdating)
    it.script { it.map.showsUserLocation = true }
    #expect(it.map.userLocation.location == nil)
    #expect(it.map.userLocation.isUpdating)
    it.phone.fix(1, east: 100)
    #expect(it.map.userLocation.location?.timestamp.timeIntervalSince1970 == 1)
    #expect(it.map.userLocation.coordinate.longitude == 100 / Phone.degree)
    #expect(it.told() == ["start", "user 1"])
  }

  @Test func aMapThatShowsNoUserHearsOfNoFix() {
    let it = MapPhone()
    it.phone.fix(1)
    #expect(it.told() == [])
    #expect(it.map.userLocation.location == nil)
    #expect(it.device.managers.listenerCount == 0)
  }

  @Test func theLastKnownLocationComesFirst() {
    let it = MapPhone()
    it.phone.fix(1)
    it.script { it.map.showsUserLocation = true }
    #expect(it.told() == ["start", "user 1"])
  }

  @Test func turningItOffForgetsTheUserAndDropsWhatWasQueued() {
    let it = MapPhone()
    it.script { it.map.showsUserLocation = true }
    it.phone.fix(1)
    it.phone.manager.startUpdatingLocation()
    it.phone.delegate.onCallback = { line, _ in if line == "update 2" { it.map.showsUserLocation = false } }
    _ = it.told()
    it.phone.fix(2)
    #expect(it.told() == ["stop"])
    #expect(it.map.userLocation.location == nil)
    it.phone.fix(3)
    #expect(it.told() == [])
  }

  @Test func turningItOnTwiceChangesNothing() {
    let it = MapPhone()
    it.script {
      it.map.showsUserLocation = true
      it.map.showsUserLocation = true
    }
    it.phone.fix(1)
    #expect(it.told() == ["start", "user 1"])
  }

  // «One fix serves managers in creation order (in each: exits, enters, then updates), then maps in creation order».
  /// MV-30: one fix serves managers in creation order, then maps in creation order:
  /// `didUpdateUserLocation`, then the follow move.
  @Test func oneFixServesManagersThenMapsInTheOrderOfCreation() {
    let it = MapPhone()
    let journal = RecordingDelegate.Journal()
    let second = MKMapView(device: it.device)
    let secondLog = MapLog()
    second.delegate = secondLog
    (it.log.name, secondLog.name) = ("map 1", "map 2")
    it.log.shared = journal
    secondLog.shared = journal
    // The second map begins first: the order is that of the maps.
    it.script {
      second.userTrackingMode = .follow
      it.map.userTrackingMode = .follow
    }
    // Managers that are made when the maps look for the user already.
    let managers = ["a", "b"].map { name in
      let manager = CLLocationManager(device: it.device)
      let delegate = RecordingDelegate(name, journal: journal)
      manager.delegate = delegate
      manager.startUpdatingLocation()
      return (manager, delegate)
    }
    managers[0].0.startMonitoring(for: Phone.region("there", east: 10_000))
    managers[0].0.startMonitoring(for: Phone.region("here"))
    it.phone.fix(1)
    journal.lines = []
    it.phone.fix(10, east: 10_000)
    #expect(
      journal.lines == [
        "a: exit here", "a: enter there", "a: update 10",
        "b: exit here", "b: enter there", "b: update 10",
        "map 1: user 10", "map 1: will change animated",
        "map 2: user 10", "map 2: will change animated",
      ])
  }

  @Test func aManagersCallbackStillSeesTheUserWhereItWas() {
    let it = MapPhone()
    it.script { it.map.showsUserLocation = true }
    it.phone.fix(1)
    it.phone.manager.startUpdatingLocation()
    it.device.deliver()
    var seen: Double?
    it.phone.delegate.onCallback = { _, _ in
      seen = it.map.userLocation.location?.timestamp.timeIntervalSince1970
    }
    it.phone.fix(2)
    #expect(seen == 1)
  }

  @Test func mapsOwnManagerDoesNotReceiveCrossings() {
    let it = MapPhone()
    it.phone.manager.startMonitoring(for: Phone.region("far", east: 10_000))
    it.phone.fix(1)
    it.phone.manager.delegate = nil
    it.script { it.map.showsUserLocation = true }
    it.phone.fix(2, east: 10_000)
    #expect(it.device.crossings.enters == 1)
    #expect(it.device.counts.untoldCrossings == 1)
    #expect(it.told() == ["start", "user 1", "user 2"])
  }

  @Test func aMapDoesNotKeepAnAppRunningInTheBackground() {
    let it = MapPhone()
    it.script { it.map.showsUserLocation = true }
    it.phone.send(1, .app(.background))
    it.phone.fix(20)
    #expect(it.told() == ["start"])
    // What was missed comes as one update, the newest.
    it.phone.fix(30)
    it.phone.send(40, .app(.foreground))
    #expect(it.told() == ["user 30"])
  }

  @Test func anEventThatWakesTheAppBringsItsFixToTheMapToo() {
    let it = MapPhone()
    it.phone.manager.startMonitoring(for: Phone.region("far", east: 10_000))
    it.script { it.map.showsUserLocation = true }
    it.phone.fix(1)
    it.phone.send(2, .app(.background))
    it.phone.send(20, .app(.suspended))
    it.phone.fix(30, east: 200)
    #expect(it.told() == ["start", "user 1"])
    it.phone.fix(40, east: 10_000)
    #expect(it.told() == ["user 40"])
  }

  @Test func anAppThatEndsTakesItsMapsAlong() {
    let it = MapPhone()
    it.script { it.map.userTrackingMode = .follow }
    it.phone.fix(1)
    it.phone.send(2, .app(.terminated))
    _ = it.told()
    it.phone.fix(3, east: 500)
    #expect(it.told() == [])
    #expect(it.device.maps.isEmpty)
    #expect(it.device.managers.listenerCount == 0)
    #expect(!it.map.showsUserLocation)
    #expect(it.map.userTrackingMode == .none)
    it.map.userTrackingMode = .follow
    #expect(it.map.userTrackingMode == .none)
  }

  @Test func aMapThatLeavesTheScreenLooksForNobody() {
    let it = MapPhone()
    it.script { it.map.userTrackingMode = .follow }
    it.phone.fix(1)
    _ = it.told()
    it.script { it.map.removeFromSuperview() }
    it.phone.fix(2, east: 500)
    #expect(it.told() == [])
    #expect(it.device.managers.listenerCount == 0)
    #expect(it.device.radioTime.gps == 1)
  }

  @Test func anInvalidFixShowsNobody() {
    let it = MapPhone()
    it.script { it.map.showsUserLocation = true }
    it.phone.fix(1)
    it.phone.fix(2, east: 500, accuracy: -1)
    #expect(it.told() == ["start", "user 1"])
    #expect(it.map.userLocation.coordinate.longitude == 0)
  }

  @Test func theUserIsVisibleAsFarAsTheAccuracyReaches() {
    let it = MapPhone()
    it.script { it.map.showsUserLocation = true }
    #expect(!it.map.userLocationVisible)
    it.phone.fix(1, east: 0, accuracy: 0)
    #expect(it.map.userLocationVisible)
    // 800 points at level 15 are some 3.8 km, so the edge is 1.9 km from the middle.
    let side = MKCoordinateRegionMakeWithDistance(CLLocationCoordinate2DMake(0, 0), 2000, 3800)
    it.script { it.map.setRegion(side, animated: false) }
    let half = it.map.region.span.longitudeDelta / 2 * Phone.degree
    it.phone.fix(2, east: half - 1, accuracy: 0)
    #expect(it.map.userLocationVisible)
    it.phone.fix(3, east: half + 50, accuracy: 0)
    #expect(!it.map.userLocationVisible)
    it.phone.fix(4, east: half + 50, accuracy: 40)
    #expect(!it.map.userLocationVisible)
    it.phone.fix(5, east: half + 50, accuracy: 60)
    #expect(it.map.userLocationVisible)
    it.script { it.map.showsUserLocation = false }
    #expect(!it.map.userLocationVisible)
  }

  @Test func locationCollectionPowersTheRadios() {
    let it = MapPhone()
    it.script { it.map.showsUserLocation = true }
    it.phone.fix(10)
    it.script { it.map.showsUserLocation = false }
    it.phone.fix(20)
    #expect(it.device.radioTime.gps == 10)
    #expect(it.device.powersManagers)
  }
}
