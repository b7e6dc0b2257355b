import Geo
import GeoLua

/// What a page shows of a device.
struct PageTrack: Sendable {
  let device: DeviceID
  let name: String
  /// The number of the worker that recorded it. A device that changes its group may be recorded by another one then.
  var shard = 0
  /// In the order of arrival; of two workers, in that of their times.
  var fixes: [PageFix] = []
  /// What the engine decided at these fixes.
  var decisions: [PageDecision] = []
  /// The states of regions, each from a time on.
  var states: [PageState] = []
  /// The regions that decisions and states number.
  var regions: [MonitoredRegion] = []
  /// The number of the first of `regions`: those before it were handed over earlier.
  var firstRegion = 0
  /// The sentences that fixes and decisions number from 1.
  var texts: [String] = []
  /// Records of `--json`.
  var entries: [PageEntry] = []
  /// What the script's maps showed.
  var maps: [PageMap] = []
  /// How they look on the phone.
  var pictures: [PagePicture] = []
  /// All fixes, also those that are left out.
  var fixCount = 0
  /// Records that are left out.
  var moreEntries = 0
  /// Records with a text of which only the beginning is kept.
  var shortened = 0
  /// About the bytes of the records, while they wait for a served page.
  var entryBytes = 0
  /// The regions that it watched at the end.
  var watched = RegionSet.empty
}

/// A fix as it came.
///
/// - Units: seconds since 1970, degrees, meters, meters per second; NaN for a missing value.
struct PageFix: Sendable {
  /// What became of a fix, the greatest that applies; the raw values are those of the page.
  enum Outcome: UInt8, Sendable, Comparable {
    /// The regions used it.
    case used
    /// It changed a region's state.
    case crossed
    /// A region did not count it.
    case ignored
    /// It, or a crossing, waits for another fix.
    case held
    case late
    case dropped

    static func < (a: Outcome, b: Outcome) -> Bool { a.rawValue < b.rawValue }
  }

  /// How many fixes of the device came before it.
  var number: Int32
  var timestamp: TimeInterval
  var coordinate: CLLocationCoordinate2D
  var accuracy: Float
  var altitude: Float
  var speed: Float
  var course: Float
  var outcome = Outcome.used
  /// Whether the engine has decided what becomes of it.
  var isDecided = false
  /// Why, 0 for nothing to say.
  var text: Int32 = 0
  /// What stands in place of its position.
  var zone: String?
  /// Its part of the decisions.
  var first: Int32 = 0
  var count: Int32 = 0

  init(_ fix: Fix, _ timestamp: TimeInterval, number: Int, zone: String? = nil) {
    self.number = Int32(clamping: number)
    self.zone = zone
    (self.timestamp, coordinate) = (timestamp, fix.coordinate)
    accuracy = Float(fix.horizontalAccuracy)
    altitude = fix.verticalAccuracy < 0 ? .nan : Float(fix.altitude)
    speed = Float(fix.speed)
    course = Float(fix.course)
  }

  /// Whether a page needs it even if it shows few fixes.
  var isRemarkable: Bool { outcome != .used || (text != 0 && zone == nil) }
}

/// What the engine decided of a region at a fix.
struct PageDecision: Sendable {
  var region: Int32
  var rule: RegionDecision.Rule
  var state: RegionState
  /// Meters from the edge, negative inside; NaN if unknown.
  var distance: Float
  /// Why, 0 for nothing to say.
  var text: Int32
  /// When what is pending is due, NaN without.
  var due: TimeInterval
}

/// The state of a region from a time on, as a lane shows it.
struct PageState: Sendable {
  /// The raw values are those of the page.
  enum Kind: UInt8, Sendable { case outside, entering, inside, dwelled, exiting }

  var region: Int32
  var time: TimeInterval
  var kind: Kind
}

/// A record of `--json`, and what orders it among those of other devices.
struct PageEntry: Sendable {
  var time: TimeInterval
  var sequence: Int
  var json: JSONValue
}
