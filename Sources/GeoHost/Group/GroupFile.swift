import Geo
import GeoDelivery
import GeoFormats
import Synchronization

/// A table of devices and their groups, which is read again when its file has changed.
///
/// Owner: the run's thread reads the file again; workers ask.
final class GroupFile: Sendable {
  private struct Content {
    let groups: [String: String]
    let devices: [String: [String]]
    let stamp: FileStamp

    /// - Errors: ``GeoError`` with the line of a row that cannot be used.
    init(path: String) throws(GeoError) {
      stamp = FileStamp(path)
      groups = try GroupFile.groups(path: path)
      devices = Dictionary(grouping: groups.keys) { [groups] in groups[$0] ?? "" }.mapValues { $0.sorted() }
    }
  }

  private struct State {
    var content: Content
    /// When the file was last looked at; of the monotonic clock.
    var checked: Double
  }

  private let path: String
  private let state: Mutex<State>

  /// - Errors: ``GeoError`` `noInput` for a missing file, `data` with the line of a row that cannot be used.
  init(path: String) throws(GeoError) {
    try MissingFile.check(path, "file", endings: [".csv", ".tsv"], for: "--group-by")
    self.path = path
    state = Mutex(State(content: try Content(path: path), checked: monotonicSeconds()))
  }

  /// The group of a device; nil for one that the file does not name.
  subscript(_ device: String) -> String? { state.withLock { $0.content.groups[device] } }

  /// The devices of a group, by name.
  func devices(in group: String) -> [String] { state.withLock { $0.content.devices[group] ?? [] } }

  /// Reads the file again, at most once a second, if it has changed; a fault leaves the groups as they were.
  ///
  /// - Returns: Whether the groups are new.
  func readAgain() -> Bool {
    state.withLock { state in
      guard monotonicSeconds() - state.checked >= 1 else { return false }
      state.checked = monotonicSeconds()
      guard FileStamp(path) != state.content.stamp, let content = try? Content(path: path) else {
        return false
      }
      state.content = content
      return true
    }
  }

  private static func groups(path: String) throws(GeoError) -> [String: String] {
    let table = try CSVTable(try ByteStream(path: path))
    guard let device = table.titles.firstIndex(of: "device"), let group = table.titles.firstIndex(of: "group")
    else {
      throw GeoError(
        .data, "has the columns \(table.titles.joined(separator: ", ")) (expected device and group)", at: path
      )
    }
    var found: [String: String] = [:]
    while true {
      let step = try table.next()
      guard case .row = step else {
        if case .fault(let fault) = step { throw GeoError(.data, fault.message, at: "\(path):\(table.line)") }
        break
      }
      let (name, value) = (table.text(device), table.text(group))
      if name.isEmpty || value.isEmpty { continue }
      if let other = found[name], other != value {
        throw GeoError(
          .data, "puts device '\(name)' into two groups, '\(other)' and '\(value)': keep one row",
          at: "\(path):\(table.line)")
      }
      found[name] = value
    }
    return found
  }
}
