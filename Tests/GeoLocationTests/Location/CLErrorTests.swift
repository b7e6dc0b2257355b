import GeoCore
import Testing

@testable import GeoLocation

@Suite struct CLErrorTests {
  @Test func aCLErrorKeepsItsDomainAndNumber() {
    let error = CLError.denied.error()
    #expect(error.domain == kCLErrorDomain)
    #expect(error.code == 1)
    #expect(error.description == "kCLErrorDomain 1 (kCLErrorDenied): The use of location services is denied.")
    #expect(CLError.regionMonitoringFailure.error("no room").localizedDescription == "no room")
  }

  @Test func constantsHaveAppleNamesAndNumbers() {
    #expect(CLError.allCases.map(\.rawValue) == Array(0...19))
    #expect(CLError.historicalLocationError.constantName == "kCLErrorHistoricalLocationError")
    #expect(CLAuthorizationStatus.authorizedWhenInUse.rawValue == 4)
    #expect(CLAuthorizationStatus.authorizedAlways.constantName == "kCLAuthorizationStatusAuthorizedAlways")
    #expect(CLRegionState.outside.rawValue == 2)
    #expect(CLActivityType.otherNavigation.rawValue == 4)
    #expect(CLDeviceOrientation.faceDown.rawValue == 6)
  }

  @Test func aConstantIsFoundByItsNameWithAndWithoutPrefix() {
    #expect(CLError(constantName: "kCLErrorDenied") == .denied)
    #expect(CLError(constantName: "Denied") == .denied)
    #expect(CLError(constantName: "denied") == .denied)
    #expect(CLError(constantName: "kCLErrorDenie") == nil)
  }
}
