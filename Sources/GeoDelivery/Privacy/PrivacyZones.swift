package import Geo
import GeoFormats
import GeoLua
import Synchronization

/// The areas of `--privacy-zone`: inside of one, what the host writes has the zone's name in place of a position.
///
/// Whatever brings a position out of the process asks here first; PR-1 lists all places.
///
/// - Source: PR-2 … PR-4.
package final class PrivacyZones: Sendable {
  package struct Zone: Sendable {
    package let name: String
    let region: MonitoredRegion
    /// Where tracks end: the point of the edge north of its northernmost corner, or of its center.
    package fileprivate(set) var edge: CLLocationCoordinate2D
  }

  package let zones: [Zone]
  private let knownSets = Mutex<[RegionSet: RegionSet]>([:])

  /// Reads the files of zones; nil without any.
  ///
  /// - Errors: ``GeoError``: `noInput` for a file that cannot be read, `data` for one with anything that is not an area:
  ///   half of the zones would be worse than none.
  package convenience init?(files: [String]) throws(GeoError) {
    var regions: [MonitoredRegion] = []
    for path in files {
      let file = try FenceFile.read(path, desiredAccuracy: 0, timeZones: FenceFile.systemTimeZones)
      if let flaw = file.skips.kinds.first?.entry.first {
        throw GeoError(.data, "every area of a privacy zone must be readable: \(flaw)", at: path)
      }
      guard !file.regions.isEmpty else {
        throw GeoError(
          .data, "contains no area: a privacy zone is a circle, a polygon or a corridor", at: path)
      }
      for region in file.regions where !(region.innerRadius > 0) {
        throw GeoError(
          .data,
          "the privacy zone '\(PlainText.line(region.identifier))' has no area: give it a radius above 0",
          at: path)
      }
      regions += file.regions
    }
    guard !regions.isEmpty else { return nil }
    self.init(regions)
  }

  package init(_ regions: [MonitoredRegion]) {
    var zones = regions.map { Zone(name: $0.identifier, region: $0, edge: $0.northernEdge) }
    // Of overlapping zones, tracks end at the edge of all.
    for index in zones.indices {
      for _ in zones {
        let edge = zones[index].edge
        guard let other = regions.first(where: { $0.signedDistance(to: edge) < -1 }) else { break }
        zones[index].edge = other.northernEdge
      }
    }
    self.zones = zones
  }

  /// Returns the zone that a place lies in, on its edge, too; nil outside of all, and without a place.
  package func zone(at place: CLLocationCoordinate2D?) -> Zone? {
    guard let place, CLLocationCoordinate2DIsValid(place) else { return nil }
    return zones.first { $0.region.holds(place) }
  }

  /// Returns the first zone of that name.
  package func zone(called name: String?) -> Zone? { zones.first { $0.name == name } }

  /// Returns what is shown for a place: in a zone, the point where tracks end.
  package func shown(_ place: CLLocationCoordinate2D) -> CLLocationCoordinate2D {
    zone(at: place)?.edge ?? place
  }

  /// The names of the first zones, for the first line of a recording.
  package var names: JSONValue { .array(zones.prefix(20).map { .string(String($0.name.prefix(40))) }) }

  // MARK: Regions

  /// Returns what is shown for a region: in place of one that names a place in a zone, a point at the zone's edge.
  package func masked(_ region: MonitoredRegion) -> MonitoredRegion {
    guard let zone = zone(of: region) else { return region }
    return MonitoredRegion(identifier: region.identifier, center: zone.edge, radius: 1)
  }

  /// Returns the regions of a file as GeoJSON for others; nil if they may have the file itself.
  ///
  /// - Errors: those of ``FenceFile``.
  package func fences(_ path: String) throws(GeoError) -> String? {
    let regions = try FenceFile.read(path, desiredAccuracy: 0, timeZones: FenceFile.systemTimeZones).regions
    guard regions.contains(where: { zone(of: $0) != nil }) else { return nil }
    return GeoJSON.text(of: regions.map(masked))
  }

  /// Returns the regions that are shown for those of a set.
  package func masked(_ set: RegionSet) -> RegionSet {
    if let known = knownSets.withLock({ $0[set] }) { return known }
    let isMasked = set.regions.contains { zone(of: $0) != nil }
    let shown = isMasked ? RegionSet.empty.adding(contentsOf: set.regions.map(masked)) : set
    knownSets.withLock { known in
      if known.count >= PrivacyZones.mostSets { known.removeAll() }
      known[set] = shown
    }
    return shown
  }

  /// Devices of one script have few sets.
  private static let mostSets = 64

  /// Whether a region of a device names a place in a zone.
  func hides(_ identifier: String, of device: Device) -> Bool {
    let set = device.monitoredSet
    return set.slot(of: identifier).map { zone(of: set.region(at: $0)) != nil } ?? false
  }

  /// Returns the zone in which a region names a place: its center, or a corner.
  package func zone(of region: MonitoredRegion) -> Zone? {
    let corners = region.shape == nil ? [] : region.outlinePlaces
    return zone(at: region.center) ?? corners.lazy.compactMap { self.zone(at: $0) }.first
  }

  /// Returns the zone that a server would learn of by a request for this part of the map: its middle is in the zone, and
  /// it is smaller.
  package func zone(hiding rect: MKMapRect) -> Zone? {
    let middle = MKCoordinateForMapPoint(MKMapPoint(x: rect.midX, y: rect.midY))
    guard let zone = zone(at: middle) else { return nil }
    let side = rect.width * MKMetersPerMapPointAtLatitude(middle.latitude)
    return side < 2 * zone.region.radius ? zone : nil
  }
}

extension PrivacyZones.Zone {
  /// What stands where a reason would have numbers.
  package var words: String { "in the privacy zone '\(PlainText.line(name))'" }

  /// Why a server is not asked.
  package var refusal: String { "the position is \(words): no server is asked about it" }
}

extension MonitoredRegion {
  fileprivate func holds(_ place: CLLocationCoordinate2D) -> Bool {
    if let shape { return shape.contains(place) }
    // A degree of latitude has at least 110.5 km: most fixes are far away.
    guard abs(place.latitude - center.latitude) * 110_500 <= radius else { return false }
    return Geodesic.distance(from: center, to: place) <= radius
  }

  /// The point of the edge north of the northernmost corner, or of a circle's center.
  fileprivate var northernEdge: CLLocationCoordinate2D {
    let start =
      shape == nil ? center : outlinePlaces.max { $0.latitude < $1.latitude } ?? center
    func place(_ distance: Double) -> CLLocationCoordinate2D {
      Geodesic.direct(from: start, azimuth: 0, distance: distance).destination
    }
    var (inside, outside) = (0.0, min(2 * radius + 1, 10_000_000))
    guard signedDistance(to: place(outside)) > 0 else { return start }
    // To a thousandth of a meter.
    while outside - inside > 1e-3 {
      let middle = (inside + outside) / 2
      if signedDistance(to: place(middle)) > 0 { outside = middle } else { inside = middle }
    }
    return place(outside)
  }
}
