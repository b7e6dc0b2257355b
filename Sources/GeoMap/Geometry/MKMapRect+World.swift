extension MKMapRect {
  /// Whether the rect reaches beyond the 180th meridian on either side.
  @inlinable public var spans180thMeridian: Bool {
    !isNull && (minX < 0 || maxX > MKMapSize.worldWidth)
  }

  /// The part outside the world, wrapped to the other side; null if there is none.
  ///
  /// A rect at least as wide as the world that contains it whole covers every place inside, so it has no
  /// remainder.
  ///
  /// - Source: F-3. The height is unchanged.
  @inlinable public var remainder: MKMapRect {
    let world = MKMapSize.worldWidth
    guard spans180thMeridian, minX > 0 || maxX < world else { return .null }
    if minX < 0 {
      let width = min(maxX, 0) - minX
      return MKMapRect(x: minX + world, y: minY, width: width, height: height)
    }
    let start = max(minX, world)
    return MKMapRect(x: start - world, y: minY, width: maxX - start, height: height)
  }

  /// Returns whether the rects share more than an edge anywhere around the world: also after moving this one
  /// by a world to the west or the east.
  ///
  /// - Source: MG-21.
  @inlinable
  public func intersectsAroundWorld(_ other: MKMapRect) -> Bool {
    intersects(other) || offsetBy(dx: -MKMapSize.worldWidth, dy: 0).intersects(other)
      || offsetBy(dx: MKMapSize.worldWidth, dy: 0).intersects(other)
  }

  /// Returns whether `point`, or the point a world to the west or the east, lies inside or on an edge.
  @inlinable
  public func containsAroundWorld(_ point: MKMapPoint) -> Bool {
    contains(point) || contains(MKMapPoint(x: point.x - MKMapSize.worldWidth, y: point.y))
      || contains(MKMapPoint(x: point.x + MKMapSize.worldWidth, y: point.y))
  }
}
