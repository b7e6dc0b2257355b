public import Geo
public import GeoFormats
import Glibc

/// The contents of an event file, from one pass; memory grows with its devices, not with its events.
public struct LogSummary: Sendable {
  /// The events of one device.
  public struct Device: Sendable {
    public let name: String
    public fileprivate(set) var events = 0
    public fileprivate(set) var fixes = 0
    /// The `time` of its first and last events, in seconds since 1970.
    public fileprivate(set) var first = TimeInterval.infinity
    public fileprivate(set) var last = -TimeInterval.infinity
    /// The length of its path in meters, with losses of the signal as straight lines.
    public fileprivate(set) var length: CLLocationDistance = 0
    fileprivate var place = CLLocationCoordinate2D(latitude: .nan, longitude: .nan)
    fileprivate var timestamp = -TimeInterval.infinity
  }

  /// A time without fixes.
  public struct Gap: Sendable {
    public let seconds: TimeInterval
    /// When the last fix before it was measured.
    public let start: TimeInterval
    public let device: String
  }

  /// The smallest box around all places; `west` is greater than `east` across the antimeridian.
  public struct Box: Sendable, Hashable {
    public let south, west, north, east: CLLocationDegrees
  }

  public let name: String
  public private(set) var form = ""
  public private(set) var devices: [Device] = []
  public private(set) var events = 0
  /// By the event log's type, in the order of the reference.
  public private(set) var types: [(type: String, count: Int)] = []
  public private(set) var skips = SkipCounts()
  public private(set) var notes: [String] = []
  /// Fixes dated before an earlier fix of the same device.
  public private(set) var outOfOrder = 0
  /// Fixes with the date and place of the previous one.
  public private(set) var duplicates = 0
  public private(set) var rebases = 0
  public private(set) var coalesced = 0
  /// The longest time without a fix.
  public private(set) var longestGap: Gap?
  /// Meters, over valid fixes; nil without any.
  public private(set) var accuracy: ClosedRange<CLLocationAccuracy>?
  /// Fixes marked invalid by their receiver.
  public private(set) var invalidFixes = 0
  private var intervals = IntervalHistogram()
  private var south = Double.infinity, north = -Double.infinity
  // Longitudes as given, and counted eastward from Greenwich: one of the two has no seam inside the box.
  private var west = (Double.infinity, Double.infinity), east = (-Double.infinity, -Double.infinity)

  /// Reads the file at `path` to its end; a read error ends it and counts as a skip.
  ///
  /// - Errors: ``GeoError`` as ``FileFeed/open(_:device:directory:options:)``.
  public init(_ path: String, options: FeedOptions = FeedOptions()) throws(GeoError) {
    name = path
    let directory = DeviceDirectory()
    let source = try FileFeed.open(path, directory: directory, options: options)
    var counts = [Int](repeating: 0, count: LogSummary.names.count)
    try source.forEachEvent { add($0, directory, &counts) }
    form = source.form
    skips = source.skips
    notes = source.notes
    types = zip(LogSummary.names, counts).filter { $1 > 0 }.map { (type: $0, count: $1) }
  }

  public var fixes: Int { devices.reduce(0) { $0 + $1.fixes } }
  public var first: TimeInterval? { devices.map(\.first).min() }
  public var last: TimeInterval? { devices.map(\.last).max() }
  public var length: CLLocationDistance { devices.reduce(0) { $0 + $1.length } }
  /// The median of the seconds between two fixes of a device; nil with fewer than two fixes.
  public var interval: TimeInterval? { intervals.median }

  /// Gaps longer than a minute and longer than ten median intervals.
  public var gaps: (count: Int, over: TimeInterval) {
    let bound = max(60, 10 * (interval ?? 0))
    return (intervals.count(over: bound), bound)
  }

  public var box: Box? {
    guard south <= north else { return nil }
    let isAcross = east.1 - west.1 < east.0 - west.0
    func turned(_ longitude: Double) -> Double { longitude > 180 ? longitude - 360 : longitude }
    return isAcross
      ? Box(south: south, west: turned(west.1), north: north, east: turned(east.1))
      : Box(south: south, west: west.0, north: north, east: east.0)
  }

  private static let names = [
    "location", "heading", "error", "signalLost", "authorization", "services", "network", "airplane",
    "profile",
    "app", "hand", "attributes", "message", "clock",
  ]

  private static func index(of payload: DeviceEvent.Payload) -> Int {
    switch payload {
    case .location: 0
    case .heading: 1
    case .error: 2
    case .signalLost: 3
    case .setting(.authorization): 4
    case .setting(.services): 5
    case .setting(.network): 6
    case .setting(.airplane): 7
    case .profile: 8
    case .app: 9
    case .touch: 10
    case .message(let message): message.kind == .attributes ? 11 : 12
    case .clock: 13
    }
  }

  private mutating func add(_ event: DeviceEvent, _ directory: DeviceDirectory, _ counts: inout [Int]) {
    let index = Int(event.device.index)
    while devices.count <= index {
      devices.append(Device(name: directory.name(of: DeviceID(index: UInt32(devices.count)))))
    }
    events += 1
    counts[LogSummary.index(of: event.payload)] += 1
    if event.marks.contains(.rebases) { rebases += 1 }
    if event.marks.contains(.coalesced) { coalesced += 1 }
    devices[index].events += 1
    devices[index].first = min(devices[index].first, event.time)
    devices[index].last = max(devices[index].last, event.time)
    if case .location(let fix) = event.payload { add(fix, event, index) }
  }

  @inline(__always)
  private mutating func add(_ fix: Fix, _ event: DeviceEvent, _ index: Int) {
    let place = fix.coordinate
    let before = (place: devices[index].place, timestamp: devices[index].timestamp)
    devices[index].fixes += 1
    guard fix.horizontalAccuracy >= 0 else {
      invalidFixes += 1
      return
    }
    if let range = accuracy, range.contains(fix.horizontalAccuracy) {
    } else {
      let value = fix.horizontalAccuracy
      accuracy = min(value, accuracy?.lowerBound ?? value)...max(value, accuracy?.upperBound ?? value)
    }
    widen(place)
    if event.timestamp < before.timestamp, !event.marks.contains(.rebases) {
      outOfOrder += 1
      return
    }
    if before.timestamp > -.infinity {
      if event.timestamp == before.timestamp, place == before.place { duplicates += 1 }
      let seconds = event.timestamp - before.timestamp
      if seconds > 0 {
        intervals.add(seconds)
        if seconds > longestGap?.seconds ?? 0 {
          longestGap = Gap(seconds: seconds, start: before.timestamp, device: devices[index].name)
        }
      }
      devices[index].length += Geodesic.stepDistance(before.place, place)
    }
    devices[index].place = place
    devices[index].timestamp = event.timestamp
  }

  private mutating func widen(_ place: CLLocationCoordinate2D) {
    south = min(south, place.latitude)
    north = max(north, place.latitude)
    west.0 = min(west.0, place.longitude)
    east.0 = max(east.0, place.longitude)
    let turned = place.longitude < 0 ? place.longitude + 360 : place.longitude
    west.1 = min(west.1, turned)
    east.1 = max(east.1, turned)
  }
}

/// Counts intervals in bins of two percent, so that their median needs no list.
private struct IntervalHistogram {
  private var bins = [(count: Int, sum: Double)](repeating: (0, 0), count: 1200)
  private var total = 0

  /// The lower bound of the first bin, and the growth from one bin to the next.
  private static let least = 1e-3
  private static let step = 0.02

  mutating func add(_ seconds: TimeInterval) {
    let place = log(max(seconds, IntervalHistogram.least) / IntervalHistogram.least) / IntervalHistogram.step
    let index = min(Int(place), bins.count - 1)
    bins[index].count += 1
    bins[index].sum += seconds
    total += 1
  }

  /// The mean of the bin with the median.
  var median: TimeInterval? {
    guard total > 0 else { return nil }
    var seen = 0
    for bin in bins where bin.count > 0 {
      seen += bin.count
      if seen * 2 >= total { return bin.sum / Double(bin.count) }
    }
    return nil
  }

  func count(over seconds: TimeInterval) -> Int {
    bins.reduce(0) { $0 + ($1.count > 0 && $1.sum / Double($1.count) > seconds ? $1.count : 0) }
  }
}
