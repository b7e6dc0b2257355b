import Geo
import GeoGazetteer
import Glibc

/// Searches of the gazetteer by name.
enum GazetteerNameRows {
  /// Measures each question once: exact names, names with their country, misspelled names, and ten words.
  ///
  /// - Parameter arguments: its folder contains `gazetteer.sqlite` and `default/cities500.txt`, its source.
  static func run(_ arguments: Arguments) throws {
    let towns = try TownNames(arguments.data + "/default/cities500.txt")
    let gazetteer = try Gazetteer(path: arguments.data + "/gazetteer.sqlite")
    // The first question loads data, which the row gazetteer-open measures.
    _ = try gazetteer.places(named: "London")
    var random = TownNames.Random()
    let drawn = (0..<1000).map { _ in towns.drawn(&random) }
    func measure(_ name: String, _ queries: [String]) throws {
      let times = try queries.map { query in
        try Measure.time { _ = try gazetteer.places(named: query) }.1 * 1e3
      }
      Measure.row("gazetteer-\(name)", Measure.median(times), "ms", digits: 3)
      Measure.row("gazetteer-\(name)-most", times.sorted()[times.count * 99 / 100], "ms", digits: 3)
    }
    try measure("name", drawn.map(\.name))
    try measure("rare-name", (0..<1000).map { _ in towns.any(&random).name })
    try measure("two-words", drawn.map { "\($0.name) \($0.country)" })
    try measure("misspelt", drawn.map { TownNames.misspelt($0.name, &random) })
    try measure(
      "ten-words",
      drawn.prefix(200).map { town in
        "1234 North Old Mill Street Apartment 5 \(town.name) \(town.country) 99999"
      })
  }

  /// Prints one line for each line of standard input: name, locality, country and position of the first three
  /// places of that name, separated by tabs.
  static func lines(_ arguments: Arguments) throws {
    let gazetteer = try Gazetteer(path: arguments.data + "/gazetteer.sqlite")
    while let line = readLine() {
      let found = try gazetteer.places(named: line, limit: 3)
      let words = found.flatMap { place in
        [
          place.address.name ?? "", place.address.locality ?? "", place.address.ISOcountryCode ?? "",
          "\(place.coordinate.latitude)", "\(place.coordinate.longitude)",
        ]
      }
      print(words.joined(separator: "\t"))
    }
  }
}
