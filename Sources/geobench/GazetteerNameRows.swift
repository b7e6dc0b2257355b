import Geo
import GeoStore

/// The gazetteer, asked for names.
enum GazetteerNameRows {
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
