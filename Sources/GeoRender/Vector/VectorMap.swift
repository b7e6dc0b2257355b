public import Geo

/// A base map of vector tiles, painted like a file of streets.
///
/// - Source: Mapbox Vector Tile 2.1; PI-4.
public final class VectorMap: BaseMap {
  /// Returns a tile, not compressed; nil if there is none.
  public typealias Load = (MKTileOverlayPath) throws(GeoError) -> [UInt8]?

  private let world: WorldMap
  private let levels: ClosedRange<Int>
  private let bounds: MKMapRect?
  private let credit: String
  private let load: Load
  private let say: (String) -> Void
  /// A tile, or why there is none.
  private struct Answer {
    var tile: VectorTile?
    var fault: NSError?
  }

  /// The tiles that were drawn last, the newest at the end.
  private var known: [(path: MKTileOverlayPath, answer: Answer)] = []
  private static let keptTiles = 96
  /// The width of a tile in points for which their makers choose what is in it.
  private static let side = 512.0
  /// A picture takes larger tiles if it would need more.
  private static let mostTiles = 64

  public private(set) var failure: NSError?
  public var onSettled: (() -> Void)?

  /// - Parameters:
  ///   - bounds: the area with tiles; nil for the whole world.
  ///   - attribution: nil for OpenStreetMap's, whose data all known schemas have.
  ///   - say: gets a sentence about what cannot be drawn.
  public init(
    levels: ClosedRange<Int>, bounds: MKMapRect?, attribution: String?, over world: WorldMap,
    say: @escaping (String) -> Void, load: @escaping Load
  ) {
    (self.levels, self.bounds, self.world, self.say, self.load) = (levels, bounds, world, say, load)
    credit = attribution ?? StreetMap.openStreetMap
  }

  public func prepare(_ scene: MapScene) -> Bool {
    failure = pieces(of: scene).lazy.compactMap(\.answer.fault).first
    return true
  }

  public func attribution(_ scene: MapScene) -> String? {
    StreetMap(VectorTile.names(of: []), over: world, credit: credit).attribution(scene)
  }

  public func drawGround(_ scene: MapScene, in context: CGContext) throws {
    guard scene.size.width > 0, scene.size.height > 0 else { return }
    let pieces = pieces(of: scene)
    let isWhole = !pieces.isEmpty && pieces.allSatisfy { $0.answer.tile != nil }
    if !isWhole || scene.level < world.neutralLevel || scene.mapType.isImagery {
      try world.drawGround(scene, in: context)
    }
    guard scene.mapType.hasLabels else { return }
    context.saving {
      scene.leaveOut(scene.replaced.map(\.rect), in: context)
      guard !context.boundingBoxOfClipPath.isEmpty else { return }
      for piece in pieces {
        guard let tile = piece.answer.tile else { continue }
        context.saving {
          context.clip(to: outline(of: piece.rect, scene))
          guard !context.boundingBoxOfClipPath.isEmpty else { return }
          StreetPainter(tile.streets, scene, neutralLevel: world.neutralLevel, in: context).draw()
        }
      }
    }
  }

  public func drawLabels(_ scene: MapScene, in context: CGContext) throws {
    let names = VectorTile.names(of: pieces(of: scene).compactMap(\.answer.tile))
    try StreetMap(names, over: world, credit: credit).drawLabels(scene, in: context)
  }

  /// Where a tile is in the picture: to whole pixels, so that no seam shows between two of them.
  private func outline(of rect: MKMapRect, _ scene: MapScene) -> CGPath {
    let transform = scene.transform(from: scene.center)
    let places = [
      (rect.minX, rect.minY), (rect.maxX, rect.minY), (rect.maxX, rect.maxY), (rect.minX, rect.maxY),
    ]
    let corners = places.map { x, y in
      CGPoint(x: x - scene.center.x, y: y - scene.center.y).applying(transform)
    }
    var path = CGPath()
    path.addLines(
      scene.heading != 0
        ? corners
        : corners.map {
          CGPoint(
            x: ($0.x * scene.contentScale).rounded() / scene.contentScale,
            y: ($0.y * scene.contentScale).rounded() / scene.contentScale)
        })
    path.close()
    return path
  }

  // MARK: Tiles

  /// A part of a picture, and the tile that shows it.
  private struct Piece {
    var rect: MKMapRect
    var answer: Answer
  }

  private func pieces(of scene: MapScene) -> [Piece] {
    let need = TileGrid.Need(
      zoomScale: scene.zoomScale, contentScale: 1, side: VectorMap.side, hasScales: false, levels: levels)
    return scene.shifts(of: MKMapRectWorld).flatMap { shift -> [Piece] in
      let rect = scene.visibleRect.offsetBy(dx: -shift, dy: 0).intersection(MKMapRectWorld)
      guard let found = TileGrid.covering(rect, need, limit: VectorMap.mostTiles) else { return [] }
      return found.grid.paths.map { path in
        Piece(rect: path.mapRect.offsetBy(dx: shift, dy: 0), answer: answer(path))
      }
    }
  }

  /// The tile, or the smallest one around it that the archive has.
  private func answer(_ path: MKTileOverlayPath) -> Answer {
    if let place = known.firstIndex(where: { $0.path == path }) {
      let found = known.remove(at: place)
      known.append(found)
      return found.answer
    }
    let answer = read(path)
    if known.count == VectorMap.keptTiles { known.removeFirst() }
    known.append((path, answer))
    return answer
  }

  private func read(_ path: MKTileOverlayPath) -> Answer {
    do throws(GeoError) {
      if let bytes = try load(path) { return Answer(tile: try VectorTile(bytes, path)) }
    } catch {
      return Answer(fault: .tile("tile \(path): \(error.message)"))
    }
    if path.z > levels.lowerBound, let parent = path.parent { return answer(parent) }
    guard bounds?.intersects(path.mapRect) ?? true else { return Answer() }
    return Answer(fault: .tile("has no tile \(path)", .placemarkNotFound))
  }
}

extension VectorMap: TileLoading {
  /// All is read when it is drawn.
  public var isSettled: Bool { true }
  public var tiles: (any TileLoading)? { self }
  public func report(_ error: NSError) { say(error.localizedDescription) }
}
