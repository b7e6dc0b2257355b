/// The annotations of a map in the order added, and their positions.
///
/// Each has an index in an array, which it keeps while others come and go; a removal leaves a gap. When there
/// are more gaps than annotations, the gaps are closed, so that removal is cheap in the long run.
struct AnnotationList {
  struct Entry {
    let annotation: any MKAnnotation
    /// Its position on the map.
    var point: MKMapPoint
    /// Its view, while it is in sight.
    var view: MKAnnotationView?

    /// Whether it can be visible at all: an invalid coordinate has no position.
    var isSomewhere: Bool { point.x >= 0 }
  }

  /// By index; nil if an annotation was removed.
  private(set) var entries: [Entry?] = []
  /// The indexes of those that got a view, ascending; some may have been removed since.
  private(set) var shown: [Int] = []
  /// The number of annotations.
  private(set) var count = 0
  private var places: [ObjectIdentifier: Int] = [:]
  private var index = MapIndex()

  var annotations: [any MKAnnotation] {
    var all: [any MKAnnotation] = []
    all.reserveCapacity(count)
    for case let entry? in entries { all.append(entry.annotation) }
    return all
  }

  func place(of annotation: any MKAnnotation) -> Int? { places[ObjectIdentifier(annotation)] }

  func view(of annotation: any MKAnnotation) -> MKAnnotationView? {
    place(of: annotation).flatMap { entries[$0]?.view }
  }

  /// Reserves room for this many more.
  mutating func reserve(_ more: Int) {
    // Reserving just the needed room each time would copy everything each time.
    guard more > 16 else { return }
    entries.reserveCapacity(entries.count + more)
    places.reserveCapacity(places.count + more)
  }

  /// Adds an annotation; false if the list contains it already.
  mutating func add(_ annotation: any MKAnnotation) -> Bool {
    let key = ObjectIdentifier(annotation)
    guard places[key] == nil else { return false }
    let entry = Entry(annotation: annotation, point: MKMapPointForCoordinate(annotation.coordinate))
    places[key] = entries.count
    if entry.isSomewhere { index.insert(entries.count, entry.point) }
    entries.append(entry)
    count += 1
    return true
  }

  /// Removes an annotation and returns its entry; nil if the list does not contain it.
  mutating func remove(_ annotation: any MKAnnotation) -> Entry? {
    guard let place = places.removeValue(forKey: ObjectIdentifier(annotation)) else { return nil }
    let entry = entries[place]
    entries[place] = nil
    count -= 1
    index.remove(place)
    return entry
  }

  /// Updates the position of an annotation.
  mutating func move(_ place: Int) {
    guard var entry = entries[place] else { return }
    entry.point = MKMapPointForCoordinate(entry.annotation.coordinate)
    entries[place] = entry
    if entry.isSomewhere { index.move(place, to: entry.point) } else { index.remove(place) }
  }

  mutating func setView(_ view: MKAnnotationView?, at place: Int) { entries[place]?.view = view }

  /// Stores which indexes have a view.
  mutating func setShown(_ places: [Int]) { shown = places }

  /// The indexes of the annotations in `rect`, its edges included, ascending.
  func places(in rect: MKMapRect) -> [Int] { index.keys(in: rect) }

  /// Closes the gaps if there are more than annotations; indexes change.
  mutating func closeGaps() {
    guard entries.count > 2 * count + 64 else { return }
    let old = entries
    entries = []
    entries.reserveCapacity(count)
    index = MapIndex()
    shown = []
    for case let entry? in old {
      let place = entries.count
      entries.append(entry)
      places[ObjectIdentifier(entry.annotation)] = place
      if entry.view != nil { shown.append(place) }
      if entry.isSomewhere { index.insert(place, entry.point) }
    }
  }
}
