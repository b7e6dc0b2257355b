import Geo
import LuaBridge

/// The constants of Core Location.
///
/// - Source: F-6, F-7.
enum LocationConstants {
  static func declare(_ g: LuaScope) {
    let accuracies: [(String, Double, String)] = [
      ("BestForNavigation", kCLLocationAccuracyBestForNavigation, "The best there is, with further sensors."),
      ("Best", kCLLocationAccuracyBest, "The best there is."),
      ("NearestTenMeters", kCLLocationAccuracyNearestTenMeters, "Within ten metres."),
      ("HundredMeters", kCLLocationAccuracyHundredMeters, "Within a hundred metres."),
      ("Kilometer", kCLLocationAccuracyKilometer, "Within a kilometre."),
      ("ThreeKilometers", kCLLocationAccuracyThreeKilometers, "Within three kilometres."),
    ]
    for (name, value, summary) in accuracies {
      g.constant("kCLLocationAccuracy\(name)", value, .metres, summary)
    }
    g.constant("kCLDistanceFilterNone", kCLDistanceFilterNone, .metres, "Every movement is reported.")
    g.constant("kCLHeadingFilterNone", kCLHeadingFilterNone, .degrees, "Every turn is reported.")
    g.constant("CLLocationDistanceMax", CLLocationDistanceMax, .metres, "The largest distance.")
    g.constant("CLTimeIntervalMax", CLTimeIntervalMax, .seconds, "The largest interval.")
    g.constant("kCLErrorDomain", kCLErrorDomain, "The domain of Core Location's errors.")
    for error in CLError.allCases {
      g.constant(error.constantName, Double(error.rawValue), .one, error.sentence)
    }
    g.constants(CLAuthorizationStatus.self, "What an app may do.")
    g.constant(
      "kCLAuthorizationStatusAuthorized", Double(CLAuthorizationStatus.authorized.rawValue), .one,
      "The old name of kCLAuthorizationStatusAuthorizedAlways.")
    g.constants(CLRegionState.self, "Where a device is with regard to a region.")
    g.constants(CLActivityType.self, "The activities of a user.")
    g.constants(CLDeviceOrientation.self, "How a device is held.")
  }
}

extension LuaScope {
  /// The values of an enumeration under their C names.
  func constants<Group: ConstantGroup>(_ type: Group.Type, _ summary: String) {
    for value in Group.allCases { constant(value.constantName, Double(value.rawValue), .one, summary) }
  }
}
