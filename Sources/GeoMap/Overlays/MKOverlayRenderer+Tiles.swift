/// Drawing tile by tile.
///
/// - Source: OR-11, OR-12, OR-16, OR-20.
extension MKOverlayRenderer {
  /// The visible tiles of the overlay's copy `shift` map points farther east.
  private func tiles(_ scene: MapScene, _ shift: Double) -> [OverlayTile] {
    OverlayTile.tiles(
      of: overlay.boundingMapRect, in: scene.visibleRect.offsetBy(dx: -shift, dy: 0), level: scene.level)
  }

  /// Checks the tiles that were not checked before; returns whether all are ready.
  func prepareTiles(_ scene: MapScene) throws -> Bool {
    let tiles = scene.shifts(of: overlay.boundingMapRect).flatMap { self.tiles(scene, $0) }
    readiness.forget(allBut: tiles, scene.zoomScale)
    var areReady = true
    for tile in tiles where try !isReady(tile, scene) { areReady = false }
    return areReady
  }

  private func isReady(_ tile: OverlayTile, _ scene: MapScene) throws -> Bool {
    if let known = readiness.answer(tile, scene.zoomScale) { return known }
    // The check itself may request another check, which must not be lost.
    readiness.store(false, tile, scene.zoomScale)
    let answer: Bool
    do {
      answer = try overrides.decide(
        .canDrawMapRect, of: self, [.mapRect(tile.mapRect), .scale(scene.zoomScale)]
      ) {
        try canDraw(tile.mapRect, zoomScale: scene.zoomScale)
      }
    } catch {
      readiness.askAgain(tile.mapRect, scene.zoomScale)
      throw error
    }
    if answer { readiness.store(true, tile, scene.zoomScale) }
    return answer
  }

  /// Draws the tiles that are ready.
  func renderTiles(_ scene: MapScene, in context: CGContext) throws {
    for shift in scene.shifts(of: overlay.boundingMapRect) {
      let tiles = try tiles(scene, shift).filter { try isReady($0, scene) }
      let whole = transform(scene, shift: shift)
      guard let first = tiles.first else { continue }
      if tiles.count > 1, let aligned = aligned(whole, to: first, scene, context.canvas.scale) {
        for tile in tiles { try context.saving { try draw(tile, scene, aligned, in: context) } }
      } else if tiles.count > 1 {
        // Edges between pixels: the shares of both tiles add up to the whole pixel.
        try context.layer {
          for tile in tiles { try context.saving { try add(tile, scene, whole, in: context) } }
        }
      } else {
        try context.saving { try draw(first, scene, whole, in: context) }
      }
    }
  }

  private func draw(
    _ tile: OverlayTile, _ scene: MapScene, _ transform: CGAffineTransform, in context: CGContext
  ) throws {
    context.clip(to: CGPath(rect(for: tile.mapRect)).applying(transform))
    try draw(tile.mapRect, scene, transform, in: context)
  }

  /// Adds a tile's paint to that of its neighbors: at its edges as much as it covers of a pixel.
  private func add(
    _ tile: OverlayTile, _ scene: MapScene, _ transform: CGAffineTransform, in context: CGContext
  ) throws {
    let shape = CGPath(rect(for: tile.mapRect)).applying(transform)
    let pixel = 1 / context.canvas.scale
    context.clip(to: CGPath(shape.controlBounds.outward(pixel)))
    context.state.blending.mode = .plusLighter
    try context.layer {
      // Larger than the tile, so that its own edges do not coincide with the tile's.
      let mapRect = tile.mapRect.insetBy(dx: -2 * pixel / scene.zoomScale, dy: -2 * pixel / scene.zoomScale)
      try context.saving { try draw(mapRect, scene, transform, in: context) }
      var outside = CGPath(shape.controlBounds.insetBy(dx: -4 * pixel, dy: -4 * pixel))
      outside.append(shape)
      context.state.fill = .color(.black)
      context.state.blending.mode = .destinationOut
      context.fill(outside, .evenOdd)
    }
  }

  private func draw(
    _ mapRect: MKMapRect, _ scene: MapScene, _ transform: CGAffineTransform, in context: CGContext
  ) throws {
    context.concatenate(transform)
    try drawMapRect(mapRect, zoomScale: scene.zoomScale, in: context)
  }

  /// The transform moved by less than a pixel, so that tiles meet between pixels without a seam; nil if that
  /// is impossible.
  private func aligned(
    _ transform: CGAffineTransform, to tile: OverlayTile, _ scene: MapScene, _ scale: Double
  ) -> CGAffineTransform? {
    let side = tile.mapRect.width * scene.zoomScale * scale
    guard scene.heading.truncatingRemainder(dividingBy: 90) == 0, abs(side - side.rounded()) < 1e-6 else {
      return nil
    }
    let corner = point(for: tile.mapRect.origin).applying(transform)
    var moved = transform
    moved.tx += (corner.x * scale).rounded() / scale - corner.x
    moved.ty += (corner.y * scale).rounded() / scale - corner.y
    return moved
  }
}

extension CGRect {
  /// The smallest surrounding rect whose edges lie between pixels.
  fileprivate func outward(_ pixel: Double) -> CGRect {
    let (left, top) = ((minX / pixel).rounded(.down) * pixel, (minY / pixel).rounded(.down) * pixel)
    let (right, bottom) = ((maxX / pixel).rounded(.up) * pixel, (maxY / pixel).rounded(.up) * pixel)
    return CGRect(x: left, y: top, width: right - left, height: bottom - top)
  }
}
