import Geo
import Glibc

/// What a file is known by in a later run: its beginning, and that it has not become shorter.
///
/// A log that has grown since is still the same file.
public struct SourceIdentity: Sendable, Hashable {
  /// The bytes of the file, as they lie on disk.
  public var size: UInt64
  /// How many of its first bytes are hashed: 4 KiB at most.
  public var headLength: Int
  /// FNV-1a of these and of the options that decide which events the file gives.
  public var hash: UInt64

  public init(size: UInt64, headLength: Int, hash: UInt64) {
    self.size = size
    self.headLength = headLength
    self.hash = hash
  }

  private static let longestHead = 4096

  /// Looks at the file at `path`; nil for what is no regular file, such as a pipe, or cannot be read.
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

  /// What makes a simulation the same: its words, and the file that they name; nil for one that begins now.
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

  /// Whether the file at `path` is the one that this was taken from, perhaps grown.
  public func isStill(_ path: String, options: FeedOptions) -> Bool {
    guard let now = SourceIdentity(path: path, options: options, headLength: headLength) else { return false }
    return now.hash == hash && now.headLength == headLength && now.size >= size
  }
}

extension FeedOptions {
  /// Takes in what decides which events a file gives.
  func combine(into hash: inout FNV1a) {
    for value in [start, end, interval, pace] { hash.combine((value ?? .nan).bitPattern) }
    hash.combine(deviceBy.rawValue)
    distortion.combine(into: &hash)
  }
}
