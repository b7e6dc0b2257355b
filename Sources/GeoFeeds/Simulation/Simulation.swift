import Geo
import GeoFormats

/// The parameters of a `sim:` address.
///
/// - Units: meters per second, seconds, meters.
struct Simulation {
  /// The movement of devices.
  enum Motion {
    case still(CLLocationCoordinate2D)
    case line(SimulatedLine)
    /// Moves between random places of a circle.
    case random(center: CLLocationCoordinate2D)
  }

  /// The first word of the address after `sim:`.
  enum Kind: String, CaseIterable {
    case still, walk, drive, random
    /// A path of a file.
    case file = ""

    var parameters: [String] {
      switch self {
      case .still: ["at"]
      case .walk, .drive, .random: ["from", "via", "to", "at", "speed", "laps", "stops", "pause"]
      case .file: ["speed", "laps", "stops", "pause"]
      }
    }
  }

  /// The default start: a Monday morning; fixed, so that the same address gives the same run.
  static let usualStart: TimeInterval = 1_767_600_000  // 2026-01-05T08:00:00Z

  var name = ""
  var motion = Motion.still(kCLLocationCoordinate2DInvalid)
  var speed: CLLocationSpeed = 0
  var interval: TimeInterval = 1
  var accuracy: CLLocationAccuracy = 5
  var start = usualStart
  /// Infinite if nothing ends it.
  var duration = TimeInterval.infinity
  /// Whether it ends at the end of the line, with a fix there.
  var arrives = false
  /// How often to travel the line; nil forever.
  var laps: Int? = 1
  /// The radius within which devices stand or wander.
  var radius: CLLocationDistance = 0
  var pause: TimeInterval = 0
  var deviceCount = 1
  var distortion = Distortion()

  /// Parameters of every kind.
  static let common = ["device", "devices", "interval", "accuracy", "radius", "start", "duration"]
}

extension SourceAddress {
  /// The name of the devices of a simulation: `walk`, or that of its file.
  var simulationName: String {
    self["device"] ?? (Simulation.Kind(rawValue: path) == nil ? FileFeed.deviceName(of: path) : path)
  }
}
