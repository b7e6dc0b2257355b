/// A base map of tiles: an archive, a tree of files or a server that the operator configures.
public final class TileBaseMap: BaseMap {
  let layer: TileLayer
  // The overlay holds the loader weakly, as with the loader of a device.
  private let loader: any TileLoader

  /// - Parameter template: like ``MKTileOverlay/URLTemplate``.
  public init(template: String, loader: any TileLoader) {
    self.loader = loader
    let overlay = MKTileOverlay(URLTemplate: template)
    overlay.tileLoader = loader
    layer = TileLayer(overlay)
  }

  public var tiles: (any TileLoading)? { layer }

  public func prepare(_ scene: MapScene) -> Bool {
    // No code of a script runs here that could fail.
    try? layer.prepare(scene)
    return layer.isSettled
  }

  public func drawGround(_ scene: MapScene, in context: CGContext) {
    TileLayer.joining(scene.shifts(of: MKMapRectWorld), scene, in: context) { shift in
      context.saving {
        context.concatenate(scene.transform(from: MKMapPoint(x: shift, y: 0)))
        let rect = scene.visibleRect.offsetBy(dx: -shift, dy: 0).intersection(MKMapRectWorld)
        layer.draw(rect, zoomScale: scene.zoomScale, origin: MKMapPoint(x: 0, y: 0), in: context)
      }
    }
  }

  /// Its names are part of its tiles.
  public func drawLabels(_ scene: MapScene, in context: CGContext) {}

  public func attribution(_ scene: MapScene) -> String? { layer.source.attribution }
}

extension TileLayer {
  /// Starts to load what a scene needs, in all its copies of the world.
  func prepare(_ scene: MapScene) throws {
    let bounds = overlay.boundingMapRect
    let rects = scene.shifts(of: bounds).map {
      scene.visibleRect.offsetBy(dx: -$0, dy: 0).intersection(bounds)
    }
    try prepare(rects, zoomScale: scene.zoomScale, contentScale: scene.contentScale)
  }
}
