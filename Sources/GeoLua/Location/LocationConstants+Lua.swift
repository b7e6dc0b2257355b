import Geo
import LuaBridge

/// The constants of Core Location.
///
/// - Source: F-6, F-7.
enum LocationConstants {
  static func declare(_ g: LuaScope) {
    let accuracies: [(String, Double, String)] = [
      (
        "BestForNavigation", kCLLocationAccuracyBestForNavigation,
        "The highest accuracy, with additional sensor data."
      ),
      ("Best", kCLLocationAccuracyBest, "The highest accuracy available."),
      ("NearestTenMeters", kCLLocationAccuracyNearestTenMeters, "Accuracy within ten meters."),
      ("HundredMeters", kCLLocationAccuracyHundredMeters, "Accuracy within a hundred meters."),
      ("Kilometer", kCLLocationAccuracyKilometer, "Accuracy within a kilometer."),
      ("ThreeKilometers", kCLLocationAccuracyThreeKilometers, "Accuracy within three kilometers."),
    ]
    for (name, value, summary) in accuracies {
      g.constant("kCLLocationAccuracy\(name)", value, .meters, summary)
    }
    g.constant("CLAccuracyAuthorizationFullAccuracy", 0.0, .one, "The app gets exact locations.")
    g.constant("CLAccuracyAuthorizationReducedAccuracy", 1.0, .one, "It gets rough ones; never so here.")
    g.constant("kCLDistanceFilterNone", kCLDistanceFilterNone, .meters, "Reports every movement.")
    g.constant("kCLHeadingFilterNone", kCLHeadingFilterNone, .degrees, "Reports every turn.")
    g.constant("CLLocationDistanceMax", CLLocationDistanceMax, .meters, "The largest distance.")
    g.constant("CLTimeIntervalMax", CLTimeIntervalMax, .seconds, "The largest interval.")
    g.constant("kCLErrorDomain", kCLErrorDomain, "The domain of Core Location's errors.")
    for error in CLError.allCases {
      g.constant(error.constantName, Double(error.rawValue), .one, error.sentence)
    }
    g.constants(CLAuthorizationStatus.self, "The app's permission to use location.")
    g.constant(
      "kCLAuthorizationStatusAuthorized", Double(CLAuthorizationStatus.authorized.rawValue), .one,
      "Older name of `kCLAuthorizationStatusAuthorizedAlways`.")
    g.constants(CLProximity.self, "How far away a beacon is.")
    g.constants(CLRegionState.self, "The state of a device relative to a region.")
    g.constants(CLActivityType.self, "The user's activity.")
    g.constants(CLDeviceOrientation.self, "The physical orientation of a device.")
  }
}

extension LuaScope {
  /// Declares the cases of an enumeration under their C names.
  func constants<Group: ConstantGroup>(_ type: Group.Type, _ summary: String) {
    for value in Group.allCases { constant(value.constantName, Double(value.rawValue), .one, summary) }
  }
}
