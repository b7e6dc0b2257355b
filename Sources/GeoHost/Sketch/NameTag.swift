import Geo

/// A name that has a place on a map, with the line to what it names if that is not beside it.
struct NameTag {
  let mark: Mark
  let leader: MKPolyline?

  /// The space around a name.
  static let margin = CGSize(width: 3, height: 1)
}

extension HostMap {
  /// The space for names on the map as it is now.
  func labelSpace(_ drawingContext: DrawingContext) -> LabelSpace {
    map.labelSpace(in: drawingContext.measuring)
  }

  /// Gives names their places in a space; returns those that have room.
  ///
  /// - Source: PI-15.
  func tags(
    _ names: [(candidate: LabelCandidate, text: TextBlock, color: UIColor)], in space: inout LabelSpace
  ) -> [NameTag] {
    space.place(names.map(\.candidate)).map { place in
      let (_, text, color) = names[place.candidate]
      let size = place.frame.size
      let mark = Mark(coordinate(at: place.frame.middle)) {
        NameView($0, text, size: size, color: color)
      }
      let leader = place.leader.map { leader in
        MKPolyline(coordinates: [leader.from, leader.to].map { coordinate(at: $0) })
      }
      return NameTag(mark: mark, leader: leader)
    }
  }

  private func coordinate(at point: CGPoint) -> CLLocationCoordinate2D {
    map.convert(point, toCoordinateFrom: map)
  }

  func add(_ tag: NameTag) {
    if let leader = tag.leader {
      add(leader, LineStyle(stroke: palette.ink.withAlphaComponent(0.8), width: 1))
    }
    add(tag.mark)
  }
}
