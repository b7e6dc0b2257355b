import Geo
import GeoFeeds
import GeoFormats

/// The events of files that tests have played, read once on each thread.
final class TrackCache {
  private struct Key: Hashable {
    let sources: [String]
    let device: String?
    let interval: TimeInterval?
    let pace: Double?
    let start: TimeInterval?
    let end: TimeInterval?
    let groupField: String?
  }

  private struct Read {
    let events: [DeviceEvent]
    let names: [String]
  }

  private var known: [Key: Read] = [:]
  private var count = 0
  /// The most events that are kept.
  private static let most = 2_000_000

  /// The events of files or simulations, with the numbers that devices have in `directory`.
  ///
  /// - Parameter device: the device of records that name none; nil for the names of the files.
  /// - Errors: ``GeoError`` for a file that cannot be read, or of which nothing can be used.
  func events(
    of sources: [String], device: String?, options: FeedOptions, in directory: DeviceDirectory
  ) throws(GeoError) -> [DeviceEvent] {
    let key = Key(
      sources: sources, device: device, interval: options.interval, pace: options.pace, start: options.start,
      end: options.end, groupField: options.groupField)
    let read: Read
    if let kept = known[key] {
      read = kept
    } else {
      read = try TrackCache.read(sources, device, options)
      count += read.events.count
      if count <= TrackCache.most { known[key] = read }
    }
    let ids = read.names.map { directory.id(of: $0) }
    return read.events.map { event in
      var event = event
      event.device = ids[Int(event.device.index)]
      return event
    }
  }

  private static func read(
    _ sources: [String], _ device: String?, _ options: FeedOptions
  ) throws(GeoError) -> Read {
    let directory = DeviceDirectory()
    let source =
      sources.count == 1
      ? try FileFeed.open(sources[0], device: device, directory: directory, options: options)
      : try FileFeed.open(sources, directory: directory, options: options)
    var events: [DeviceEvent] = []
    while try source.read(into: &events) {
      guard events.count <= TrackCache.most else {
        throw GeoError(
          .data, "has more than \(TrackCache.most) events: a test plays small files", at: sources[0])
      }
    }
    if events.isEmpty, let flaw = source.skips.kinds.first?.entry.first {
      throw GeoError(.data, "contains nothing usable: \(flaw)", at: sources.joined(separator: ", "))
    }
    let names = (0..<directory.count).map { directory.name(of: DeviceID(index: UInt32($0))) }
    return Read(events: events, names: names)
  }
}
