import GeoCore
import GeoRegions

/// A question of the system to the user on behalf of the app.
///
/// `kCLErrorPromptDeclined` never follows: its documentation is about temporary full accuracy only.
///
/// - Source: CL-8, RG-5; the public headers on `requestWhenInUseAuthorization` and `requestAlwaysAuthorization`.
public enum Prompt: Sendable, Hashable {
  /// Whether to switch location services on.
  case services
  /// Whether the app gets the authorization that it wants.
  case authorization(wanted: CLAuthorizationStatus)

  /// Whether a change of the switches answers it.
  func isAnswered(by setting: Setting) -> Bool {
    switch (self, setting) {
    case (.services, .services): true
    case (.authorization, .authorization(let status)): status != CLAuthorizationStatus.notDetermined.rawValue
    default: false
    }
  }
}

/// The questions of a device to its user.
struct Prompts: Initial {
  /// The pending question: there is one at a time.
  var pending: Prompt?
  /// The profile's answer to it, scheduled.
  var answer: DeviceTimer?
  /// The authorization to ask for once services are on.
  var wanted: CLAuthorizationStatus?
  /// The user declined to switch services on, and is not asked again until they have been on.
  var servicesRefused = false
  /// An app may ask for an upgrade to always once.
  var askedForAlways = false
  /// The registered regions that the answer decides on, and their managers.
  var regions: [PromptedRegion] = []

  /// Dismisses the question of a terminated app; the user's answers stay.
  mutating func dismiss() {
    pending = nil
    answer = nil
    wanted = nil
    regions = []
  }
}

/// A registered region that waits for the user's answer.
struct PromptedRegion {
  let region: MonitoredRegion
  let manager: CLLocationManager
  let proximity: ProximityWatch?
  let beacon: CLBeaconIdentity?
}
