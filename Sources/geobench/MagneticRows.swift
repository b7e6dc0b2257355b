import Geo

/// The magnetic model: the cost of one evaluation, and its values for comparison with another program.
enum MagneticRows {
  static func run(_ arguments: Arguments) {
    let count = 100_000
    var times: [Double] = []
    var sum = 0.0
    for _ in 0..<arguments.runs {
      times.append(
        Measure.time {
          for number in 0..<count {
            let place = CLLocationCoordinate2DMake(
              Double(number % 179 - 89), Double(number % 359 - 179))
            sum += WorldMagneticModel.field(at: place, altitude: 200, year: 2026.5).declination
          }
        }.1 * 1e6 / Double(count))
    }
    precondition(sum.isFinite)
    Measure.row("magnetic-declination", Measure.median(times), "us", digits: 4)
  }

  /// Prints declination, inclination and strength for each line `latitude longitude meters year` of standard input.
  static func lines() throws {
    while let line = readLine() {
      let numbers = line.split(separator: " ").compactMap { Double($0) }
      guard numbers.count == 4 else {
        throw GeoError(.data, "\"\(line)\" is not latitude longitude meters year")
      }
      let field = WorldMagneticModel.field(
        at: CLLocationCoordinate2DMake(numbers[0], numbers[1]), altitude: numbers[2], year: numbers[3])
      print(field.declination, field.inclination, field.total)
    }
  }
}
