public import Geo
import Glibc
public import LuaBridge
import Synchronization

/// Reads the time zones of the system's database, each once.
public enum ZoneInfo {
  /// The folder of the database.
  static let folder = "/usr/share/zoneinfo"
  private static let known = Mutex<[String: TimeZoneRules]>([:])

  /// Returns the zone called `name`: `Asia/Tokyo`, `UTC`, or an offset as `+05:30`.
  ///
  /// - Errors: ``LuaMismatch`` for a name that the database does not have.
  public static func rules(_ name: String) throws(LuaMismatch) -> TimeZoneRules {
    if let fixed = TimeZoneRules.fixed(name) { return fixed }
    if let rules = known.withLock({ $0[name] }) { return rules }
    guard isName(name), let bytes = read("\(folder)/\(name)") else {
      throw LuaMismatch(
        "unknown time zone '\(name)'\(ZoneNames.advice(for: name)): write a name such as Europe/Berlin or UTC, "
          + "or an offset such as +05:30")
    }
    do throws(TimeZoneRules.Flaw) {
      let rules = try TimeZoneRules(name: name, tzif: bytes)
      known.withLock { $0[name] = rules }
      return rules
    } catch { throw LuaMismatch("time zone '\(name)': \(error.description)") }
  }

  /// Whether the name has only words of letters, digits, `_`, `+` and `-` between slashes, and stays in the
  /// folder.
  ///
  /// Excludes names that mean different zones on different machines, and the zones of `right`, which count
  /// leap seconds.
  static func isName(_ name: String) -> Bool {
    let words = name.split(separator: "/", omittingEmptySubsequences: false)
    return name.utf8.count <= 100 && words.first != "right" && !["localtime", "posixrules"].contains(name)
      && words.allSatisfy { word in
        !word.isEmpty
          && word.utf8.allSatisfy {
            (48...57).contains($0) || (65...90).contains($0) || (97...122).contains($0)
              || [43, 45, 95].contains($0)
          }
      }
  }

  private static func read(_ path: String) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var information = stat()
    // A folder such as «Europe» can be opened too. The largest zone has a few kilobytes.
    guard fstat(descriptor, &information) == 0, information.st_mode & S_IFMT == S_IFREG,
      information.st_size < 1 << 20
    else { return nil }
    var bytes = [UInt8](repeating: 0, count: Int(information.st_size))
    var length = 0
    while length < bytes.count {
      let count = bytes.withUnsafeMutableBytes {
        Glibc.read(descriptor, $0.baseAddress?.advanced(by: length), $0.count - length)
      }
      guard count > 0 else { return nil }
      length += count
    }
    return bytes
  }

  /// What `$TZ` says if the database has no such zone, so that ``system`` is UTC; nil if it is good or missing.
  public static let unknownName: String? = environmentName.flatMap { named($0) == nil ? $0 : nil }

  private static var environmentName: String? {
    getenv("TZ").map { String(cString: $0) }.map { $0.hasPrefix(":") ? String($0.dropFirst()) : $0 }
  }

  /// The zone of the machine: `$TZ`, then `/etc/localtime`, then UTC.
  ///
  /// - Source: tzset(3).
  public static let system: TimeZoneRules = {
    if let name = environmentName { return named(name) ?? .utc }
    var buffer = [CChar](repeating: 0, count: 4096)
    let count = readlink("/etc/localtime", &buffer, buffer.count - 1)
    let target = String(decoding: buffer[..<max(0, count)].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    if let zone = named(target) { return zone }
    return read("/etc/localtime").flatMap { try? TimeZoneRules(name: "local", tzif: $0) } ?? .utc
  }()

  /// The zone of a name, a path into the database, or a rule such as `CET-1CEST,M3.5.0,M10.5.0/3`.
  private static func named(_ text: String) -> TimeZoneRules? {
    if text.isEmpty { return .utc }
    let name = text.firstRange(of: "zoneinfo/").map { String(text[$0.upperBound...]) } ?? text
    return (try? rules(name)) ?? TimeZoneRules(posix: text)
  }
}
