import Geo

/// A position as the exports of phones write it: `48.8584°, 2.2945°`, or a geo URI such as `geo:48.8584,2.2945,35;u=10`.
///
/// - Source: RFC 5870: the scheme and the names of parameters are in letters of either case, the third coordinate is the
///   altitude, and `u` is the uncertainty in meters.
struct TimelinePlace {
  var coordinate: CLLocationCoordinate2D
  var altitude = CLLocationDistance.nan
  var accuracy = CLLocationAccuracy.nan

  private static let scheme = "geo:"

  /// Reads a position; nil for anything else, and for coordinates of another reference system.
  init?(_ text: String) {
    let isURI = text.prefix(Self.scheme.count).lowercased() == Self.scheme
    var parts = text.dropFirst(isURI ? Self.scheme.count : 0).split(
      separator: ";", omittingEmptySubsequences: false)
    let numbers = parts.removeFirst().split(separator: ",", omittingEmptySubsequences: false).map {
      Double($0.filter { $0 != "°" && !$0.isWhitespace })
    }
    guard isURI || parts.isEmpty, numbers.count == 2 || (isURI && numbers.count == 3),
      let latitude = numbers[0], let longitude = numbers[1]
    else { return nil }
    coordinate = CLLocationCoordinate2DMake(latitude, longitude)
    if numbers.count == 3 {
      guard let height = numbers[2], height.isFinite else { return nil }
      altitude = height
    }
    for part in parts {
      let words = part.lowercased().split(separator: "=", maxSplits: 1)
      switch words.first {
      case "crs": guard words.last == "wgs84" else { return nil }
      case "u":
        if let radius = Double(words[words.count - 1]), radius >= 0, radius.isFinite { accuracy = radius }
      default: break
      }
    }
  }
}
