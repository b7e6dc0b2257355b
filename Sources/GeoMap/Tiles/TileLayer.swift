import GeoCore

/// The tiles of one overlay on one map: requests what a picture needs, stores it, and draws it.
///
/// The picture depends on which tiles there are, never on their order of arrival.
///
/// Ownership: a renderer or a base map owns this object, which owns the overlay.
final class TileLayer {
  let overlay: MKTileOverlay
  private(set) var tiles: [MKTileOverlayPath: Tile] = [:]
  /// The tiles of the last picture, and whether it had to use a coarser level.
  private var needed: [MKTileOverlayPath] = []
  private var complaint: NSError?
  /// The level and the scale of the tiles at the scale of the last picture.
  private(set) var prepared: (zoomScale: MKZoomScale, z: Int, scale: Double)?
  /// The number of tiles that are still loading.
  private var waiting = 0
  /// Counts pictures, to find tiles that were not needed for long.
  private var turn = 0
  /// Counts calls of ``removeAll()``: answers to earlier requests are too late.
  private var epoch = 0
  /// Bytes of the files in `tiles`.
  private var length = 0
  /// Called when the last tile has arrived.
  var onSettled: (() -> Void)?
  /// Pictures that a canvas has decoded, in that order, and their size in bytes.
  private var decoded: [UIImage] = []
  private var decodedBytes = 0

  struct Tile {
    enum State {
      case waiting
      case ready(UIImage)
      case empty
      case failed(NSError)
    }
    var state: State
    /// The last picture that needed it.
    var turn: Int
    var length = 0
    /// Its memory charge.
    var memory: AnyObject?
  }

  /// - Units: bytes of stored files that no picture needs; bytes of decoded pictures.
  private static let keptLength = 16 << 20
  private static let keptDecoded = 48 << 20
  /// The maximum number of bytes of all files of one picture.
  private static let greatestLength = 256 << 20

  init(_ overlay: MKTileOverlay) { self.overlay = overlay }

  /// Whether everything that the last picture needed is loaded or has failed.
  var isSettled: Bool { waiting == 0 }

  /// The error of the first failed tile of the last picture; nil if none failed.
  var failure: NSError? {
    var first = complaint
    var others = complaint == nil ? -1 : 0
    for path in needed {
      guard case .failed(let error) = tiles[path]?.state else { continue }
      if first == nil { first = error }
      others += 1
    }
    guard let first, others > 0 else { return first }
    let more =
      "\(first.localizedDescription); \(others) \(others == 1 ? "other tile" : "other tiles") failed too"
    return first.saying(more)
  }

  /// Whether the last picture needed it.
  func isNeeded(_ path: MKTileOverlayPath) -> Bool { tiles[path]?.turn == turn }

  func image(_ path: MKTileOverlayPath) -> UIImage? {
    if case .ready(let image) = tiles[path]?.state { return image }
    return nil
  }

  /// Forgets all tiles.
  func removeAll() {
    tiles = [:]
    needed = []
    complaint = nil
    waiting = 0
    length = 0
    decoded = []
    decodedBytes = 0
    epoch += 1
  }
}

extension TileLayer {
  /// What pictures need of the source at a scale.
  func need(_ zoomScale: MKZoomScale, _ contentScale: Double) -> (need: TileGrid.Need, limit: Int)? {
    let source = source
    let low = max(overlay.minimumZ, source.levels.lowerBound)
    let high = min(overlay.maximumZ, source.levels.upperBound)
    guard low <= high else { return nil }
    let need = TileGrid.Need(
      zoomScale: zoomScale, contentScale: contentScale, side: overlay.tileSize.width,
      hasScales: overlay.URLTemplate?.contains("{scale}") ?? true, levels: low...high)
    return (need, source.greatestCount)
  }

  var source: TileSource {
    overlay.URLTemplate.flatMap { overlay.tileLoader?.source(of: $0) } ?? TileSource()
  }

  /// Starts to load what the parts of the map need, each a rect of the world.
  ///
  /// - Errors: the first error of a script's code; the other tiles are requested nevertheless.
  func prepare(_ rects: [MKMapRect], zoomScale: MKZoomScale, contentScale: Double) throws {
    var wanted: [MKTileOverlayPath] = []
    var coarser: TileGrid?
    complaint = nil
    prepared = nil
    guard let (need, limit) = need(zoomScale, contentScale) else { return ask(for: []) }
    for rect in rects {
      guard let (grid, isCoarser) = TileGrid.covering(rect, need, limit: limit) else { continue }
      if isCoarser { coarser = grid }
      prepared = (zoomScale, min(grid.z, prepared?.z ?? grid.z), grid.scale)
      wanted += grid.paths
    }
    if let coarser, let level = need.level {
      complaint = .tile(
        "a picture can use at most \(limit) tiles of \(overlay.URLTemplate ?? "a source"): "
          + "level \(coarser.z) is drawn instead of level \(level)", .loadingThrottled)
    }
    try load(wanted)
  }

  private func load(_ wanted: [MKTileOverlayPath]) throws {
    ask(for: wanted)
    var fault: (any Error)?
    for path in wanted where tiles[path] == nil {
      tiles[path] = Tile(state: .waiting, turn: turn)
      waiting += 1
      do {
        try overlay.loadTile(at: path) { [weak self, epoch] in self?.receive($0, path, epoch) }
      } catch {
        receive(.failed(.tile("tile \(path): \(error)")), path, epoch)
        if fault == nil { fault = error }
      }
    }
    trim()
    if let fault { throw fault }
  }

  private func ask(for wanted: [MKTileOverlayPath]) {
    turn += 1
    needed = wanted
    waiting = 0
    var seen: Set<MKTileOverlayPath> = []
    for path in wanted where tiles[path] != nil {
      tiles[path]?.turn = turn
      if case .waiting = tiles[path]?.state, seen.insert(path).inserted { waiting += 1 }
    }
  }

  private func receive(_ answer: TileAnswer, _ path: MKTileOverlayPath, _ asked: Int) {
    guard asked == epoch, var tile = tiles[path], case .waiting = tile.state else { return }
    do throws(NSError) {
      switch answer {
      case .bytes(let bytes, let memory):
        guard length + bytes.count <= TileLayer.greatestLength else {
          throw .tile("the tiles of one picture are larger than \(TileLayer.greatestLength >> 20) MB")
        }
        tile.state = .ready(try TilePicture.image(bytes, path))
        tile.length = bytes.count
        tile.memory = memory
      case .image(let image, let memory):
        let (width, height) = (image.size.width * image.scale, image.size.height * image.scale)
        if let fault = TilePicture.fault(width: Int(width), height: Int(height)) {
          throw .tile("tile \(path) \(fault)")
        }
        tile.state = .ready(image)
        tile.memory = memory
      case .empty: tile.state = .empty
      case .failed(let error): tile.state = .failed(error)
      }
    } catch {
      tile.state = .failed(error)
    }
    length += tile.length
    tiles[path] = tile
    // A tile that the current picture does not need is not waited for.
    guard tile.turn == turn else { return }
    waiting -= 1
    if waiting == 0 { onSettled?() }
  }

  /// Treats a picture that cannot be decoded as failed.
  func fail(_ path: MKTileOverlayPath, _ error: NSError) { tiles[path]?.state = .failed(error) }

  /// Releases files that were not needed for long.
  private func trim() {
    var spare = tiles.filter { $0.value.turn != turn }
    var kept = spare.reduce(0) { $0 + $1.value.length }
    // The next picture of the same part requests failed tiles again.
    for path in spare.keys {
      if case .failed = tiles[path]?.state {
        tiles[path] = nil
        spare[path] = nil
      }
    }
    guard kept > TileLayer.keptLength || spare.count > TileSource.greatestCount else { return }
    let order = spare.sorted {
      ($0.value.turn, $0.key.z, $0.key.y, $0.key.x) < ($1.value.turn, $1.key.z, $1.key.y, $1.key.x)
    }
    for (path, tile) in order {
      tiles[path] = nil
      kept -= tile.length
      length -= tile.length
      if kept <= TileLayer.keptLength / 2, tiles.count <= TileSource.greatestCount { break }
    }
  }

  /// Notes a picture that a canvas has just decoded, and releases the oldest ones.
  func storeDecoded(_ image: UIImage) {
    guard case .encoded = image.source else { return }
    decoded.append(image)
    decodedBytes += TileLayer.decodedBytes(image)
    guard decodedBytes > TileLayer.keptDecoded else { return }
    var gone = 0
    while decodedBytes > TileLayer.keptDecoded * 3 / 4, gone < decoded.count {
      decoded[gone].decoded = nil
      decodedBytes -= TileLayer.decodedBytes(decoded[gone])
      gone += 1
    }
    decoded.removeFirst(gone)
  }

  private static func decodedBytes(_ image: UIImage) -> Int {
    Int(image.size.width * image.scale * image.size.height * image.scale) * 4
  }
}
