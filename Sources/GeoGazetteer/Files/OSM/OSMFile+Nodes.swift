import COsmium
import Geo

extension OSMFile {
  func read(node: osm_object, _ coordinate: CLLocationCoordinate2D) -> Bool {
    let tags = OSMTags(node)
    let thing = OSMThing(
      key: "osm:n\(node.id)", tags: tags,
      address: address(tags, OSMMember(type: OSMMember.node, id: node.id)),
      center: coordinate)
    if !thing.address.number.isEmpty { houses[node.id] = thing.address }
    return give(thing)
  }

  /// An object's address, with the street that a relation gives.
  func address(_ tags: OSMTags, _ member: OSMMember) -> AddressParts {
    var address = AddressParts(tags)
    if address.street.isEmpty, !address.number.isEmpty { address.street = streets[member] ?? "" }
    return address
  }

  /// Hands over a thing as a place and as a house.
  func give(_ thing: OSMThing) -> Bool {
    let place = thing.place
    if let place, !give(.place(place)) { return false }
    // A shop's address describes its house. The gazetteer uses it only if no building has that address.
    guard thing.isArea || place == nil && !thing.tags.isFurniture else { return true }
    for record in thing.address.records(
      key: thing.key, at: thing.center, radius: thing.isArea ? thing.radius : 0)
    {
      guard give(.address(record)) else { return false }
    }
    return true
  }
}

/// A tagged object at or around one point.
struct OSMThing {
  var key: String
  var tags: OSMTags
  var address: AddressParts
  var center: CLLocationCoordinate2D
  var radius = 0.0
  var isArea = false

  /// Nil if it is not a named place.
  var place: PlaceRecord? {
    guard let kind = tags.placeKind, let name = tags.name else { return nil }
    var place = PlaceRecord(key: key, kind: kind, name: name, coordinate: center)
    place.otherNames = tags.otherNames
    place.radius = radius
    place.population = tags.population
    place.country = address.country
    place.postalCode = address.postalCode
    place.locality = address.locality
    place.street = address.street
    place.houseNumber = address.number
    return place
  }
}
