import GeoRegions

/// A question that the system puts to the user on behalf of the app.
///
/// `kCLErrorPromptDeclined` never follows: its documentation names it for temporary full accuracy alone.
///
/// - Source: CL-8, RG-5; the public headers on `requestWhenInUseAuthorization` and `requestAlwaysAuthorization`.
public enum Prompt: Sendable, Hashable {
  /// Whether to switch location services on.
  case services
  /// Whether the app may use location as it wants to.
  case authorization(wanted: CLAuthorizationStatus)

  /// Whether a change of the switches is the answer to it.
  func isAnswered(by setting: Setting) -> Bool {
    switch (self, setting) {
    case (.services, .services): true
    case (.authorization, .authorization(let status)): status != CLAuthorizationStatus.notDetermined.rawValue
    default: false
    }
  }
}

/// What a device has asked its user.
struct Prompts {
  /// The question that waits for an answer: there is one at a time.
  var pending: Prompt?
  /// The profile's answer to it, on its way.
  var answer: DeviceTimer?
  /// What to ask for once services are on.
  var wanted: CLAuthorizationStatus?
  /// The user left services off when asked, and is not asked again until they have been on.
  var servicesRefused = false
  /// An upgrade to always may be asked for once.
  var askedForAlways = false
  /// Who registered regions that the answer decides on.
  var regions: [(region: MonitoredRegion, manager: CLLocationManager, proximity: ProximityWatch?)] = []

  /// The app has ended, and its question with it; what the user has said stays.
  mutating func dismiss() {
    pending = nil
    answer = nil
    wanted = nil
    regions = []
  }
}
