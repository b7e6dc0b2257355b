import GeoTesting
import Testing

@testable import GeoCore
@testable import GeoLocation
@testable import GeoMap

/// Headings, MV-18.
@Suite struct MKMapViewHeadingTests {
  private let it = MapPhone()

  private func follow() {
    it.script { it.map.userTrackingMode = .followWithHeading }
    it.phone.fix(1)
    it.device.advance(to: 2)
    _ = it.told()
  }

  @Test func theMapTurnsWithTrueNorthWhereItIsKnown() {
    follow()
    it.turn(3, to: 90, true: 80)
    #expect(it.map.viewport.heading == 80)
    #expect(it.told() == ["user 1", "will change animated"])
    #expect(it.map.userLocation.heading?.trueHeading == 80)
    it.device.advance(to: 3.3)
    #expect(it.told() == ["did change animated"])
    // True north as of the magnetic model, once there is a fix.
    it.turn(4, to: 100)
    let heading = it.map.userLocation.heading
    #expect(heading.map { $0.trueHeading >= 0 } == true)
    #expect(it.map.viewport.heading == heading?.trueHeading)
  }

  @Test func withoutAFixTheMagneticNorthServes() {
    it.script { it.map.userTrackingMode = .followWithHeading }
    _ = it.told()
    it.turn(1, to: 45)
    #expect(it.map.viewport.heading == 45)
    // No one has been located, so no one has moved.
    #expect(it.told() == ["will change animated"])
  }

  @Test func aDisturbedCompassTurnsNothing() {
    follow()
    it.turn(3, to: 90, true: 90)
    it.turn(4, to: 200, true: 200, accuracy: -1)
    #expect(it.map.viewport.heading == 90)
    #expect(it.map.userLocation.heading?.magneticHeading == 200)
  }

  // «without heading, FollowWithHeading becomes Follow».
  /// MV-37: without heading, FollowWithHeading becomes Follow.
  @Test func withoutAMagnetometerItJustFollows() {
    var profile = DeviceProfile(name: "test")
    profile.sensors = [.gps]
    let it = MapPhone(profile)
    it.script { it.map.userTrackingMode = .followWithHeading }
    #expect(it.map.userTrackingMode == .follow)
    #expect(it.told().contains("follow"))
    it.script { it.map.userTrackingMode = .followWithHeading }
    #expect(it.told() == [])
  }

  @Test func aMagnetometerThatVanishesLeavesTheMapFollowing() throws {
    follow()
    let change = try ProfileChange(JSONParser.parse(#"{"sensors": {"magnetometer": false}}"#))
    it.phone.send(3, .profile(change))
    #expect(it.map.userTrackingMode == .follow)
    #expect(it.told() == ["follow animated"])
  }

  @Test func justFollowingAgainPutsNorthUp() {
    follow()
    it.turn(3, to: 90, true: 90)
    it.script { it.map.userTrackingMode = .follow }
    #expect(it.map.viewport.heading == 0)
    #expect(it.map.userLocation.heading == nil)
    it.turn(4, to: 120, true: 120)
    #expect(it.map.viewport.heading == 0)
  }

  @Test func withoutAModeTheMapStaysTurned() {
    follow()
    it.turn(3, to: 90, true: 90)
    it.script { it.map.userTrackingMode = .none }
    #expect(it.map.viewport.heading == 90)
    #expect(it.map.userLocation.heading == nil)
  }

  @Test func headingsServeManagersThenMaps() {
    let journal = RecordingDelegate.Journal()
    follow()
    it.log.name = "map"
    it.log.shared = journal
    let delegate = RecordingDelegate("manager", journal: journal)
    it.phone.manager.delegate = delegate
    it.phone.manager.startUpdatingHeading()
    it.turn(3, to: 90, true: 90)
    #expect(journal.lines == ["manager: heading 90", "map: user 1", "map: will change animated"])
  }
}
