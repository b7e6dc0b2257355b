public import Geo

/// The user's options for reading a feed.
///
/// - Units: seconds since 1970, seconds, meters per second, meters.
public struct FeedOptions: Sendable {
  /// What counts as a device in a file of points.
  public enum DeviceBy: String, Sendable, CaseIterable {
    /// The file is one device, named by its base name.
    case file
    /// Each `<trk>` of a GPX and each line of a KML or GeoJSON is a device, named by its `<name>`.
    case track
  }

  /// Events before this time are dropped.
  public var start: TimeInterval?
  /// Events after this time are dropped.
  public var end: TimeInterval?
  /// Seconds from one point to the next if points have no time.
  public var interval: TimeInterval?
  /// The speed from one point to the next if points have no time; ``interval`` takes precedence.
  public var pace: CLLocationSpeed?
  /// Whether a point got its time from ``interval`` or ``pace``; shared by all copies.
  package let fillings = TimeFillings()
  public var deviceBy = DeviceBy.file
  /// The titles of columns of a table, or their numbers from 1; nil where they are to be guessed.
  public var latitudeColumn: String?
  public var longitudeColumn: String?
  public var timeColumn: String?
  /// How tables write times; nil for ``CSVTime``'s ways.
  public var timeFormat: TimeFormat?
  /// The zone of times in tables that have no offset; nil for UTC.
  public var timeZone: TimeZoneRules?
  /// The title of the table column that names devices; nil to guess it.
  public var deviceColumn: String?
  /// The title of the table column, or the member of a line, that names the group of a device; nil for none.
  public var groupField: String?
  /// The accuracy of a fix whose source gives none.
  ///
  /// - Source: phones under open sky reach 4.9 m: van Diggelen and Enge, "The World's first GPS MOOC
  ///   and Worldwide Laboratory using Smartphones", ION GNSS+ 2015.
  public var horizontalAccuracy: CLLocationAccuracy = 5
  /// The distortion of all sources' fixes.
  public var distortion = Distortion()
  /// The start of a simulation that gives none; nil for ``Simulation/usualStart``.
  public var simulationStart: TimeInterval?
  /// The keys of alerts that fire, which acknowledgements from outside name.
  public var firing = FiringAlerts()
  /// Whether the run is paced, so that a source may be endless.
  public var isPaced = false

  /// Whether each message of OwnTracks is also an event as it arrived, for the hooks of OwnTracks Recorder.
  public var keepsPublishes = false

  /// The keys for encrypted messages of OwnTracks.
  public var ownTracksKeys = OwnTracksKeys()

  /// Finds the name that was probably meant, for errors; set by the host.
  public var nearest: @Sendable (_ name: String, _ candidates: [String]) -> String? = { _, _ in nil }

  public init() {}

  /// Advice to append to an error about a name, or nothing.
  package func advice(_ name: String, among candidates: [String]) -> String {
    nearest(name, candidates).map { " (did you mean \"\($0)\"?)" } ?? ""
  }

  /// Returns the instant of `text`: ISO 8601, without an offset in `zone`, or seconds since 1970.
  ///
  /// - Errors: ``GeoError`` (`usage`) when it is neither.
  public static func time(
    _ text: String, in zone: TimeZoneRules? = nil, for option: String? = nil
  ) throws(GeoError) -> TimeInterval {
    var copy = text
    let time = copy.withUTF8 { bytes in ISO8601.parse(bytes, in: zone) ?? Decimal.parse(bytes) }
    guard let time, isTime(time) else {
      let isClock = text.wholeMatch(of: /[0-9]{1,2}:[0-9]{2}(:[0-9]{2})?/) != nil
      throw GeoError(
        .usage,
        "\(option.map { "\($0): " } ?? "")\"\(text)\" is not a time\(isClock ? ", the day is missing" : "") "
          + "(expected ISO 8601, such as 2026-05-01T10:00:00Z, or seconds since 1970)")
    }
    return time
  }

  /// Whether `time` lies in the years 1 to 9999, which ISO 8601 can write.
  package static func isTime(_ time: TimeInterval) -> Bool {
    time >= -62_135_596_800 && time < 253_402_300_800
  }

  /// The accuracy for a dilution of precision: 5 m for each 1; NaN for NaN.
  ///
  /// - Source: a dilution multiplies the error of one range; the figure of ``horizontalAccuracy`` stands
  ///   for that error, since the dilution under open sky is about 1.
  package static func accuracy(dilution: Double) -> CLLocationAccuracy {
    min(dilution * 5, .greatestFiniteMagnitude)
  }

  /// What to say of ``interval`` or ``pace`` once all was read; nil if a point got its time from it.
  public var vainTimes: String? {
    guard interval != nil || pace != nil, !fillings.hasAny else { return nil }
    return "\(interval != nil ? "--interval" : "--pace") had no effect: every point has a time already"
  }

  var hasWindow: Bool { start != nil || end != nil }

  /// Drops the events from `first` on whose time is outside `start`…`end`.
  package func trim(_ batch: inout [DeviceEvent], from first: Int) {
    guard hasWindow else { return }
    let start = start ?? -.infinity
    let end = end ?? .infinity
    var kept = first
    for index in first..<batch.count where batch[index].time >= start && batch[index].time <= end {
      if kept != index { batch[kept] = batch[index] }
      kept += 1
    }
    batch.removeLast(batch.count - kept)
  }
}
