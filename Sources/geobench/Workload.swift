import Geo
import Glibc

/// The binary files that `scripts/generate/workload.py` writes, mapped into memory.
struct Workload {
  /// The folder's name, by convention that of the preset.
  let name: String
  let fences: Records
  let fixes: Records
  private let folder: String

  init(folder: String) throws {
    self.folder = folder
    name = folder.split(separator: "/").last.map(String.init) ?? folder
    fences = try Records(folder + "/fences.bin", magic: "GSFENCE1", stride: 24)
    fixes = try Records(folder + "/fixes.bin", magic: "GSFIXES1", stride: 32)
  }

  var fenceCount: Int { fences.count }

  /// Returns fence `index` as a region named `f` and its number.
  func region(_ index: Int, buffer: Double) -> MonitoredRegion {
    let record = fences.record(index)
    return MonitoredRegion(
      identifier: "f\(index)",
      center: CLLocationCoordinate2D(
        latitude: record.loadUnaligned(as: Double.self),
        longitude: record.loadUnaligned(fromByteOffset: 8, as: Double.self)),
      radius: record.loadUnaligned(fromByteOffset: 16, as: Double.self), desiredAccuracy: buffer)
  }

  /// Returns the shapes of the polygons file.
  func polygons() throws -> [PolygonShape] {
    let path = folder + "/polygons.bin"
    let file = try Records(path, magic: "GSPOLYS1")
    var next = file.record(0)
    return try (0..<file.count).map { _ in
      let corners = Int(next.loadUnaligned(as: UInt32.self))
      let ring = (0..<corners).map { i in
        CLLocationCoordinate2D(
          latitude: next.loadUnaligned(fromByteOffset: 4 + 16 * i, as: Double.self),
          longitude: next.loadUnaligned(fromByteOffset: 12 + 16 * i, as: Double.self))
      }
      next += 4 + 16 * corners
      do throws(ShapeFlaw) {
        return try PolygonShape(parts: [[ring]])
      } catch {
        throw GeoError(.data, "\(error)", at: path)
      }
    }
  }

  struct Fix {
    var time: Double
    var latitude: Double
    var longitude: Double
    var accuracy: Float
    var device: UInt32
  }

  @inline(__always)
  func fix(_ index: Int) -> Fix {
    let record = fixes.record(index)
    return Fix(
      time: record.loadUnaligned(as: Double.self),
      latitude: record.loadUnaligned(fromByteOffset: 8, as: Double.self),
      longitude: record.loadUnaligned(fromByteOffset: 16, as: Double.self),
      accuracy: record.loadUnaligned(fromByteOffset: 24, as: Float.self),
      device: record.loadUnaligned(fromByteOffset: 28, as: UInt32.self))
  }

  var deviceCount: Int { (0..<fixes.count).reduce(0) { max($0, Int(fix($1).device) + 1) } }

  /// Records after a magic word and their count, mapped until the process ends; all of one length, or without
  /// a stride.
  struct Records {
    let count: Int
    private let base: UnsafeRawPointer
    private let stride: Int

    init(_ path: String, magic: String, stride: Int = 0) throws {
      let file = open(path, O_RDONLY)
      guard file >= 0 else { throw GeoError(.noInput, "cannot be read", at: path) }
      defer { close(file) }
      let size = Int(lseek(file, 0, SEEK_END))
      guard size >= 16, let map = mmap(nil, size, PROT_READ, MAP_PRIVATE | MAP_POPULATE, file, 0),
        map != MAP_FAILED
      else { throw GeoError(.noInput, "cannot be mapped", at: path) }
      count = Int(map.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
      guard String(decoding: UnsafeRawBufferPointer(start: map, count: 8), as: UTF8.self) == magic,
        stride == 0 || size == 16 + count * stride
      else { throw GeoError(.data, "is not a whole \(magic) file", at: path) }
      base = UnsafeRawPointer(map) + 16
      self.stride = stride
    }

    @inline(__always)
    func record(_ index: Int) -> UnsafeRawPointer { base + index &* stride }
  }
}
