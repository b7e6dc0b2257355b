package import Geo
import GeoFeeds
package import GeoFormats

/// Everything that one source delivered, for tests.
package struct Recording {
  package var events: [DeviceEvent] = []
  package var skips = SkipCounts()
  package var notes: [String] = []
  package var error: GeoError?
  package let directory = DeviceDirectory()

  package var fixes: [Fix] {
    events.compactMap { if case .location(let fix) = $0.payload { fix } else { nil } }
  }
  package var times: [TimeInterval] { events.map(\.time) }
  package var devices: [String] { events.map { directory.name(of: $0.device) } }
  package var firstSkips: [String] { skips.kinds.map(\.entry.first) }

  /// Reads a file of the given name and content to its end or first error.
  package init(_ name: String, _ bytes: [UInt8], _ options: FeedOptions = FeedOptions()) throws {
    let folder = TemporaryDirectory()
    try self.init([folder.write(name, bytes)], options)
    let prefix = folder.path + "/"
    skips = skips.withoutPrefix(prefix)
    notes = notes.map { $0.without(prefix) }
    let place = error?.place?.without(prefix)
    error?.place = place
  }

  package init(_ name: String, _ text: String, _ options: FeedOptions = FeedOptions()) throws {
    try self.init(name, Array(text.utf8), options)
  }

  package init(_ paths: [String], _ options: FeedOptions = FeedOptions()) throws {
    let source = try FileFeed.open(paths, directory: directory, options: options)
    do {
      while try source.read(into: &events) {}
    } catch {
      self.error = error
    }
    skips = source.skips
    notes = source.notes
  }
}

extension String {
  package func without(_ prefix: String) -> String {
    hasPrefix(prefix) ? String(dropFirst(prefix.count)) : self
  }
}

extension SkipCounts {
  package func withoutPrefix(_ prefix: String) -> SkipCounts {
    var result = SkipCounts()
    for (kind, entry) in kinds {
      for _ in 0..<entry.count { result.count(kind, entry.first.without(prefix)) }
    }
    return result
  }
}
