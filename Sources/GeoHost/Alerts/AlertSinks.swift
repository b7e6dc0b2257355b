import Geo
import GeoLua
import Glibc
import Synchronization

/// The sinks that `--alerts` names; text and JSON on standard output go through ``Output``.
final class AlertSinks: Sendable {
  let writesText: Bool
  let writesJSON: Bool
  let files: [AlertFile]
  let commands: [AlertCommand]
  /// Whether alerts are sent at checkpoints only.
  private let keepsState: Bool

  /// - Errors: ``GeoError`` `cannotCreate` when a file cannot be opened.
  init(_ options: [AlertSinkOption], keepsState: Bool) throws(GeoError) {
    self.keepsState = keepsState
    writesText = options.contains(.text)
    writesJSON = options.contains(.ndjson(path: nil))
    var files: [AlertFile] = []
    var commands: [AlertCommand] = []
    for option in options {
      switch option {
      case .ndjson(let path?): files.append(try AlertFile(path))
      case .exec(let command): commands.append(AlertCommand(command))
      case .text, .ndjson, .none: break
      }
    }
    self.files = files
    self.commands = commands
  }

  func send(_ alert: Alert) {
    guard !keepsState, !files.isEmpty || !commands.isEmpty else { return }
    let line = alert.json.description + "\n"
    for file in files { file.write(line) }
    for command in commands { command.queue(line) }
  }

  /// Waits until every command has run; returns what went wrong with them.
  func close() -> [String] { commands.flatMap { $0.close() } }

  /// Why alerts are missing in a file; nil when none is.
  var fault: GeoError? { files.lazy.compactMap(\.fault).first }
}

/// A file that alerts are appended to, a line at a time.
final class AlertFile: Sendable {
  let path: String
  private let descriptor: Int32
  private let error = Mutex<Int32>(0)

  init(_ path: String) throws(GeoError) {
    self.path = path
    // Appending writes each line whole, also when two runs share the file.
    descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else {
      throw GeoError(.cannotCreate, "cannot write alerts: \(String(cString: strerror(errno)))", at: path)
    }
  }

  deinit { Glibc.close(descriptor) }

  @discardableResult
  func write(_ line: String) -> Bool {
    let isWritten = writeAll(descriptor, line)
    if !isWritten { error.withLock { $0 = errno } }
    return isWritten
  }

  /// Its length in bytes; nil for what has none, such as a pipe.
  var length: Int64? {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int64(status.st_size)
  }

  /// Drops what stands after the first `length` bytes.
  func cut(to length: Int64) throws(GeoError) {
    guard ftruncate(descriptor, off_t(length)) == 0 else {
      throw GeoError(.inputOutput, "cannot be cut back: \(String(cString: strerror(errno)))", at: path)
    }
  }

  var fault: GeoError? {
    let number = error.withLock { $0 }
    guard number != 0 else { return nil }
    return GeoError(.inputOutput, "alerts were lost: \(String(cString: strerror(number)))", at: path)
  }
}
