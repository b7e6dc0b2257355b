import COsmium
import Geo
import GeoFormats

extension OSMFile {
  /// First pass: notes which outlines and which houses' streets to remember.
  func collectReferences(_ relation: osm_object, _ members: UnsafeBufferPointer<osm_member>) -> Bool {
    let tags = OSMTags(relation)
    switch tags["type"] {
    case "multipolygon", "boundary":
      guard tags.border != nil || tags["boundary"] == nil && tags.isOfUse else { return true }
      for member in members where member.type == OSMMember.way {
        outlines.updateValue(nil, forKey: member.id)
      }
    case "associatedStreet", "street":
      guard let name = tags.first("addr:street", "name") else { return true }
      for member in members {
        guard let role = member.role, ["house", "address"].contains(String(cString: role)) else { continue }
        streets[OSMMember(type: member.type, id: member.id)] = name
      }
    default: break
    }
    return true
  }

  /// Second pass, after all ways are known.
  func read(relation: osm_object, _ members: UnsafeBufferPointer<osm_member>) -> Bool {
    let tags = OSMTags(relation)
    guard tags.is("type", "multipolygon") || tags.is("type", "boundary") else { return true }
    let border = tags.border
    guard border != nil || tags["boundary"] == nil && tags.isOfUse else { return true }
    let key = "osm:r\(relation.id)"
    var (outer, inner): ([OSMOutline], [OSMOutline]) = ([], [])
    for member in members where member.type == OSMMember.way {
      guard let outline = outlines[member.id] ?? nil else {
        skips.count("borders", "\(path): relation \(relation.id): a part of its edge is not in the file")
        return true
      }
      if member.role.map({ String(cString: $0) }) == "inner" {
        inner.append(outline)
      } else {
        outer.append(outline)
      }
    }
    guard var rings = OSMRings.closed(outer) else {
      skips.count("borders", "\(path): relation \(relation.id): its edge is not closed")
      return true
    }
    let holes = OSMRings.closed(inner) ?? []
    // The largest ring first: it gives the position.
    let sizes = rings.map { OSMRings(rings: [$0]).radius }
    rings = rings.indices.sorted { sizes[$0] == sizes[$1] ? $0 < $1 : sizes[$0] > sizes[$1] }.map {
      rings[$0]
    }
    guard let center = OSMRings(rings: rings + holes).center else { return true }
    if let border {
      // A maritime border does not show where the land ends.
      if case .area = border, outer.contains(where: \.isMaritime) { return true }
      return give(border: border, key: key, tags, rings, holes, center)
    }
    if tags.isStreet, let name = tags.name, !give(street(key, name, tags, rings[0])) { return false }
    return give(
      OSMThing(
        key: key, tags: tags, address: address(tags, OSMMember(type: OSMMember.relation, id: relation.id)),
        center: center, radius: OSMRings(rings: rings).radius, isArea: true))
  }

  private func give(
    border: OSMBorder, key: String, _ tags: OSMTags, _ rings: [[CLLocationCoordinate2D]],
    _ holes: [[CLLocationCoordinate2D]], _ center: CLLocationCoordinate2D
  ) -> Bool {
    switch border {
    case .postal(let code):
      var place = PlaceRecord(key: key, kind: .postalArea, name: code, coordinate: center)
      place.postalCode = code
      place.country = tags.country
      place.radius = OSMRings(rings: rings).radius
      return give(.place(place))
    case .area(let kind, let code):
      guard let name = tags.name else { return true }
      var area = AreaRecord(kind: kind, code: code, name: name)
      area.otherNames = tags.otherNames
      area.polygons = rings.map { ring in
        let whole = OSMRings(rings: [ring])
        return [ring] + holes.filter { hole in hole.first.map(whole.contains) == true }
      }
      return give(.area(area))
    }
  }
}

/// The area that a relation's borders enclose.
enum OSMBorder {
  case area(AreaKind, code: String)
  case postal(String)
}

extension OSMTags {
  /// Nil without administrative borders of a used level, or without a code.
  ///
  /// - Source: OpenStreetMap's wiki, "Tag:boundary=administrative": 2 is a country, 4 usually the first
  ///   level.
  var border: OSMBorder? {
    if self.is("boundary", "postal_code") { return self["postal_code"].map { .postal($0) } }
    guard self.is("boundary", "administrative"), let level = self["admin_level"] else { return nil }
    switch level {
    case "2": return first("ISO3166-1:alpha2", "ISO3166-1").map { .area(.country, code: $0) }
    // The code keeps ISO's hyphen: GeoNames' codes have a dot and other numbers.
    case "4": return self["ISO3166-2"].map { .area(.region, code: $0) }
    default: return nil
    }
  }
}
