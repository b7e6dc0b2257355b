import Geo

/// The order in which the points of a file are delivered.
enum GPXOrder {
  /// Waypoints and route points in order of their times; points without a time stay behind the one before them.
  static func ofWay(_ points: [GPXPoint]) -> [GPXPoint] {
    var last = -TimeInterval.infinity
    let keys = points.map { point in
      if !point.time.isNaN { last = point.time }
      return last
    }
    return points.indices.sorted { (keys[$0], $0) < (keys[$1], $1) }.map { points[$0] }
  }

  /// Segments of tracks in order of their first times, each as a whole: some exports begin with the newest track.
  ///
  /// - Source: HO-181.
  static func ofTracks(_ points: [GPXPoint]) -> [GPXPoint] {
    let starts = points.indices.filter {
      $0 == 0 || points[$0].isAfterGap || points[$0].track != points[$0 - 1].track
    }
    var pieces = zip(starts, starts.dropFirst() + [points.count]).map { points[$0..<$1] }
    let times = pieces.map { piece in piece.lazy.map(\.time).filter { !$0.isNaN }.min() ?? .nan }
    // Times that are missing count from the point before.
    guard !times.contains(where: \.isNaN), times != times.sorted() else { return points }
    pieces = pieces.indices.sorted { (times[$0], $0) < (times[$1], $1) }.map { pieces[$0] }
    var track: Int?
    return pieces.flatMap { piece in
      var piece = Array(piece)
      // A segment that follows another of its track now begins with a loss of the signal.
      piece[0].isAfterGap = piece[0].track == track
      track = piece[0].track
      return piece
    }
  }
}
