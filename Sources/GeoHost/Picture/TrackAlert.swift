import Geo

/// A numbered alert in a picture.
struct TrackAlert {
  var time: TimeInterval
  var title: String
  var coordinate: CLLocationCoordinate2D
  var color: UIColor

  /// The most alerts that get a pin.
  private static let most = 200

  /// The alerts of all devices by time, and the number of those left out.
  static func list(_ tracks: [DeviceTrack], _ palette: Palette) -> (alerts: [TrackAlert], more: Int) {
    var all: [(alert: TrackAlert, device: UInt32)] = []
    for track in tracks {
      let color = palette.track(Int(track.device.index))
      for alert in track.alerts {
        all.append(
          (
            TrackAlert(time: alert.time, title: alert.title, coordinate: alert.coordinate, color: color),
            track.device.index
          ))
      }
    }
    // The alerts of one device are already in order, which the sort keeps.
    let sorted = all.enumerated().sorted {
      ($0.element.alert.time, $0.element.device, $0.offset) < (
        $1.element.alert.time, $1.element.device, $1.offset
      )
    }.map(\.element.alert)
    let more = tracks.reduce(max(0, sorted.count - most)) { $0 + $1.moreAlerts }
    return (Array(sorted.prefix(most)), more)
  }
}

/// Alerts that share a pin because their pins would overlap.
struct PinGroup {
  /// Numbers from 1, ascending.
  var members: [Int]
  /// Where the pin is.
  var rect: CGRect

  /// Joins pins until none overlap.
  static func groups(
    _ alerts: [TrackAlert], in map: MKMapView, measure: (TextBlock) -> CGSize
  ) -> [PinGroup] {
    var groups: [PinGroup] = []
    func rect(_ members: [Int]) -> CGRect {
      let foot = map.convert(alerts[members[0] - 1].coordinate, toPointTo: map)
      let text = TextBlock(NumberRanges.text(members), font: NumberPinView.font)
      let size = NumberPinView.size(of: measure(text))
      return CGRect(
        x: foot.x - size.width / 2, y: foot.y - size.height, width: size.width, height: size.height)
    }
    for number in alerts.indices.map({ $0 + 1 }) {
      var group = PinGroup(members: [number], rect: rect([number]))
      while let index = groups.firstIndex(where: {
        $0.rect.insetBy(dx: 5, dy: 6).intersects(group.rect.insetBy(dx: 5, dy: 6))
      }) {
        let members = (groups.remove(at: index).members + group.members).sorted()
        group = PinGroup(members: members, rect: rect(members))
      }
      groups.append(group)
    }
    return groups.sorted { $0.members[0] < $1.members[0] }
  }
}

/// Numbers as people write them: `1–3, 7`.
enum NumberRanges {
  /// - Parameter most: pieces; the rest is `…`.
  static func text(_ numbers: [Int], most: Int = 3) -> String {
    var ranges: [ClosedRange<Int>] = []
    for number in numbers {
      if let last = ranges.last, last.upperBound + 1 == number {
        ranges[ranges.count - 1] = last.lowerBound...number
      } else {
        ranges.append(number...number)
      }
    }
    let texts = ranges.prefix(most).map { range in
      switch range.count {
      case 1: "\(range.lowerBound)"
      case 2: "\(range.lowerBound), \(range.upperBound)"
      default: "\(range.lowerBound)–\(range.upperBound)"
      }
    }
    return texts.joined(separator: ", ") + (ranges.count > most ? " …" : "")
  }
}
