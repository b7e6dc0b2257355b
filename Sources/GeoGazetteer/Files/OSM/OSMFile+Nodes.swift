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

  /// What it says of its house, and which street a relation says that it is in.
  func address(_ tags: OSMTags, _ member: OSMMember) -> AddressParts {
    var address = AddressParts(tags)
    if address.street.isEmpty, !address.number.isEmpty { address.street = streets[member] ?? "" }
    return address
  }

  /// The place and the house that something is.
  func give(_ thing: OSMThing) -> Bool {
    let place = thing.place
    if let place, !give(.place(place)) { return false }
    // A shop stands in a house, which others say better; the gazetteer goes by it where nobody does.
    guard thing.isArea || place == nil && !thing.tags.isFurniture else { return true }
    for record in thing.address.records(
      key: thing.key, at: thing.center, radius: thing.isArea ? thing.radius : 0)
    {
      guard give(.address(record)) else { return false }
    }
    return true
  }
}

/// What stands at one place, or around it.
struct OSMThing {
  var key: String
  var tags: OSMTags
  var address: AddressParts
  var center: CLLocationCoordinate2D
  var radius = 0.0
  var isArea = false

  /// Nil where it is no place with a name.
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
