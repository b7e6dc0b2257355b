import GeoCore

extension Outline {
  /// Returns whether a place is at most `limit` meters outside the edges (negative: inside).
  func isWithin(_ limit: CLLocationDistance, of place: CLLocationCoordinate2D) -> Bool {
    if limit == 0 { return contains(place) }
    if limit < 0 { return contains(place) && !isEdgeCloser(than: -limit, to: place) }
    return contains(place) || isEdgeCloser(than: limit.nextUp, to: place)
  }

  /// Returns the geodesic distance to the nearest place on an edge, negative inside; above 0 outside, however
  /// near.
  func signedDistance(to place: CLLocationCoordinate2D) -> CLLocationDistance {
    let distance = distance(to: place)
    return contains(place) ? -distance : max(distance, .leastNonzeroMagnitude)
  }

  /// Returns whether an edge is nearer than `limit` meters by the geodesic.
  func isEdgeCloser(than limit: CLLocationDistance, to place: CLLocationCoordinate2D) -> Bool {
    guard limit > 0, stripCount > 0 else { return false }
    let frame = LocalFrame(x: lift(place.longitude), latitude: place.latitude)
    // Beyond the limit by the maximum error of a distance.
    let reach = limit + 2 * LocalFrame.error(limit)
    guard reach <= frame.greatestDistance else { return distance(to: place) < limit }
    let span = frame.span(of: reach)
    var isClose = false
    forEachEdge(near: frame, span) { edge, frame in
      guard let (near, _, from, to) = frame.distance(to: edge, within: span) else { return true }
      let error = LocalFrame.error(near)
      if near > limit + error { return true }
      if near < limit - error {
        isClose = true
        return false
      }
      var exact = limit.nextUp
      edge.lower(&exact, by: place, from: from, to: to)
      isClose = exact < limit
      return !isClose
    }
    return isClose
  }

  /// Returns the geodesic distance to the nearest place on an edge, infinite if there is none.
  func distance(to place: CLLocationCoordinate2D) -> CLLocationDistance {
    let frame = LocalFrame(x: lift(place.longitude), latitude: place.latitude)
    var reach = 50.0
    while reach <= frame.greatestDistance {
      let span = frame.span(of: reach)
      var nearest = CLLocationDistance.infinity
      forEachEdge(near: frame, span) { edge, frame in
        if let found = frame.distance(to: edge, within: span) { nearest = min(nearest, found.distance) }
        return true
      }
      if nearest + LocalFrame.error(nearest) < reach {
        let least = nearest + 2 * LocalFrame.error(nearest)
        var best = CLLocationDistance.infinity
        forEachEdge(near: frame, span) { edge, frame in
          if let found = frame.distance(to: edge, within: span), found.distance <= least {
            edge.lower(&best, by: place, near: found.t)
          }
          return true
        }
        return best
      }
      reach *= 5
    }
    return distanceAnywhere(to: place)
  }

  /// The same for any distance and place: bounds for all edges, exact distances for the nearest.
  private func distanceAnywhere(to place: CLLocationCoordinate2D) -> CLLocationDistance {
    var best = CLLocationDistance.infinity
    let edges = edges
    for edge in edges {
      let around = Geodesic.sphericalDistance(from: place, to: edge.place(0.5))
      best = min(best, around * CapSpan.greatestRatio + 1e-3)
    }
    for edge in edges { edge.lower(&best, by: place) }
    return best
  }

  /// Calls `body` with the edges that may come within `span` of a frame's place, and the frame lifted like
  /// them, until it returns false; an edge may occur twice.
  @inline(__always)
  private func forEachEdge(
    near frame: LocalFrame, _ span: (x: Double, y: Double), _ body: (Edge, LocalFrame) -> Bool
  ) {
    guard frame.y + span.y >= south, frame.y - span.y <= north else { return }
    for lift in 0..<3 {
      let turn = lift == 0 ? 0.0 : lift == 1 ? -360 : 360
      let low = frame.x + turn - span.x
      let high = frame.x + turn + span.x
      guard high >= west, low <= east else { continue }
      let frame = frame.shifted(turn)
      let first = strip(low)
      for strip in first...self.strip(high) {
        for i in Int(starts[strip])..<Int(starts[strip + 1]) {
          let edge = listed[i]
          guard edge.south <= frame.y + span.y, edge.north >= frame.y - span.y, edge.west <= high,
            edge.east >= low, strip == first || self.strip(edge.west) == strip
          else { continue }
          guard body(edge, frame) else { return }
        }
      }
    }
  }
}
