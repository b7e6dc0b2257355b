import COsmium
import Geo
import GeoFormats
import Glibc

/// Places, streets, houses and borders of an `.osm.pbf` file, in the file's order: nodes, ways, relations.
///
/// The file is read twice: first the relations, which determine the outlines to keep.
final class OSMFile {
  /// Limits: the file size, and the nodes remembered for ways, 16 bytes each. They fit a medium-sized
  /// country.
  static let mostBytes: UInt64 = 4 << 30
  static let mostNodes: UInt64 = 200_000_000

  private let take: (GazetteerRecord) throws(GeoError) -> Bool
  private let progress: (_ done: Int64, _ all: Int64) -> Void
  private var fault: GeoError?
  var skips = SkipCounts()
  let path: String
  /// Outlines of the needed areas, by way; nil until the way is read.
  var outlines: [Int64: OSMOutline?] = [:]
  /// Streets of houses, from relations.
  var streets: [OSMMember: String] = [:]
  /// House nodes, which interpolation ways may connect.
  var houses: [Int64: AddressParts] = [:]

  init(
    path: String, take: @escaping (GazetteerRecord) throws(GeoError) -> Bool,
    progress: @escaping (_ done: Int64, _ all: Int64) -> Void
  ) {
    self.path = path
    self.take = take
    self.progress = progress
  }

  func read() throws(GeoError) {
    var receiver = osm_receiver()
    // `run` reads the file synchronously, so this object outlives all callbacks.
    receiver.context = Unmanaged.passUnretained(self).toOpaque()
    receiver.relation = { context, object, members, count in
      guard let context, let object else { return false }
      return OSMFile.at(context).collectReferences(
        object.pointee, UnsafeBufferPointer(start: members, count: count))
    }
    try run(receiver)
    receiver.relation = { context, object, members, count in
      guard let context, let object else { return false }
      return OSMFile.at(context).read(
        relation: object.pointee, UnsafeBufferPointer(start: members, count: count))
    }
    receiver.node = { context, object, longitude, latitude in
      guard let context, let object else { return false }
      return OSMFile.at(context).read(
        node: object.pointee, CLLocationCoordinate2D(latitude: latitude, longitude: longitude))
    }
    receiver.way = { context, object, places, count in
      guard let context, let object else { return false }
      return OSMFile.at(context).read(
        way: object.pointee, UnsafeBufferPointer(start: places, count: count))
    }
    receiver.progress = { context, done, all in
      guard let context else { return }
      OSMFile.at(context).progress(Int64(clamping: done), Int64(clamping: all))
    }
    try run(receiver)
  }

  private static func at(_ context: UnsafeMutableRawPointer) -> OSMFile {
    Unmanaged<OSMFile>.fromOpaque(context).takeUnretainedValue()
  }

  private func run(_ receiver: osm_receiver) throws(GeoError) {
    var text = [CChar](repeating: 0, count: 300)
    let limits = osm_limits(bytes: OSMFile.mostBytes, nodes: OSMFile.mostNodes)
    let isRead = osm_read(path, limits, receiver, nil, &text, text.count)
    if let fault { throw fault }
    guard !isRead else { return }
    let words = String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    throw GeoError(access(path, F_OK) == 0 ? .data : .noInput, words, at: path)
  }

  /// Hands over a record; false stops the reading.
  func give(_ record: GazetteerRecord) -> Bool {
    do throws(GeoError) {
      return try take(record)
    } catch {
      fault = error
      return false
    }
  }
}

/// A member of a relation.
struct OSMMember: Hashable {
  var type: CChar
  var id: Int64

  static let node = CChar(UInt8(ascii: "n"))
  static let way = CChar(UInt8(ascii: "w"))
  static let relation = CChar(UInt8(ascii: "r"))
}
