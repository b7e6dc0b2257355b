import Glibc
import LuaBridge

/// The names of the system's time zones, for advice on a name that it does not have.
enum ZoneNames {
  /// Returns ` (did you mean 'Europe/Ljubljana'?)` for `Europe/ljubljana`, `Ljubljana` and `CET/Ljubljana`, or nothing.
  ///
  /// - Shape: the zone of the same city, in any case, else the nearest name.
  static func advice(for name: String) -> String {
    if let hours = hours(of: name) {
      // The signs of these names are those of POSIX, west of Greenwich.
      let ahead = "\(abs(hours)) h \(hours < 0 ? "behind" : "ahead of") UTC"
      return " (did you mean 'Etc/GMT\(hours < 0 ? "+" : "-")\(abs(hours))', which is \(ahead)?)"
    }
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

  /// The hours of `GMT+2`, `UTC-03:00` or `+2`; nil for anything else.
  private static func hours(of name: String) -> Int? {
    let offset = name.drop { !"+-".contains($0) }
    guard ["", "UTC", "GMT", "UT", "Z"].contains(name.prefix(name.count - offset.count).uppercased()),
      let sign = offset.first
    else { return nil }
    var digits = offset.dropFirst()
    for ending in [":00", "00"] where digits.count > 2 && digits.hasSuffix(ending) {
      digits = digits.dropLast(ending.count)
      break
    }
    guard let hours = Int(digits), (1...(sign == "-" ? 12 : 14)).contains(hours) else { return nil }
    return sign == "-" ? -hours : hours
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
