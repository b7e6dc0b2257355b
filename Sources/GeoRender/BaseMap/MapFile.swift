import Geo

/// Lines and areas of the map, in the file format that `scripts/generate/world_map/pack.py` writes and
/// describes.
///
/// The file is mapped, so a picture reads only what it touches. Reading never goes beyond its end, whatever its bytes
/// say.
struct MapFile {
  /// What a layer shows; the raw values are those of the file.
  enum Kind: UInt8 {
    case land = 1
    case lake, river, border, state, urban, ice
  }

  /// All shapes of a kind, in the detail for levels up to one.
  struct Layer {
    var kind: Kind
    /// A step is 2^unit map points.
    var unit: Int
    /// Whether steps take a byte or two, and small shapes lie in clusters.
    var isPacked: Bool
    /// The highest level that uses it.
    var greatest: Double
    var blocks: Part
    var shapes: Part
    var runs: Part
    var steps: Part
  }

  /// An array of records of one size in the file.
  struct Part {
    var offset: Int
    var count: Int

    /// The range of `length` records from `first`, clamped to the existing ones.
    func part(_ first: Int, _ length: Int) -> Range<Int> {
      let start = min(first, count)
      return start..<min(start + length, count)
    }
  }

  /// The bytes, valid for the life of the program: constants, or a mapping that is never removed.
  let bytes: UnsafeRawBufferPointer
  private(set) var layers: [Layer] = []

  static let blockSize = 24
  static let shapeSize = 24
  static let runSize = 32
  /// The most steps in a run.
  static let longestRun = 128
  private static let layerSize = 40

  /// What is written at the beginning of a file.
  enum Form: String {
    /// The map in the program.
    case world = "GEOMAP1\0"
    /// The finer coast, with its length and sums.
    case coast = "GEOMAP2\0"

    /// Where the layers' records begin.
    var headSize: Int { self == .coast ? 40 : 16 }
  }

  /// - Errors: ``GeoError`` if the bytes are not such a file, or a coast whose sums do not hold.
  init(_ bytes: UnsafeRawBufferPointer, _ form: Form = .world, name: String) throws(GeoError) {
    self.bytes = bytes
    guard bytes.count >= form.headSize, bytes.prefix(8).elementsEqual(form.rawValue.utf8) else {
      throw GeoError(.data, "\(name) is not a map that scripts/generate/world_map wrote")
    }
    if form == .coast, let damage = MapFile.damage(bytes, after: form.headSize) {
      throw GeoError(.data, "\(name) \(damage)")
    }
    let count = Int(number(8, UInt32.self))
    guard bytes.count >= form.headSize + count * MapFile.layerSize else {
      throw GeoError(.data, "\(name) ends within the list of its layers")
    }
    for index in 0..<count {
      let at = form.headSize + index * MapFile.layerSize
      // Layers added by later versions are ignored.
      guard let kind = Kind(rawValue: bytes[at]) else { continue }
      let parts = zip([8, 16, 24, 32], [MapFile.blockSize, MapFile.shapeSize, MapFile.runSize, 1]).map {
        (
          part: Part(offset: Int(number(at + $0, UInt32.self)), count: Int(number(at + $0 + 4, UInt32.self))),
          size: $1
        )
      }
      guard parts.allSatisfy({ $0.part.offset + $0.part.count * $0.size <= bytes.count }) else {
        throw GeoError(.data, "\(name) ends before its layer \(index + 1) does")
      }
      let greatest = Float(bitPattern: number(at + 4, UInt32.self))
      layers.append(
        Layer(
          kind: kind, unit: min(Int(bytes[at + 1]), 20), isPacked: number(at + 2, UInt16.self) == 1,
          greatest: Double(greatest), blocks: parts[0].part, shapes: parts[1].part, runs: parts[2].part,
          steps: parts[3].part))
    }
  }

  /// What the length and the sums in the head show to be wrong.
  private static func damage(_ bytes: UnsafeRawBufferPointer, after head: Int) -> String? {
    func word(_ at: Int) -> UInt64 {
      UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: at, as: UInt64.self))
    }
    let count = bytes.count - head
    guard word(16) == UInt64(count) else { return "has \(count) bytes after its head instead of \(word(16))" }
    // The count of layers counts as well.
    var (sum, turned) = (word(8) & 0xffff_ffff, 0 as UInt64)
    func add(_ value: UInt64, _ place: Int) {
      sum &+= value
      turned &+= value &* UInt64(place)
    }
    for index in 0..<count / 8 { add(word(head + 8 * index), index + 1) }
    let rest = bytes[(head + count / 8 * 8)...].reversed().reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
    add(rest, count / 8 + 1)
    return sum == word(24) && turned == word(32) ? nil : "is damaged: its sums do not hold"
  }

  /// Returns the layer of a kind with the detail of a level; beyond all levels the finest one.
  func layer(_ kind: Kind, level: Double) -> Layer? {
    var best: Layer?
    for layer in layers where layer.kind == kind {
      guard let found = best else {
        best = layer
        continue
      }
      let serves = layer.greatest >= level
      if found.greatest < level ? layer.greatest > found.greatest : serves && layer.greatest < found.greatest
      {
        best = layer
      }
    }
    return best
  }

  /// The number at an offset that is known to be valid.
  @inline(__always)
  func number<Number: FixedWidthInteger>(_ offset: Int, _ type: Number.Type) -> Number {
    Number(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: type))
  }

  /// The rect at an offset that is known to be valid.
  @inline(__always)
  func box(_ offset: Int) -> MapBox {
    MapBox(
      minX: Double(number(offset, Int32.self)), minY: Double(number(offset + 4, Int32.self)),
      maxX: Double(number(offset + 8, Int32.self)), maxY: Double(number(offset + 12, Int32.self)))
  }
}

/// A rect by its edges.
///
/// - Units: map points.
struct MapBox {
  var minX: Double
  var minY: Double
  var maxX: Double
  var maxY: Double

  func meets(_ other: MapBox) -> Bool {
    minX <= other.maxX && other.minX <= maxX && minY <= other.maxY && other.minY <= maxY
  }

  func contains(_ other: MapBox) -> Bool {
    minX <= other.minX && other.maxX <= maxX && minY <= other.minY && other.maxY <= maxY
  }

  func contains(_ point: MKMapPoint) -> Bool {
    minX <= point.x && point.x <= maxX && minY <= point.y && point.y <= maxY
  }

  func moved(by dx: Double) -> MapBox { MapBox(minX: minX + dx, minY: minY, maxX: maxX + dx, maxY: maxY) }
}
