import Geo
import GeoGazetteer
import Glibc

/// The gazetteer, asked for names.
enum GazetteerNameRows {
  /// Measures what questions cost, each once: names as they stand, with their country, with slips, and ten words.
  ///
  /// - Parameter arguments: its folder holds `gazetteer.sqlite` and `default/cities500.txt`, of which it was made.
  static func run(_ arguments: Arguments) throws {
    let towns = try TownNames(arguments.data + "/default/cities500.txt")
    let gazetteer = try Gazetteer(path: arguments.data + "/gazetteer.sqlite")
    // What it reads at its first question is the row gazetteer-open.
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

  /// Prints for each line of standard input the first three places of that name, an answer a line: of each its name, its
  /// locality, its country, and where it is, with tabs between all of them.
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
