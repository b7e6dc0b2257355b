import Foundation
import Geo
import Testing

@testable import GeoFormats

/// WY-7.
@Suite struct RegionChangeTests {
  private let home = MonitoredRegion(
    identifier: "my.home", center: CLLocationCoordinate2D(latitude: 47, longitude: 8), radius: 100,
    desiredAccuracy: 20)

  @Test(arguments: ["", "home", "home=150", "home.radius", ".radius=1", "home.radius=", "home.raduis=1"])
  func anythingElseIsRefused(_ word: String) {
    #expect { try RegionChange(word) } throws: { ($0 as? GeoError)?.code == .usage }
  }

  @Test func oneValueIsAnother() throws {
    let changed = try RegionChange("my.home.radius=150.5").applied(to: home)
    #expect(changed.radius == 150.5)
    #expect(changed.identifier == "my.home" && changed.buffer == 20 && changed.center == home.center)
    #expect(try RegionChange("my.home.desiredAccuracy=0").applied(to: home).buffer == 0)
    #expect(try RegionChange("my.home.dwell=60").applied(to: home).options.dwell == 60)
    #expect(try RegionChange("my.home.notifyOnExit=false").applied(to: home).notifyOnExit == false)
    #expect(
      try RegionChange("my.home.accuracyMode=contains").applied(to: home).options.accuracyMode == .contains)
    #expect(try RegionChange("home.radius=150").applied(to: home) == home)
  }

  @Test(arguments: ["radius=0", "radius=-1", "radius=wide", "dwell=-5", "accuracyMode=some", "width=5"])
  func aValueThatDoesNotFitIsSaid(_ value: String) {
    #expect {
      try RegionChange("my.home.\(value)").applied(to: home)
    } throws: { fault in
      // Once: the place stands before the reason.
      (fault as? GeoError)?.code == .data
        && "\(fault)".components(separatedBy: "--what-if my.home.\(value)").count == 2
    }
  }
}
