import Glibc
import LuaBridge

/// The names of the system's time zones, for advice on a name that it does not have.
enum ZoneNames {
  /// Returns ` (did you mean 'Europe/Ljubljana'?)` for `Europe/ljubljana`, `Ljubljana` and `CET/Ljubljana`, or nothing.
  ///
  /// - Shape: the zone of the same city, in any case, else the nearest name.
  static func advice(for name: String) -> String {
    // Other programs have these words for the zone of the machine, which a script does not know.
    if ["local", "auto", "system", "default"].contains(name.lowercased()) {
      return " (leave it out for the time zone of the run)"
    }
    let names = all()
    let city = lastPart(name)
    // `Australia/North` is no city.
    let isCity = !city.isEmpty && !["north", "south", "west", "east"].contains(city)
    let sameCity = isCity ? names.filter { lastPart($0) == city } : []
    // Cities have several names, such as `Asia/Istanbul` and `Europe/Istanbul`: the nearest one counts.
    let near =
      sameCity.min { NearestName.distance($0, name) < NearestName.distance($1, name) }
      ?? NearestName.find(name, among: names) ?? (name.contains("/") ? nil : nearCity(city, among: names))
    return near.map { " (did you mean '\($0)'?)" } ?? ""
  }

  /// The first zone whose city is nearest.
  private static func nearCity(_ city: String, among names: [String]) -> String? {
    guard let near = NearestName.find(city, among: names.map(lastPart)) else { return nil }
    return names.first { lastPart($0) == near }
  }

  private static func lastPart(_ name: String) -> String {
    (name.split(separator: "/").last ?? "").lowercased().replacing(" ", with: "_")
  }

  /// All names that ``ZoneInfo/rules(_:)`` takes, sorted.
  private static func all() -> [String] {
    var names: [String] = []
    collect("", &names)
    return names.sorted()
  }

  private static func collect(_ prefix: String, _ names: inout [String]) {
    guard let directory = opendir("\(ZoneInfo.folder)/\(prefix)") else { return }
    defer { closedir(directory) }
    while let entry = readdir(directory) {
      let word = withUnsafePointer(to: &entry.pointee.d_name) { tuple in
        tuple.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      // Zones begin with a capital letter, tables and second copies of the database do not.
      guard let first = word.utf8.first, (65...90).contains(first), ZoneInfo.isName(prefix + word) else {
        continue
      }
      if entry.pointee.d_type == UInt8(DT_DIR) {
        collect("\(prefix)\(word)/", &names)
      } else {
        names.append(prefix + word)
      }
    }
  }
}
