import Geo
import GeoLua
import Synchronization

/// The zones of places, for `--time-zone auto` on sources that cannot be read twice.
///
/// Sendable by its mutex: the gazetteer is asked by one worker at a time, and only when a script or an alert needs a
/// local time.
final class PlaceZones: Sendable {
  private struct Known {
    let gazetteer = GazetteerCache { _ in }
    /// By the degree's hundredth, about a kilometer; zones do not change within it.
    var zones: [Cell: TimeZoneRules] = [:]
  }

  private struct Cell: Hashable {
    let latitude: Int
    let longitude: Int
  }

  private let known = Mutex(Known())
  /// The most places that are remembered.
  private static let most = 10_000

  /// Returns the zone at a place; nil if nothing is known there.
  func zone(at place: CLLocationCoordinate2D) -> TimeZoneRules? {
    guard CLLocationCoordinate2DIsValid(place) else { return nil }
    let cell = Cell(
      latitude: Int((place.latitude * 100).rounded()), longitude: Int((place.longitude * 100).rounded()))
    return known.withLock { known in
      if let zone = known.zones[cell] { return zone }
      var request = GeocodeRequest(.position(place))
      request.limit = 1
      guard let name = try? known.gazetteer.places(request, in: nil).first?.timeZone,
        let zone = try? ZoneInfo.rules(name)
      else { return nil }
      if known.zones.count >= PlaceZones.most { known.zones.removeAll() }
      known.zones[cell] = zone
      return zone
    }
  }
}
