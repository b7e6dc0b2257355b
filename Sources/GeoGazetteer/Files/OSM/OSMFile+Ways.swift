import COsmium
import Geo
import GeoFormats

extension OSMFile {
  func read(way: osm_object, _ nodes: UnsafeBufferPointer<osm_place>) -> Bool {
    let isEdge = outlines.keys.contains(way.id)
    let tags = OSMTags(way)
    guard isEdge || !tags.isEmpty, let first = nodes.first, let last = nodes.last else { return true }
    let places = nodes.lazy.map { CLLocationCoordinate2D(latitude: $0.latitude, longitude: $0.longitude) }
      .filter { abs($0.latitude) <= 90 && abs($0.longitude) <= 180 }
    let line = Array(places)
    let isWhole = line.count == nodes.count
    if isEdge, isWhole {
      outlines[way.id] = OSMOutline(
        first: first.id, last: last.id, places: line, isMaritime: tags.is("maritime", "yes"))
    }
    guard tags.isOfUse else { return true }
    guard let middle = line.first else {
      skips.count("nodes", "\(path): way \(way.id): its nodes are not in the file")
      return true
    }
    let key = "osm:w\(way.id)"
    if tags.isStreet, let name = tags.name, line.count > 1, !give(street(key, name, tags, line)) {
      return false
    }
    if let text = tags["addr:interpolation"] {
      return give(houses: OSMInterpolation(text), key: key, tags, nodes)
    }
    let isArea = isWhole && first.id == last.id && line.count > 3
    let rings = OSMRings(rings: [line])
    return give(
      OSMThing(
        key: key, tags: tags, address: address(tags, OSMMember(type: OSMMember.way, id: way.id)),
        center: (isArea ? rings.center : OSMLine.point(of: line, at: 0.5)) ?? middle,
        radius: rings.radius, isArea: isArea))
  }

  func street(
    _ key: String, _ name: String, _ tags: OSMTags, _ line: [CLLocationCoordinate2D]
  ) -> GazetteerRecord {
    var street = StreetRecord(key: key, name: name, line: line)
    street.otherNames = tags.otherNames
    street.locality = tags["addr:city"] ?? ""
    street.postalCode = tags.first("postal_code", "addr:postcode") ?? ""
    return .street(street)
  }

  /// Interpolates the houses between the known ones of a way.
  private func give(
    houses interpolation: OSMInterpolation?, key: String, _ tags: OSMTags,
    _ nodes: UnsafeBufferPointer<osm_place>
  ) -> Bool {
    guard let interpolation else {
      skips.count("interpolation", "\(path): \(key): its house numbers cannot be interpolated")
      return true
    }
    var (previous, number): (AddressParts?, Int) = (nil, 0)
    var line: [CLLocationCoordinate2D] = []
    for node in nodes {
      // A node outside the file breaks the line.
      guard abs(node.latitude) <= 90, abs(node.longitude) <= 180 else {
        previous = nil
        continue
      }
      line.append(CLLocationCoordinate2D(latitude: node.latitude, longitude: node.longitude))
      guard let house = self.houses[node.id], let next = Int(house.number) else { continue }
      if var previous {
        previous.complete(with: AddressParts(tags))
        previous.complete(with: house)
        for (number, coordinate) in interpolation.houses(from: number, to: next, along: line) {
          let record = previous.record(key: "\(key):\(number)", number: String(number), at: coordinate)
          guard give(.address(record)) else { return false }
        }
      }
      (previous, number, line) = (house, next, line.suffix(1))
    }
    return true
  }
}

extension OSMTags {
  /// Whether it has a name or a number; most ways have neither.
  var isOfUse: Bool {
    name != nil || has("addr:interpolation")
      || first("addr:housenumber", "addr:streetnumber", "addr:conscriptionnumber") != nil
  }
}
