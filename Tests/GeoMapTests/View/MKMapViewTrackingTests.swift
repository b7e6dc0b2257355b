import GeoLocation
import GeoTesting
import Testing

@testable import GeoCore
@testable import GeoMap

/// How a map follows the user.
///
/// - Source: MV-18 … MV-21, MV-25, F-12, MV-37.
@Suite struct MKMapViewTrackingTests {
  private let it = MapPhone()

  private func follow(_ mode: MKUserTrackingMode = .follow) {
    it.script { it.map.userTrackingMode = mode }
    it.phone.fix(1)
    it.device.advance(to: 2)
    _ = it.told()
  }

  /// MV-37: turning Follow on sets `showsUserLocation` and goes to 15.
  @Test func followTurnsTheUserOnAndGoesFromAFarLevelToFifteen() {
    it.script { it.map.userTrackingMode = .follow }
    #expect(it.map.showsUserLocation)
    #expect(it.level == 15)
    #expect(it.told() == ["start", "follow", "will change", "did change"])
    it.phone.fix(1, east: 5000)
    #expect(it.told() == ["user 1", "will change animated"])
    #expect(abs(it.east - 5000) < 0.01)
    it.device.advance(to: 1.3)
    #expect(it.told() == ["did change animated"])
    #expect(it.level == 15)
  }

  @Test func whereTheUserIsKnownZoomAndMoveAreOneChange() {
    it.phone.fix(1, east: 5000)
    it.script { it.map.showsUserLocation = true }
    _ = it.told()
    it.script { it.map.setUserTrackingMode(.follow, animated: true) }
    #expect(it.told() == ["follow animated", "will change animated"])
    #expect(it.level == 15)
    #expect(abs(it.east - 5000) < 0.01)
  }

  /// MV-37: Follow zooms below level 13.
  @Test(arguments: [(12.0, 15.0), (13, 13), (17, 17)])
  func onlyBelowLevelThirteenTheMapZooms(shown: Double, followed: Double) {
    let span = 360 * 800 / (256 * Double(1 << Int(shown)))
    let region = MKCoordinateRegion(
      center: CLLocationCoordinate2DMake(0, 0),
      span: MKCoordinateSpan(latitudeDelta: 0, longitudeDelta: span))
    it.script { it.map.setRegion(region, animated: false) }
    #expect(it.level == shown)
    it.script { it.map.userTrackingMode = .follow }
    #expect(it.level == followed)
  }

  @Test func sameModeAgainMakesNoCall() {
    follow()
    it.script {
      it.map.userTrackingMode = .follow
      it.map.setUserTrackingMode(.follow, animated: true)
    }
    #expect(it.told() == [])
  }

  @Test func aFixAtTheSamePlaceMovesNothing() {
    follow()
    it.phone.fix(3)
    #expect(it.told() == ["user 3"])
  }

  // MV-19: «center and span are then the map's, so setting them has little effect».
  @Test func whatAScriptSetsMeanwhileLastsUntilTheNextFix() {
    follow()
    let away = MKCoordinateRegion(
      center: CLLocationCoordinate2DMake(35, 135),
      span: MKCoordinateSpan(latitudeDelta: 20, longitudeDelta: 20))
    it.script { it.map.setRegion(away, animated: false) }
    #expect(abs(it.map.centerCoordinate.longitude - 135) < 1e-6)
    #expect(it.level < 13)
    #expect(it.map.userTrackingMode == .follow)
    it.phone.fix(3, east: 10)
    #expect(abs(it.east - 10) < 0.01)
    #expect(it.level == 15)
    it.script { it.map.setCenterCoordinate(CLLocationCoordinate2DMake(0, 1), animated: true) }
    it.phone.fix(4, east: 20)
    #expect(abs(it.east - 20) < 0.01)
  }

  // MV-21: «to follow without zoom changes: stay in None … set the center in the location-update callback».
  @Test func withoutAModeAScriptFollowsOnItsOwnLevel() {
    let region = MKCoordinateRegionMakeWithDistance(CLLocationCoordinate2DMake(0, 0), 100_000, 100_000)
    it.script {
      it.map.setRegion(region, animated: false)
      it.map.showsUserLocation = true
    }
    let level = it.level
    it.log.onCall = { line, map in
      if line.hasPrefix("user") { map.setCenterCoordinate(map.userLocation.coordinate, animated: true) }
    }
    it.phone.fix(3, east: 700)
    #expect(abs(it.east - 700) < 0.01)
    #expect(it.level == level)
    #expect(it.map.userTrackingMode == .none)
  }

  @Test func theLevelThatTheHandChoosesStays() {
    follow()
    let wider = MKCoordinateRegionMakeWithDistance(CLLocationCoordinate2DMake(0, 0), 100_000, 100_000)
    it.script { it.map.setRegion(wider, animated: false) }
    let level = it.level
    #expect(level < 13)
    it.map.userZoomed()
    it.phone.fix(3, east: 10)
    #expect(it.level == level)
    #expect(it.map.userTrackingMode == .follow)
  }

  // «a pan of over an eighth of the shorter side ends it»: of 600 points, 75.
  /// MV-20: a pan of over an eighth of the shorter side ends Follow.
  @Test(arguments: [
    (CGSize(width: 75, height: 0), true), (CGSize(width: 0, height: -75), true),
    (CGSize(width: -75.5, height: 0), false), (CGSize(width: 60, height: 60), false),
  ])
  func aPanOfOverAnEighthOfTheShorterSideEndsIt(way: CGSize, follows: Bool) {
    follow()
    it.script { it.map.userPanned(by: way) }
    #expect(it.map.userTrackingMode == (follows ? .follow : .none))
    #expect(it.told() == (follows ? [] : ["none animated"]))
    #expect(it.map.showsUserLocation)
    it.phone.fix(3, east: 100)
    #expect(abs(it.east - (follows ? 100 : 0)) < 0.01)
  }

  @Test func turningTheUserOffEndsTheMode() {
    follow()
    it.script { it.map.showsUserLocation = false }
    #expect(it.told() == ["none", "stop"])
    #expect(it.map.userTrackingMode == .none)
  }

  @Test func aModeEndedInTheUpdatesCallbackFollowsNoMore() {
    follow()
    it.log.onCall = { line, map in if line == "user 3" { map.userTrackingMode = .none } }
    it.phone.fix(3, east: 100)
    #expect(it.told() == ["user 3", "none"])
    #expect(abs(it.east) < 0.01)
  }

  @Test func turningTheUserOffInACallbackStopsReports() {
    follow()
    it.log.onCall = { line, map in if line == "user 3" { map.showsUserLocation = false } }
    it.phone.fix(3, east: 100)
    #expect(it.told() == ["user 3", "none", "stop"])
  }

  @Test func aMapAcrossThe180thMeridianFollowsTheShorterWay() {
    it.script { it.map.userTrackingMode = .follow }
    let degree = Phone.degree
    it.phone.fix(1, east: 179.9999 * degree)
    it.phone.fix(3, east: -179.9999 * degree)
    #expect(abs(it.map.centerCoordinate.longitude + 179.9999) < 1e-6)
  }
}
