import GeoCore

/// Drawing of tiles into a picture.
extension TileLayer {
  /// Draws the tiles that meet a rect of the world, in the coordinates of map points from `origin`.
  func draw(_ mapRect: MKMapRect, zoomScale: MKZoomScale, origin: MKMapPoint, in context: CGContext) {
    guard let grid = grid(mapRect, zoomScale, context.canvas.scale) else { return }
    // The area to draw may extend beyond the visible one.
    let pieces = grid.paths.filter { isNeeded($0) }.compactMap { piece($0) }
    guard !pieces.isEmpty else { return }
    let map = context.state.transform
    if abs(map.b) + abs(map.c) <= 1e-9 * (abs(map.a) + abs(map.d)) {
      context.saving {
        context.state.transform = .identity
        for piece in pieces {
          draw(piece, in: context) { TileLayer.pixels($0, map, origin, context.canvas.scale) }
        }
      }
    } else {
      // Edges that cross pixels cover shares of them, which add up to the whole.
      context.layer {
        context.state.blending.mode = .plusLighter
        for piece in pieces {
          draw(piece, in: context) {
            CGRect(x: $0.minX - origin.x, y: $0.minY - origin.y, width: $0.width, height: $0.height)
          }
        }
      }
    }
  }

  /// Draws copies of the world side by side: on a rotated map their common edge crosses pixels, too.
  static func joining(
    _ shifts: [Double], _ scene: MapScene, in context: CGContext, _ draw: (Double) throws -> Void
  ) rethrows {
    guard shifts.count > 1, scene.heading != 0 else {
      for shift in shifts { try draw(shift) }
      return
    }
    try context.layer {
      context.state.blending.mode = .plusLighter
      for shift in shifts { try draw(shift) }
    }
  }

  /// The tiles to draw, of the level that was loaded for the picture.
  private func grid(_ mapRect: MKMapRect, _ zoomScale: MKZoomScale, _ contentScale: Double) -> TileGrid? {
    if let prepared, prepared.zoomScale == zoomScale {
      return TileGrid(mapRect, z: prepared.z, scale: prepared.scale, hair: 0.01 / (zoomScale * contentScale))
    }
    guard let (need, limit) = need(zoomScale, contentScale) else { return nil }
    return TileGrid.covering(mapRect, need, limit: limit)?.grid
  }

  /// The part of the map of a tile, and the tile that fills it: itself, or its nearest loaded ancestor.
  private struct Piece {
    let place: MKTileOverlayPath
    var source: MKTileOverlayPath
    var image: UIImage
  }

  private func piece(_ path: MKTileOverlayPath) -> Piece? {
    // Where a source has nothing, coarser tiles must not show, either.
    if case .empty = tiles[path]?.state { return nil }
    var source: MKTileOverlayPath? = path
    while let here = source {
      if let image = image(here) { return Piece(place: path, source: here, image: image) }
      source = here.parent
    }
    return nil
  }

  private func draw(_ piece: Piece, in context: CGContext, _ rect: (MKMapRect) -> CGRect) {
    do throws(GeoError) {
      let isNew = piece.image.decoded == nil
      if piece.source == piece.place {
        try context.draw(piece.image, in: rect(piece.source.mapRect))
      } else {
        try magnify(piece, in: context, rect)
      }
      if isNew { storeDecoded(piece.image) }
    } catch {
      let fault = NSError.tile("tile \(piece.source) cannot be decoded: \(error.message)")
      fail(piece.source, fault)
      overlay.tileLoader?.report(fault)
      if let other = self.piece(piece.place) { draw(other, in: context, rect) }
    }
  }

  /// Draws the part of an ancestor at the place of the piece.
  private func magnify(_ piece: Piece, in context: CGContext, _ rect: (MKMapRect) -> CGRect) throws(GeoError)
  {
    do {
      try context.saving {
        context.clip(to: CGPath(rect(piece.place.mapRect)))
        try context.draw(piece.image, in: rect(piece.source.mapRect))
      }
    } catch let error as GeoError {
      throw error
    } catch {
      throw GeoError(.data, "\(error)")
    }
  }

  /// The frame of a part of the map, with its edges between pixels, so that neighbors meet without a line
  /// between them.
  private static func pixels(
    _ rect: MKMapRect, _ map: CGAffineTransform, _ origin: MKMapPoint, _ scale: Double
  ) -> CGRect {
    // Halfway values round the same way for both neighbors, even if rounding errors differ.
    func whole(_ value: Double) -> Double { (value * scale + 0.5 + 1e-6).rounded(.down) / scale }
    let (left, right) = (
      whole((rect.minX - origin.x) * map.a + map.tx), whole((rect.maxX - origin.x) * map.a + map.tx)
    )
    let (top, bottom) = (
      whole((rect.minY - origin.y) * map.d + map.ty), whole((rect.maxY - origin.y) * map.d + map.ty)
    )
    return CGRect(
      x: min(left, right), y: min(top, bottom), width: abs(right - left), height: abs(bottom - top))
  }
}
