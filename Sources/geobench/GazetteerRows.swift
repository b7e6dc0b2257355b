import Geo
import GeoGazetteer
import Glibc

/// The cost of a position in the gazetteer, and of opening it.
enum GazetteerRows {
  /// - Parameter arguments: its folder contains `gazetteer.sqlite` with its pack, and `points.csv`: latitude,
  ///   longitude.
  static func run(_ arguments: Arguments) throws {
    let points = try points(arguments.data + "/points.csv")
    let path = arguments.data + "/gazetteer.sqlite"
    // Makes the pack if it is missing.
    _ = try Gazetteer(path: path).places(at: points[0])
    var opening: [Double] = []
    for _ in 0..<max(5, arguments.runs) {
      opening.append(try Measure.time { _ = try Gazetteer(path: path).places(at: points[0]) }.1 * 1e3)
    }
    Measure.row("gazetteer-open", Measure.median(opening), "ms", digits: 3)
    let gazetteer = try Gazetteer(path: path)
    var answers = 0
    var times: (nearest: [Double], place: [Double]) = ([], [])
    for _ in 0...arguments.runs {
      times.nearest.append(
        try Measure.time {
          for point in points { answers += try gazetteer.nearestSettlement(to: point)?.number ?? 0 }
        }.1 * 1e6 / Double(points.count))
      times.place.append(
        try Measure.time {
          for point in points { answers += try gazetteer.places(at: point).count }
        }.1 * 1e6 / Double(points.count))
    }
    precondition(answers > 0)
    Measure.row("gazetteer-nearest", Measure.median(Array(times.nearest.dropFirst())), "us", digits: 3)
    Measure.row("gazetteer-reverse", Measure.median(Array(times.place.dropFirst())), "us", digits: 3)
    Measure.row("gazetteer-memory", Double(Measure.residentBytes()) / 1e6, "MB")
  }

  /// Prints one line for each line `latitude longitude` of standard input: the place there.
  static func lines(_ arguments: Arguments) throws {
    let gazetteer = try Gazetteer(path: arguments.data + "/gazetteer.sqlite")
    while let line = readLine() {
      let numbers = line.split(separator: " ").compactMap { Double($0) }
      guard numbers.count == 2 else { throw GeoError(.data, "\"\(line)\" is not latitude longitude") }
      let place = CLLocationCoordinate2DMake(numbers[0], numbers[1])
      let nearest = try gazetteer.nearestSettlement(to: place)
      let found = try gazetteer.places(at: place).first
      let address = found?.address
      let words = [
        nearest.map { String($0.number) }, address?.ISOcountryCode, address?.country,
        address?.administrativeArea, address?.locality, address?.subLocality, address?.inlandWater,
        address?.ocean, found?.timeZone, found?.distance.map { String(Int($0)) }, found?.attribution,
        address?.postalCode,
      ]
      print(words.map { $0 ?? "" }.joined(separator: "\t"))
    }
  }

  private static func points(_ path: String) throws -> [CLLocationCoordinate2D] {
    guard let file = fopen(path, "r") else { throw GeoError(.noInput, "is not there", at: path) }
    defer { fclose(file) }
    var points: [CLLocationCoordinate2D] = []
    var latitude = 0.0
    var longitude = 0.0
    while withUnsafeMutablePointer(
      to: &latitude,
      { latitude in
        withUnsafeMutablePointer(to: &longitude) { longitude in
          withVaList([latitude, longitude]) { vfscanf(file, "%lf,%lf", $0) }
        }
      }) == 2
    { points.append(CLLocationCoordinate2DMake(latitude, longitude)) }
    guard !points.isEmpty else { throw GeoError(.data, "holds no points", at: path) }
    return points
  }
}
