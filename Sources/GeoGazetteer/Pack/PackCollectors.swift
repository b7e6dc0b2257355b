import Geo

/// Collects the results of a search through a ``PlaceTree``.
protocol PackCollector {
  /// Squared chord, in square meters, beyond which a place does not count.
  var bound: Float { get }
  /// Takes the place with this index at this squared chord, which is below the bound.
  mutating func offer(_ index: Int, _ squared: Float)
}

/// The condition for places.
protocol PackFilter {
  func accepts(_ index: Int) -> Bool
}

struct AnyPlace: PackFilter {
  @inline(__always)
  func accepts(_ index: Int) -> Bool { true }
}

/// Collects the nearest place by chord, and whether another may be equally near.
struct NearestCollector<Filter: PackFilter>: PackCollector {
  let filter: Filter
  var bound: Float
  var index = -1
  var nearest = Float.infinity
  var second = Float.infinity
  private let records: PackList<PackPlace>

  init(_ filter: Filter, within chord: Float, _ records: PackList<PackPlace>) {
    self.filter = filter
    bound = chord * chord
    self.records = records
  }

  @inline(__always)
  mutating func offer(_ index: Int, _ squared: Float) {
    if squared < nearest {
      guard filter.accepts(index) else { return }
      second = nearest
      nearest = squared
      self.index = index
      // The caller reads it next, and most of the search is still ahead.
      records.willRead(index)
      let reach = PlaceTree.reach(of: squared.squareRoot())
      bound = min(bound, reach * reach)
    } else if squared < second, filter.accepts(index) {
      second = squared
    }
  }
}

/// Collects the nearest on the ellipsoid within a chord; of several at one point, the one with the lowest
/// number.
struct ExactCollector<Filter: PackFilter>: PackCollector {
  let filter: Filter
  let bound: Float
  let origin: CLLocationCoordinate2D
  let records: PackList<PackPlace>
  var index = -1
  private var best = PackPlace()
  private var distance = CLLocationDistance.infinity

  init(
    _ filter: Filter, squared: Float, from origin: CLLocationCoordinate2D, _ records: PackList<PackPlace>
  ) {
    (self.filter, bound, self.origin, self.records) = (filter, squared, origin, records)
  }

  mutating func offer(_ index: Int, _ squared: Float) {
    guard filter.accepts(index), let place = records[index] else { return }
    // Thousands may share a point, for example those of a postal code.
    let isSame = self.index >= 0 && place.latitude == best.latitude && place.longitude == best.longitude
    let distance = isSame ? self.distance : Geodesic.distance(from: origin, to: place.coordinate)
    guard distance < self.distance || (distance == self.distance && place.number < best.number) else {
      return
    }
    (self.index, best, self.distance) = (index, place, distance)
  }
}

/// Collects all places within a chord.
struct RangeCollector<Filter: PackFilter>: PackCollector {
  let filter: Filter
  let bound: Float
  var found: [(index: Int, squared: Float)] = []

  init(_ filter: Filter, squared: Float) {
    self.filter = filter
    bound = squared
  }

  mutating func offer(_ index: Int, _ squared: Float) {
    if filter.accepts(index) { found.append((index, squared)) }
  }
}

/// Collects the nearest few, and any that may be as near as the last of them.
struct NearestFewCollector<Filter: PackFilter>: PackCollector {
  let filter: Filter
  let count: Int
  var bound = Float.infinity
  /// The nearest first.
  var found: [(index: Int, squared: Float)] = []

  init(_ filter: Filter, count: Int) {
    self.filter = filter
    self.count = count
  }

  mutating func offer(_ index: Int, _ squared: Float) {
    guard filter.accepts(index) else { return }
    var low = 0
    var high = found.count
    while low < high {
      let middle = (low + high) / 2
      if found[middle].squared <= squared { low = middle + 1 } else { high = middle }
    }
    found.insert((index, squared), at: low)
    guard found.count >= count else { return }
    // More results at one point are dropped.
    if found.count > count + 256 { found.removeLast() }
    let reach = PlaceTree.reach(of: found[count - 1].squared.squareRoot())
    bound = reach * reach
    while let last = found.last, last.squared > bound { found.removeLast() }
  }
}
