/// What an app may list under `UIRequiredDeviceCapabilities`.
///
/// The host simulates only the location hardware, so most names are known but no profile has them
/// (``DeviceProfile/has(_:)``).
///
/// - Source: CL-2, HD-3; the names are those of https://developer.apple.com/support/required-device-capabilities/.
public enum DeviceCapability: String, Sendable, Hashable, CaseIterable {
  /// Any position at all.
  case locationServices = "location-services"
  /// GPS-accurate positions, and course.
  case gps
  /// Heading.
  case magnetometer
  case wifi

  case accelerometer, arkit, armv6, armv7, arm64, arm64e
  case autoFocusCamera = "auto-focus-camera"
  case bluetoothLE = "bluetooth-le"
  case cameraFlash = "camera-flash"
  case driverkit
  case frontFacingCamera = "front-facing-camera"
  case gamekit, gyroscope, healthkit
  case ipadMinimumPerformanceM1 = "ipad-minimum-performance-m1"
  case iphoneIpadMinimumPerformanceA12 = "iphone-ipad-minimum-performance-a12"
  case iphonePerformanceGamingTier = "iphone-performance-gaming-tier"
  case metal, microphone, nfc
  case openGLES1 = "opengles-1"
  case openGLES2 = "opengles-2"
  case openGLES3 = "opengles-3"
  case peerPeer = "peer-peer"
  case sms
  case stillCamera = "still-camera"
  case telephony
  case videoCamera = "video-camera"

  /// Whether any device has it.
  public var isPlayed: Bool {
    switch self {
    case .locationServices, .gps, .magnetometer, .wifi: true
    default: false
    }
  }
}
