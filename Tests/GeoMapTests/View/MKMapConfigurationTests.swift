import GeoCore
import GeoLocation
import Testing

@testable import GeoMap

/// MV-41: configurations and map types are one state.
@Suite struct MKMapConfigurationTests {
  private let map = MKMapView(device: Device(id: DeviceID(index: 1), name: "phone", now: 0))

  @Test(arguments: MKMapType.allCases) func eachTypeHasAConfigurationThatGivesItBack(_ type: MKMapType) {
    map.mapType = type
    let configuration = map.preferredConfiguration
    map.mapType = type == .standard ? .hybrid : .standard
    map.preferredConfiguration = configuration
    #expect(map.mapType == type)
  }

  @Test func aCopyChangesNothingUntilItIsAssigned() throws {
    let copy = try #require(map.preferredConfiguration as? MKStandardMapConfiguration)
    copy.emphasisStyle = .muted
    copy.elevationStyle = .realistic
    copy.showsTraffic = true
    #expect(!map.showsTraffic)
    map.preferredConfiguration = copy
    let read = try #require(map.preferredConfiguration as? MKStandardMapConfiguration)
    #expect(read.emphasisStyle == .muted && read.elevationStyle == .realistic && map.showsTraffic)
    #expect(map.mapType == .mutedStandard)
  }
}
