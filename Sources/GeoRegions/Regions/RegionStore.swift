import GeoCore

/// One region in a log: 56 bytes, with the identifier's bytes in the store's pool.
struct RegionRecord {
  var center: CLLocationCoordinate2D
  var radius: CLLocationDistance
  var buffer: CLLocationDistance
  /// Nil for a plain circle. Never dangling: the store holds it as long as its records.
  var traitsReference: Unmanaged<RegionTraits>?
  var identifierStart: UnsafePointer<UInt8>
  var identifierLength: UInt32
  var notifyOnEntry: Bool
  var notifyOnExit: Bool

  var identifierBytes: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: identifierStart, count: Int(identifierLength))
  }

  var identifier: String { String(decoding: identifierBytes, as: UTF8.self) }

  var region: MonitoredRegion {
    MonitoredRegion(
      identifier: identifier, center: center, radius: radius, desiredAccuracy: buffer,
      notifyOnEntry: notifyOnEntry, notifyOnExit: notifyOnExit, traits: traits)
  }

  var traits: RegionTraits? { traitsReference?._withUnsafeGuaranteedRef { $0 } }

  /// Signed distance at or below which a device enters; see ``MonitoredRegion/enterThreshold``.
  var enterThreshold: CLLocationDistance {
    MonitoredRegion.enterThreshold(
      buffer: buffer,
      innerRadius: traitsReference?._withUnsafeGuaranteedRef { $0.shape?.innerRadius } ?? radius)
  }

  func isCalled(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    bytes.count == Int(identifierLength) && bytes.elementsEqual(identifierBytes)
  }

  /// Returns whether shape, buffer and options are those of `region`; compares bit patterns, so that NaN
  /// equals itself.
  func hasValues(of region: MonitoredRegion) -> Bool {
    center.latitude.bitPattern == region.center.latitude.bitPattern
      && center.longitude.bitPattern == region.center.longitude.bitPattern
      && radius.bitPattern == region.radius.bitPattern
      && buffer.bitPattern == region.buffer.bitPattern
      && notifyOnEntry == region.notifyOnEntry && notifyOnExit == region.notifyOnExit
      && traits == region.traits
  }

  func equals(_ other: RegionRecord) -> Bool {
    isCalled(other.identifierBytes) && hasValues(of: other.region)
  }

  /// Returns whether `self` sorts before `other` by identifier, byte by byte.
  func precedes(_ other: RegionRecord) -> Bool {
    identifierBytes.lexicographicallyPrecedes(other.identifierBytes)
  }
}

/// The records of one log: memory that grows in doubling chunks and never moves.
///
/// Sendable because only the owning log appends, under its lock; a record is written before the slot that
/// names it leaves that lock, and never again; a chunk's pointer is written before its first record. So the
/// holder of a slot reads memory that nobody writes.
final class RegionStore: @unchecked Sendable {
  private static let firstChunk = 8
  private let chunks = UnsafeMutablePointer<UnsafeMutablePointer<RegionRecord>>.allocate(capacity: 30)
  private var chunkCount = 0
  private(set) var count = 0
  private var pools: ContiguousArray<UnsafeMutablePointer<UInt8>> = []
  private var poolFree = 0
  private var poolNext: UnsafeMutablePointer<UInt8>?
  /// The traits that the records refer to.
  private var traits: ContiguousArray<RegionTraits> = []
  /// What it has added to ``RegionMemory``.
  private var bytes = 0

  deinit {
    RegionMemory.add(-bytes)
    for chunk in 0..<chunkCount { chunks[chunk].deallocate() }
    chunks.deallocate()
    for pool in pools { pool.deallocate() }
  }

  /// Chunk k holds the 8·2ᵏ indexes from 8·(2ᵏ − 1) on.
  @inline(__always)
  private static func locate(_ index: Int) -> (chunk: Int, offset: Int) {
    let biased = index &+ firstChunk
    let chunk = (Int.bitWidth &- 1 &- biased.leadingZeroBitCount) &- 3
    return (chunk, biased &- (firstChunk << chunk))
  }

  @inline(__always)
  subscript(index: Int) -> RegionRecord {
    let (chunk, offset) = Self.locate(index)
    return chunks[chunk][offset]
  }

  /// Appends a region under the owner's lock.
  func append(_ region: MonitoredRegion, identifier: UnsafeBufferPointer<UInt8>) {
    let (chunk, offset) = Self.locate(count)
    if chunk == chunkCount {
      chunks[chunk] = .allocate(capacity: Self.firstChunk << chunk)
      chunkCount += 1
    }
    if let kept = region.traits { traits.append(kept) }
    let record = RegionRecord(
      center: region.center, radius: region.radius, buffer: region.buffer,
      traitsReference: region.traits.map { .passUnretained($0) },
      identifierStart: copy(identifier), identifierLength: UInt32(identifier.count),
      notifyOnEntry: region.notifyOnEntry, notifyOnExit: region.notifyOnExit)
    (chunks[chunk] + offset).initialize(to: record)
    count += 1
    let added = RegionMemory.region + identifier.count
    bytes += added
    RegionMemory.add(added)
  }

  /// Copies bytes into the pool.
  private func copy(_ bytes: UnsafeBufferPointer<UInt8>) -> UnsafePointer<UInt8> {
    if poolNext == nil || poolFree < bytes.count {
      // Doubling from 64 bytes to 64 KiB: small for a device's few regions, few blocks for a million.
      let size = max(bytes.count, min(64 << min(pools.count, 10), 65536))
      let pool = UnsafeMutablePointer<UInt8>.allocate(capacity: size)
      pools.append(pool)
      poolNext = pool
      poolFree = size
    }
    guard let target = poolNext else { preconditionFailure("a pool was just made") }
    if let source = bytes.baseAddress { target.initialize(from: source, count: bytes.count) }
    poolNext = target + bytes.count
    poolFree -= bytes.count
    return UnsafePointer(target)
  }
}
