import Geo
import Glibc
import Testing

@testable import GeoGazetteer

/// Streets and houses against Nominatim 5.3.3 with the same file, the center of Helsinki.
///
/// - Source: Tests/streets/helsinki.tsv, recorded by scripts/generate/helsinki.py with a seed. © OpenStreetMap
///   contributors, ODbL.
@Suite(.serialized) struct HelsinkiTests {
  struct Row {
    var street: String
    var number: String
    /// Nominatim's position for it.
    var house: CLLocationCoordinate2D?
    /// Nominatim's other objects there: shops, entrances, the building.
    var others: [CLLocationCoordinate2D]
    /// A point beside it, with Nominatim's answer.
    var point: CLLocationCoordinate2D
    var there: (street: String, number: String, coordinate: CLLocationCoordinate2D?)
  }

  static let root = String(#filePath.split(separator: "/Tests/GeoGazetteerTests")[0])

  static let table =
    getenv("CHECK_HELSINKI").map { String(cString: $0) } ?? root + "/Tests/streets/helsinki.tsv"

  static let rows: [Row] = {
    func place(_ latitude: Substring, _ longitude: Substring) -> CLLocationCoordinate2D? {
      guard let latitude = Double(latitude), let longitude = Double(longitude) else { return nil }
      return CLLocationCoordinate2D(latitude: latitude, longitude: longitude)
    }
    return text(table).split(separator: "\n").dropFirst().compactMap { line in
      let words = line.split(separator: "\t", omittingEmptySubsequences: false)
      guard words.count == 11, let point = place(words[5], words[6]) else { return nil }
      return Row(
        street: String(words[0]), number: String(words[1]), house: place(words[2], words[3]),
        others: words[4].split(separator: " ").compactMap { pair in
          let parts = pair.split(separator: ",")
          return parts.count == 2 ? place(parts[0], parts[1]) : nil
        }, point: point,
        there: (String(words[7]), String(words[8]), place(words[9], words[10])))
    }
  }()

  static func text(_ path: String) -> String {
    guard let file = fopen(path, "r") else { return "" }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    let count = fread(&bytes, 1, bytes.count, file)
    return String(decoding: bytes[..<count], as: UTF8.self)
  }

  /// Built once from the extract that scripts/setup --test fetches.
  static let gazetteer: Result<String, GeoError> = {
    let path = root + "/.build/helsinki-test.sqlite"
    do throws(GeoError) {
      let file = try GazetteerFile(path: root + "/.build/helsinki.osm.pbf")
      let builder = try GazetteerBuilder(path: path, mode: .replace, restarting: true)
      try builder.begin(file.source)
      try file.read { (record) throws(GeoError) in
        try builder.add(record)
        return true
      }
      try builder.finish()
    } catch {
      return .failure(error)
    }
    return .success(path)
  }()

  @Test func fiveHundredHousesMatchNominatim() throws {
    let gazetteer = try Gazetteer(path: HelsinkiTests.gazetteer.get())
    let asked = HelsinkiTests.rows.filter { $0.house != nil }
    var far: [String] = []
    var notFirst = 0
    for row in asked {
      guard let house = row.house else { continue }
      let found = try gazetteer.places(street: row.street, number: row.number).first
      // Nominatim's order of objects at one address is arbitrary: shops before their house.
      let distances = ([house] + row.others).map { there in
        found.map { Geodesic.distance(from: $0.place.coordinate, to: there) } ?? .infinity
      }
      if distances[0] > 30 { notFirst += 1 }
      let nearest = distances.min() ?? .infinity
      if nearest > 30 {
        far.append("\(row.street) \(row.number): \(nearest) m \(found?.accuracy ?? .street)")
      }
    }
    #expect(far.count * 100 <= asked.count * 3, "\(far)")
    // Even of the first answers alone nine of ten agree.
    #expect(notFirst * 10 <= asked.count)
  }

  @Test func fiveHundredPointsMatchNominatim() throws {
    let gazetteer = try Gazetteer(path: HelsinkiTests.gazetteer.get())
    let asked = HelsinkiTests.rows.filter { $0.there.coordinate != nil }
    var far: [String] = []
    for row in asked {
      guard let there = row.there.coordinate else { continue }
      let found = try #require(try gazetteer.places(at: row.point).first)
      let distance = Geodesic.distance(from: found.coordinate, to: there)
      // A shop and the middle of its building are the same house.
      let isSame =
        !row.there.number.isEmpty && found.address.subThoroughfare == row.there.number
        && found.address.thoroughfare?.lowercased() == row.there.street.lowercased()
      if distance > 30, !isSame {
        far.append(
          "\(row.there.street) \(row.there.number): \(distance) m, here \(found.address.name ?? "nothing")")
      }
    }
    #expect(far.count * 100 <= asked.count * 3, "\(far)")
  }
}
