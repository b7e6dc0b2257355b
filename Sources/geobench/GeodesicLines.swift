import Geo

/// Prints the inverse geodesic of each line `lat1 lon1 lat2 lon2` of standard input, as `GeodSolve -i` does.
enum GeodesicLines {
  static func run() throws {
    while let line = readLine() {
      let numbers = line.split(separator: " ").compactMap { Double($0) }
      guard numbers.count == 4 else { throw GeoError(.data, "\"\(line)\" is not lat1 lon1 lat2 lon2") }
      let line = Geodesic.inverse(
        from: CLLocationCoordinate2D(latitude: numbers[0], longitude: numbers[1]),
        to: CLLocationCoordinate2D(latitude: numbers[2], longitude: numbers[3]))
      print(line.initialAzimuth, line.finalAzimuth, line.distance)
    }
  }
}
