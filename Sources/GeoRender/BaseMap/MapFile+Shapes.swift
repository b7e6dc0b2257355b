import Geo

/// Reads the part of a layer within a rect.
extension MapFile {
  /// Calls `body` with each shape of a layer without clusters that meets `clip`: its places, its least level in eighths, and whether it is a ring.
  func forEach(
    in layer: Layer, within clip: MapBox,
    _ body: (_ places: [MKMapPoint], _ level: UInt8, _ isRing: Bool) -> Void
  ) {
    var places: [MKMapPoint] = []
    for index in 0..<layer.shapes.count {
      let shape = layer.shapes.offset + index * MapFile.shapeSize
      let start = Int(number(shape + 16, UInt32.self))
      let runs = layer.runs.part(start, Int(number(shape + 20, UInt16.self)))
      if bytes[shape + 23] == 1 {
        readRing(layer, runs, clip, isWithin: clip.contains(box(shape)), into: &places)
        if places.count > 2 { body(places, bytes[shape + 22], true) }
      } else {
        readLine(layer, runs, clip, into: &places) { body($0, bytes[shape + 22], false) }
      }
    }
  }

  /// Calls `body` with each shape that meets `clip` and is drawn at `level`: the places of a line or ring,
  /// simplified outside the clip, and whether it is a ring.
  ///
  /// A ring that leaves the clip is unchanged inside it and has fewer places outside; a line comes in pieces,
  /// one for each part inside. The places are valid during the call.
  func forEach(
    in layer: Layer, within clip: MapBox, level: Double,
    _ body: (_ places: [MKMapPoint], _ isRing: Bool) -> Void
  ) {
    let least = UInt8(min(max(level * 8, 0), 255))
    var places: [MKMapPoint] = []
    for block in 0..<layer.blocks.count {
      let at = layer.blocks.offset + block * MapFile.blockSize
      guard bytes[at + 21] <= least, box(at).meets(clip) else { continue }
      let first = Int(number(at + 16, UInt32.self))
      if number(at + 22, UInt16.self) == 1 {
        readCluster(
          layer, first, corner: box(at), count: Int(bytes[at + 20]), least: least, into: &places, body)
        continue
      }
      for index in layer.shapes.part(first, Int(bytes[at + 20])) {
        let shape = layer.shapes.offset + index * MapFile.shapeSize
        let bounds = box(shape)
        guard bytes[shape + 22] <= least, bounds.meets(clip) else { continue }
        let start = Int(number(shape + 16, UInt32.self))
        let runs = layer.runs.part(start, Int(number(shape + 20, UInt16.self)))
        if bytes[shape + 23] == 1 {
          readRing(layer, runs, clip, isWithin: clip.contains(bounds), into: &places)
          if places.count > 2 { body(places, true) }
        } else {
          readLine(layer, runs, clip, into: &places) { body($0, false) }
        }
      }
    }
  }

  /// Reads a ring without repeating its first place; runs outside are replaced by their first place.
  ///
  /// Such a run lies entirely on one side of the rect, as do its first and last places, so the area inside
  /// does not change.
  private func readRing(
    _ layer: Layer, _ runs: Range<Int>, _ clip: MapBox, isWithin: Bool, into places: inout [MKMapPoint]
  ) {
    places.removeAll(keepingCapacity: true)
    for run in runs {
      let at = layer.runs.offset + run * MapFile.runSize
      places.append(start(at))
      if isWithin || box(at + 8).meets(clip) { readSteps(layer, at, into: &places, leavingOutLast: true) }
    }
  }

  private func readLine(
    _ layer: Layer, _ runs: Range<Int>, _ clip: MapBox, into places: inout [MKMapPoint],
    _ body: ([MKMapPoint]) -> Void
  ) {
    places.removeAll(keepingCapacity: true)
    for run in runs {
      let at = layer.runs.offset + run * MapFile.runSize
      if box(at + 8).meets(clip) {
        if places.isEmpty { places.append(start(at)) }
        readSteps(layer, at, into: &places, leavingOutLast: false)
      } else if !places.isEmpty {
        if places.count > 1 { body(places) }
        places.removeAll(keepingCapacity: true)
      }
    }
    if places.count > 1 { body(places) }
  }

  private func start(_ run: Int) -> MKMapPoint {
    MKMapPoint(x: Double(number(run, Int32.self)), y: Double(number(run + 4, Int32.self)))
  }

  /// Appends the places of a run after its first one; the last is the first of the next run.
  private func readSteps(
    _ layer: Layer, _ run: Int, into places: inout [MKMapPoint], leavingOutLast: Bool
  ) {
    var steps = Steps(self, layer, at: Int(number(run + 24, UInt32.self)))
    steps.x = Int(number(run, Int32.self))
    steps.y = Int(number(run + 4, Int32.self))
    let count = min(Int(number(run + 28, UInt32.self)), MapFile.longestRun) - (leavingOutLast ? 1 : 0)
    guard count > 0 else { return }
    for _ in 0..<count { places.append(steps.next()) }
  }

  /// Calls `body` with the shapes of a cluster that are drawn at a level.
  private func readCluster(
    _ layer: Layer, _ start: Int, corner: MapBox, count: Int, least: UInt8, into places: inout [MKMapPoint],
    _ body: (_ places: [MKMapPoint], _ isRing: Bool) -> Void
  ) {
    var steps = Steps(self, layer, at: start)
    var (x, y) = (Int(corner.minX), Int(corner.minY))
    for _ in 0..<count {
      let level = steps.byte()
      let (length, isRing) = steps.unsigned().quotientAndRemainder(dividingBy: 2)
      x &+= steps.signed() << layer.unit
      y &+= steps.signed() << layer.unit
      (steps.x, steps.y) = (x, y)
      places.removeAll(keepingCapacity: true)
      places.append(MKMapPoint(x: Double(x), y: Double(y)))
      for _ in 0..<min(Int(length), MapFile.longestRun) { places.append(steps.next()) }
      if level <= least, places.count > 1 { body(places, isRing == 1) }
    }
  }
}

/// Reads steps one after the other; 0 beyond the end of the layer's.
private struct Steps {
  /// The last place.
  ///
  /// - Units: map points.
  var x = 0
  var y = 0
  private let bytes: UnsafeRawBufferPointer
  private let unit: Int
  private let isPacked: Bool
  private var at: Int
  private let end: Int

  init(_ file: MapFile, _ layer: MapFile.Layer, at offset: Int) {
    bytes = file.bytes
    unit = layer.unit
    isPacked = layer.isPacked
    at = layer.steps.offset + offset
    end = layer.steps.offset + layer.steps.count
  }

  /// The place after the next step.
  @inline(__always)
  mutating func next() -> MKMapPoint {
    let (dx, dy) = isPacked ? packed() : (signed(), signed())
    x &+= dx << unit
    y &+= dy << unit
    return MKMapPoint(x: Double(x), y: Double(y))
  }

  @inline(__always)
  private mutating func packed() -> (Int, Int) {
    let first = Int(byte())
    if first < 225 { return (first / 15 - 7, first % 15 - 7) }
    if first == 255 { return (signed(), signed()) }
    let both = (first - 225) << 8 | Int(byte())
    return (both / 87 - 43, both % 87 - 43)
  }

  @inline(__always)
  mutating func byte() -> UInt8 {
    guard at < end else { return 0 }
    defer { at += 1 }
    return bytes[at]
  }

  /// A number of seven bits per byte, the lowest first, with the sign in the last bit.
  @inline(__always)
  mutating func signed() -> Int {
    let value = unsigned()
    return Int(Int32(bitPattern: value >> 1)) ^ -Int(value & 1)
  }

  /// A number of seven bits per byte, the lowest first.
  @inline(__always)
  mutating func unsigned() -> UInt32 {
    var value: UInt32 = 0
    var shift: UInt32 = 0
    while at < end {
      let byte = bytes[at]
      at += 1
      value |= UInt32(byte & 127) &<< shift
      if byte < 128 { break }
      shift &+= 7
    }
    return value
  }
}
