import Geo
import GeoFeeds
import GeoFormats
import Glibc

/// Everything that one source delivered, for tests.
struct Recording {
  var events: [DeviceEvent] = []
  var skips = SkipCounts()
  var notes: [String] = []
  var error: GeoError?
  let directory = DeviceDirectory()

  var fixes: [Fix] {
    events.compactMap { if case .location(let fix) = $0.payload { fix } else { nil } }
  }
  var times: [TimeInterval] { events.map(\.time) }
  var devices: [String] { events.map { directory.name(of: $0.device) } }
  var firstSkips: [String] { skips.kinds.map(\.entry.first) }

  /// Reads a file of the given name and content to its end or first error.
  init(_ name: String, _ bytes: [UInt8], _ options: FeedOptions = FeedOptions()) throws {
    let folder = try ScratchFolder()
    try self.init([folder.write(name, bytes)], options)
    let prefix = folder.path + "/"
    skips = skips.withoutPrefix(prefix)
    notes = notes.map { $0.without(prefix) }
    let place = error?.place?.without(prefix)
    error?.place = place
  }

  init(_ name: String, _ text: String, _ options: FeedOptions = FeedOptions()) throws {
    try self.init(name, Array(text.utf8), options)
  }

  init(_ paths: [String], _ options: FeedOptions = FeedOptions()) throws {
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

/// A folder that is removed with its files when the last reference goes.
final class ScratchFolder {
  let path: String
  private var files: [String] = []

  init() throws {
    var template = Array("/tmp/geofeeds-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw GeoError(.cannotCreate, "no scratch folder") }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  func write(_ name: String, _ bytes: [UInt8]) throws -> String {
    let file = "\(path)/\(name)"
    guard let stream = fopen(file, "w") else { throw GeoError(.cannotCreate, "no scratch file", at: file) }
    fwrite(bytes, 1, bytes.count, stream)
    fclose(stream)
    files.append(file)
    return file
  }

  func write(_ name: String, _ text: String) throws -> String { try write(name, Array(text.utf8)) }

  deinit {
    for file in files { unlink(file) }
    rmdir(path)
  }
}

extension String {
  func without(_ prefix: String) -> String {
    hasPrefix(prefix) ? String(dropFirst(prefix.count)) : self
  }
}

extension SkipCounts {
  func withoutPrefix(_ prefix: String) -> SkipCounts {
    var result = SkipCounts()
    for (kind, entry) in kinds {
      for _ in 0..<entry.count { result.count(kind, entry.first.without(prefix)) }
    }
    return result
  }
}
