import Geo
import GeoFormats
import Glibc

/// The file of one table.
struct TableFile {
  let option: TableOption
  private let descriptor: Int32
  /// The titles of a CSV, which its first row chooses.
  private var columns: [String]?
  /// Fields that had no column, reported once each.
  private var reported: Set<String> = []
  private(set) var rows = 0
  /// The system's error of a write that failed, 0 before.
  private(set) var error: Int32 = 0

  /// Opens a file at its end.
  ///
  /// - Parameter replaces: whether it is emptied.
  /// - Errors: ``GeoError`` `cannotCreate`.
  init(_ option: TableOption, replaces: Bool) throws(GeoError) {
    self.option = option
    descriptor = open(
      option.path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | (replaces ? O_TRUNC : 0), 0o666)
    guard descriptor >= 0 else { throw AtomicFile.failure(.cannotCreate, option.path) }
  }

  /// Its length in bytes; nil for a pipe or a device.
  var length: Int64? {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int64(status.st_size)
  }

  /// Continues what an earlier run wrote.
  ///
  /// - Parameter kept: the length to cut it back to.
  /// - Errors: ``GeoError`` `inputOutput`.
  mutating func resume(at kept: Int64?) throws(GeoError) {
    if let kept, ftruncate(descriptor, off_t(kept)) != 0 {
      throw AtomicFile.failure(.inputOutput, option.path)
    }
    guard option.form == .csv, let length, length > 0 else { return }
    let reading = open(option.path, O_RDONLY | O_CLOEXEC)
    guard reading >= 0 else { throw AtomicFile.failure(.inputOutput, option.path) }
    defer { Glibc.close(reading) }
    var head = [UInt8](repeating: 0, count: Int(min(length, 1 << 18)))
    let count = pread(reading, &head, head.count, 0)
    columns = CSVText.titles(Array(head.prefix(max(0, count))))
  }

  /// Adds a row to `text`; returns a warning about fields that have no column.
  mutating func format(_ row: TableRow, to text: inout [UInt8]) -> String? {
    rows += 1
    let members = row.members
    guard option.form == .csv else {
      text += Array((JSONValue.object(members).description + "\n").utf8)
      return nil
    }
    if columns == nil {
      columns = members.map(\.name)
      text += CSVText.line(members.map { .string($0.name) })
    }
    let titles = columns ?? []
    text += CSVText.line(titles.map { title in members.first { $0.name == title }?.value ?? .null })
    let strange = members.map(\.name).filter { !titles.contains($0) && !reported.contains($0) }
    guard !strange.isEmpty else { return nil }
    reported.formUnion(strange)
    let names = strange.map { "'\($0)'" }.joined(separator: ", ")
    return "table '\(option.name)': \(option.path) has no column \(names), so these values are not written: "
      + "give the first row every field, or write to .ndjson"
  }

  /// Writes bytes at the end; a later call does nothing after a failure.
  mutating func write(_ bytes: [UInt8]) {
    guard error == 0, !bytes.isEmpty else { return }
    if !bytes.withUnsafeBytes({ writeAll(descriptor, $0) }) { error = errno }
  }

  var fault: GeoError? {
    guard error != 0 else { return nil }
    return GeoError(.inputOutput, "rows were lost: \(String(cString: strerror(error)))", at: option.path)
  }

  func close() { Glibc.close(descriptor) }
}
