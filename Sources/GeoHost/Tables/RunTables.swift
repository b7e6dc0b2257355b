package import Geo
package import GeoStore
import Glibc
import LuaBridge
import Synchronization

/// The tables of a run, which all devices add rows to.
///
/// Sendable by its mutex.
package final class RunTables: Sendable {
  private let files: Mutex<[TableFile]>
  private let names: [String]

  /// Opens the file of each table.
  ///
  /// - Parameters:
  ///   - replaces: whether files with contents may be replaced.
  ///   - inputs: what the run reads.
  ///   - store: the state directory, which knows the files of an earlier run.
  /// - Errors: ``GeoError``: `usage` for a file that exists and may not be replaced, or that is given twice;
  ///   `cannotCreate`.
  package init(
    _ options: [TableOption], replaces: Bool, inputs: [String] = [], store: StateStore? = nil
  ) throws(GeoError) {
    names = options.map(\.name)
    var kept: Set<String> = []
    for (index, option) in options.enumerated() {
      let others = options[..<index]
      if others.contains(where: { $0.name == option.name }) {
        throw GeoError(.usage, "--table \(option.name)=… is given twice: a table has one file")
      }
      let isTaken = others.contains { $0.path == option.path || areSameFile($0.path, option.path) }
      if isTaken || inputs.contains(where: { areSameFile($0, option.path) }) {
        throw GeoError(
          .usage, "is used twice in this run: give the table '\(option.name)' another file", at: option.path)
      }
      var status = stat()
      guard stat(option.path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size > 0 else {
        continue
      }
      if try store?.alertFileLength(at: absolutePath(option.path)) != nil {
        kept.insert(option.path)
      } else if !replaces {
        let advice = "exists (-f replaces it; with --state, a run adds to the table of the one before)"
        throw GeoError(.usage, advice, at: option.path)
      }
    }
    var opened: [TableFile] = []
    for option in options { opened.append(try TableFile(option, replaces: !kept.contains(option.path))) }
    files = Mutex(opened)
  }

  var isEmpty: Bool { names.isEmpty }

  /// Continues where an earlier run stopped; returns notes for the user.
  func resume(from store: StateStore, isInterrupted: Bool) throws(GeoError) -> [String] {
    try files.withLock { (files) throws(GeoError) in
      var notes: [String] = []
      for index in files.indices {
        let path = files[index].option.path
        guard let length = files[index].length, let kept = try store.alertFileLength(at: absolutePath(path))
        else {
          continue
        }
        let isCut = isInterrupted && length > kept
        try files[index].resume(at: isCut ? kept : nil)
        if isCut {
          notes.append("\(path): cut back by \(grouped(Int(length - kept))) bytes to the last checkpoint")
        }
      }
      return notes
    }
  }

  /// What to say of a row whose table has no file; nil if it has one.
  func advice(for name: String) -> String? {
    guard !names.contains(name) else { return nil }
    return "the rows of table '\(name)' are not written\(NearestName.advice(name, among: names)): "
      + "add --table \(name)=FILE.csv"
  }

  /// Writes rows, in their order.
  ///
  /// - Parameter warn: called with warnings for the user.
  func write(_ rows: [TableRow], warn: (String) -> Void) {
    guard !rows.isEmpty else { return }
    let rows = rows.sorted { $0 < $1 }
    var warnings: [String] = []
    files.withLock { files in
      var texts = [[UInt8]](repeating: [], count: files.count)
      for row in rows {
        guard let index = names.firstIndex(of: row.table) else { continue }
        if let warning = files[index].format(row, to: &texts[index]) { warnings.append(warning) }
      }
      for index in files.indices { files[index].write(texts[index]) }
    }
    for warning in warnings { warn(warning) }
  }

  /// Why rows are missing, for each file.
  var faults: [GeoError] { files.withLock { $0.compactMap(\.fault) } }

  /// The tables that got no row.
  var unwritten: [String] { files.withLock { $0.filter { $0.rows == 0 }.map(\.option.name) } }

  /// The lengths of the files that have one.
  var fileLengths: [(path: String, length: Int64)] {
    files.withLock { $0.compactMap { file in file.length.map { (absolutePath(file.option.path), $0) } } }
  }

  /// Closes the files; returns notes for the user.
  func close() -> [String] {
    files.withLock { files in
      for file in files { file.close() }
      return files.map { "table \($0.option.name): \(counted($0.rows, "row")), \($0.option.path)" }
    }
  }
}
