public import Geo
import Glibc
import SQLite

/// A device whose script hung, or ended the process, is not run again until somebody says so.
///
/// The process that detects the hang is about to end, and its other threads may hold the database. So it
/// appends the name to a separate file, one per line, which the next run imports.
extension StateStore {
  private static func path(_ directory: String) -> String { "\(directory)/quarantine" }

  /// Notes that a device's script hung or crashed; does nothing but write to one file.
  ///
  /// - Parameter isGroup: whether the name is that of a group.
  static func quarantine(_ name: String, isGroup: Bool, in directory: String) {
    let descriptor = open(path(directory), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { return }
    let line = quarantineLine(of: name, isGroup: isGroup)
    _ = Glibc.write(descriptor, line, line.utf8.count)
    close(descriptor)
  }

  /// The line that notes a device.
  public static func quarantineLine(of name: String, isGroup: Bool) -> String {
    let value = JSONValue.string(name)
    return (isGroup ? JSONValue.array([value]) : value).description + "\n"
  }

  /// Imports the names that an ended process noted.
  func takeQuarantine() throws(GeoError) {
    let path = StateStore.path(directory)
    let lines = StateStore.lines(in: path)
    guard !lines.isEmpty else { return }
    try takeQuarantine(lines)
    unlink(path)
  }

  /// Takes what an ended process noted.
  ///
  /// - Parameter lines: of ``quarantineLine(of:isGroup:)``.
  public func takeQuarantine(_ lines: [UInt8]) throws(GeoError) {
    let names = StateStore.names(in: lines)
    // A device that hung at its very first event is not stored yet.
    let blank = DeviceState(device: Device.Snapshot()).bytes
    try withDatabase { (database) throws(GeoError) in
      for (name, isGroup) in names {
        if isGroup {
          try database.run(
            """
            INSERT INTO members (group_name, is_group, name, clock, region_count, is_pending, quarantine, state)
              VALUES (?1, 1, ?1, 0, 0, 0, ?2, ?3) ON CONFLICT (group_name, is_group, name) DO UPDATE SET quarantine = ?2
            """,
            .text(name), .text("a call never returned"), .blob(blank))
          continue
        }
        try database.run(
          """
          INSERT INTO devices (name, clock, region_count, is_pending, quarantine, state) VALUES (?1, 0, 0, 0, ?2, ?3)
            ON CONFLICT (name) DO UPDATE SET quarantine = ?2
          """,
          .text(name), .text("a call never returned"), .blob(blank))
      }
    }
  }

  private static func lines(in path: String) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return [] }
    defer { close(descriptor) }
    return [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
      count = max(0, read(descriptor, buffer.baseAddress, 1 << 16))
    }
  }

  private static func names(in lines: [UInt8]) -> [(name: String, isGroup: Bool)] {
    String(decoding: lines, as: UTF8.self).split(separator: "\n").compactMap {
      switch try? JSONParser.parse(String($0)) {
      case .string(let name): (name, false)
      case .array(let values): if case .string(let name)? = values.first { (name, true) } else { nil }
      default: nil
      }
    }
  }
}
