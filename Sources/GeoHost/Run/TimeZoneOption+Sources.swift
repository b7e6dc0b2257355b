package import Geo
package import GeoDelivery
import GeoFeeds
package import GeoFormats
import GeoLua

/// The zone for a run over sources.
extension TimeZoneOption {
  /// Whether the zone follows the devices, because one of the sources cannot be read before the run.
  ///
  /// - Errors: ``GeoError`` (`usage`) for an address that is none.
  package func follows(_ sources: [String]) throws(GeoError) -> Bool {
    guard rules == nil else { return false }
    for word in sources {
      let address = try SourceAddress(word)
      if word == "-" || address.isLive { return true }
    }
    return false
  }

  /// The zone for a run over these sources; the machine's while it follows devices.
  ///
  /// - Errors: ``GeoError`` (`usage`) if `auto` finds no fix, or no zone for it; those of a source that cannot be read.
  package func zone(of sources: [String], _ feed: FeedOptions) throws(GeoError) -> TimeZoneRules {
    if let rules { return rules }
    if try follows(sources) { return ZoneInfo.system }
    guard let place = try TimeZoneOption.firstPlace(in: sources, feed) else {
      throw GeoError(
        .usage,
        "--time-zone auto takes the zone of the first fix, and --from has none: name the zone, such as "
          + "--time-zone Europe/Berlin")
    }
    var request = GeocodeRequest(.position(place))
    request.limit = 1
    let found = try GazetteerCache { _ in }.places(request, in: nil).first?.timeZone
    guard let found, let rules = try? ZoneInfo.rules(found) else {
      throw GeoError(
        .usage,
        "--time-zone auto: the gazetteer knows no time zone at \(fixed(place.latitude, 5)), "
          + "\(fixed(place.longitude, 5)): name the zone, such as --time-zone Europe/Berlin")
    }
    return rules
  }

  /// The first fix of all sources by its time, each read up to its own first.
  private static func firstPlace(
    in sources: [String], _ feed: FeedOptions
  ) throws(GeoError) -> CLLocationCoordinate2D? {
    guard !sources.isEmpty else { return nil }
    let source = try FileFeed.open(sources, directory: DeviceDirectory(), options: feed)
    var batch: [DeviceEvent] = []
    var isMore = true
    while isMore {
      batch.removeAll(keepingCapacity: true)
      isMore = try source.read(into: &batch)
      for event in batch {
        if case .location(let fix) = event.payload, CLLocationCoordinate2DIsValid(fix.coordinate) {
          return fix.coordinate
        }
      }
    }
    return nil
  }
}

extension Run {
  /// Says that times are those of UTC because the environment names a zone that does not exist.
  func warnOfZone(_ output: Output) {
    guard !options.isQuiet, !options.hasTimeZone, let name = ZoneInfo.unknownName else { return }
    output.warn(
      "$TZ is '\(PlainText.line(name))', which is not a time zone: times are those of UTC (or say --time-zone Europe/Berlin)"
    )
  }
}
