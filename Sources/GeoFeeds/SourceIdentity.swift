import Geo
public import GeoFormats
import Glibc

/// Identifies a file in a later run: by its beginning, and by not having become shorter.
///
/// A log that has grown since is still the same file.
public struct SourceIdentity: Sendable, Hashable {
  /// The bytes of the file, as they lie on disk.
  public var size: UInt64
  /// How many of its first bytes are hashed; at most 4 KiB.
  public var headLength: Int
  /// FNV-1a of these bytes and of the options that determine the file's events.
  public var hash: UInt64

  public init(size: UInt64, headLength: Int, hash: UInt64) {
    self.size = size
    self.headLength = headLength
    self.hash = hash
  }

  private static let longestHead = 4096

  /// Identifies the file at `path`; nil if it is unreadable or not a regular file, such as a pipe.
  public init?(path: String, options: FeedOptions) {
    self.init(path: path, options: options, headLength: Self.longestHead)
  }

  private init?(path: String, options: FeedOptions, headLength: Int) {
    guard path != "-" else { return nil }
    if FileFeed.isSimulation(path) {
      guard let hash = SourceIdentity.simulation(path, options) else { return nil }
      self.init(size: 0, headLength: 0, hash: hash)
      return
    }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    let head = [UInt8](unsafeUninitializedCapacity: headLength) { buffer, count in
      count = max(0, pread(descriptor, buffer.baseAddress, headLength, 0))
    }
    var fnv = FNV1a()
    head.withUnsafeBufferPointer { fnv.combine($0) }
    options.combine(into: &fnv)
    self.init(size: UInt64(status.st_size), headLength: head.count, hash: fnv.value)
  }

  /// The identity of a simulation: its address and its file; nil for one that begins now.
  private static func simulation(_ word: String, _ options: FeedOptions) -> UInt64? {
    guard let address = try? SourceAddress(word), address["start"] != nil || options.simulationStart == nil
    else {
      return nil
    }
    var fnv = FNV1a()
    fnv.combine(word)
    fnv.combine(options.distortion.seed)
    options.combine(into: &fnv)
    if Simulation.Kind(rawValue: address.path) == nil {
      fnv.combine(SourceIdentity(path: address.path, options: options)?.hash ?? 0)
    }
    return fnv.value
  }

  /// Whether the file at `path` is the identified one, possibly grown.
  public func isStill(_ path: String, options: FeedOptions) -> Bool {
    // A damaged state may say anything.
    guard (0...SourceIdentity.longestHead).contains(headLength) else { return false }
    guard let now = SourceIdentity(path: path, options: options, headLength: headLength) else { return false }
    return now.hash == hash && now.headLength == headLength && now.size >= size
  }
}

extension FeedOptions {
  /// Adds the options that determine a file's events.
  func combine(into hash: inout FNV1a) {
    for value in [start, end, interval, pace] { hash.combine((value ?? .nan).bitPattern) }
    hash.combine(deviceBy.rawValue)
    distortion.combine(into: &hash)
  }
}
