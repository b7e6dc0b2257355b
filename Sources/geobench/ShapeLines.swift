import Geo

/// Answers questions about shapes, one per line, to compare with other programs.
///
/// `polygon PARTS`, `corridor HALFWIDTH N lat lon …` and `box S W N E` set the shape, where PARTS is the number of parts,
/// for each the number of rings, and for each of these the number of coordinates and `lat lon` of each.
/// `? LAT LON` prints 1 if the shape contains the place, 0 if not; `d LAT LON` prints the signed distance; `w M LAT LON`
/// whether it is within M meters; `about` the center, the reach and the inner radius.
enum ShapeLines {
  static func run() throws {
    var shape: AreaShape?
    while let line = readLine() {
      let words = line.split(separator: " ")
      guard let command = words.first else { continue }
      var numbers = Numbers(rest: words.dropFirst().compactMap { Double($0) }[...])
      do throws(ShapeFlaw) {
        switch command {
        case "polygon": shape = .polygon(try PolygonShape(parts: numbers.parts()))
        case "corridor":
          let halfWidth = numbers.next()
          shape = .corridor(try CorridorShape(path: numbers.ring(), halfWidth: halfWidth))
        case "box":
          shape = .box(try BoxShape(southWest: numbers.coordinate(), northEast: numbers.coordinate()))
        default: answer(command, &numbers, shape)
        }
      } catch {
        shape = nil
        print("flaw", error)
      }
    }
  }

  private static func answer(_ command: Substring, _ numbers: inout Numbers, _ shape: AreaShape?) {
    guard let shape else { return }
    switch command {
    case "?": print(shape.contains(numbers.coordinate()) ? 1 : 0)
    case "d": print(shape.signedDistance(to: numbers.coordinate()))
    case "w":
      let limit = numbers.next()
      print(shape.isWithin(limit, of: numbers.coordinate()) ? 1 : 0)
    default: print(shape.center.latitude, shape.center.longitude, shape.reach, shape.innerRadius)
    }
  }

  private struct Numbers {
    var rest: ArraySlice<Double>

    mutating func next() -> Double { rest.popFirst() ?? .nan }

    mutating func coordinate() -> CLLocationCoordinate2D {
      let latitude = next()
      return CLLocationCoordinate2D(latitude: latitude, longitude: next())
    }

    mutating func ring() -> [CLLocationCoordinate2D] { (0..<Int(next())).map { _ in coordinate() } }

    mutating func parts() -> [[[CLLocationCoordinate2D]]] {
      (0..<Int(next())).map { _ in (0..<Int(next())).map { _ in ring() } }
    }
  }
}
