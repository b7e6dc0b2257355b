package import Foundation
import Glibc

/// The built command, run as a user runs it.
///
/// Each has its own temporary folder; output goes to files in it, so that no pipe can fill up.
package final class Command {
  package struct Result {
    package var code: Int32
    package var output: String
    package var errors: String

    package var lines: [String] { output.split(separator: "\n").map(String.init) }
    /// Standard error without the summary: its line of counts, whose times differ from run to run, and that of radios.
    package var reports: [String] {
      errors.split(separator: "\n").map(String.init).filter {
        !$0.hasSuffix("events/s)") && !$0.hasPrefix("radio: ")
      }
    }
  }

  /// Where the tests and the command were built.
  package static let products: String = {
    var path = [CChar](repeating: 0, count: 4096)
    let count = readlink("/proc/self/exe", &path, path.count - 1)
    let executable = String(decoding: path[..<max(0, count)].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return URL(fileURLWithPath: executable).deletingLastPathComponent().path
  }()

  package let folder: URL

  /// - Parameter files: The files of the folder, by name.
  package init(_ files: [String: String] = [:]) throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("geoscript-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (name, text) in files { try text.write(to: url(name), atomically: false, encoding: .utf8) }
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  package func url(_ name: String) -> URL { folder.appendingPathComponent(name) }

  package func path(_ name: String) -> String { url(name).path }

  package func read(_ name: String) -> String { (try? String(contentsOf: url(name), encoding: .utf8)) ?? "" }

  package func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: path(name)) }

  /// Runs `geoscript` with these words to its end.
  package func run(_ words: String..., stdin: String = "") throws -> Result {
    try start(words, stdin: stdin).wait()
  }

  /// Runs a line of shell in which `$geoscript` is the command.
  package func shell(_ line: String) throws -> Result {
    try start(["-c", line], program: "/bin/sh").wait()
  }

  /// Starts `geoscript` with these words.
  package func start(_ words: [String], stdin: String = "", program: String? = nil) throws -> Running {
    try stdin.write(to: url(".stdin"), atomically: false, encoding: .utf8)
    let program = program ?? Command.products + "/geoscript"
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, path(".stdin"), O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, path(".output"), O_WRONLY | O_CREAT | O_TRUNC, 0o644)
    posix_spawn_file_actions_addopen(&actions, 2, path(".errors"), O_WRONLY | O_CREAT | O_TRUNC, 0o644)
    // Its own process group, so that a test ends only what it started.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // The threads of a test run block signals, which a child would inherit.
    var blocked = sigset_t()
    sigemptyset(&blocked)
    posix_spawnattr_setsigmask(&attributes, &blocked)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK))
    // The shell goes into the folder and becomes the program.
    let entry = ["/bin/sh", "-c", "cd \"$1\" && shift && exec \"$@\"", "sh", folder.path, program]
    let words: [UnsafeMutablePointer<CChar>?] = (entry + words).map { (word: String) in strdup(word) }
    let environment: [UnsafeMutablePointer<CChar>?] =
      [
        "PATH=/usr/local/bin:/usr/bin:/bin", "geoscript=\(Command.products)/geoscript", "LANG=C.UTF-8",
        "TZ=UTC",
      ]
      .map { (word: String) in strdup(word) }
    defer { for word in words + environment { free(word) } }
    var child = pid_t()
    let status = posix_spawn(&child, entry[0], &actions, &attributes, words + [nil], environment + [nil])
    guard status == 0 else { throw POSIXError(POSIXErrorCode(rawValue: status) ?? .ENOENT) }
    return Running(command: self, process: child)
  }
}

/// A command that has been started; it does not outlive its test.
package final class Running {
  package let command: Command
  package let process: pid_t
  /// Whether its end has been waited for: then another process may have its number.
  private var hasEnded = false

  package init(command: Command, process: pid_t) { (self.command, self.process) = (command, process) }

  deinit {
    guard !hasEnded else { return }
    var status: Int32 = 0
    kill(-process, SIGKILL)
    waitpid(process, &status, 0)
  }

  package func send(_ signal: Int32) { kill(process, signal) }

  /// Waits until `isTrue` holds, looking often; false when it does not within the time.
  package static func eventually(within seconds: Double = 20, _ isTrue: () -> Bool) -> Bool {
    for _ in 0..<Int(seconds * 100) {
      if isTrue() { return true }
      usleep(10_000)
    }
    return false
  }

  /// Waits until a file of the command's folder holds `text`.
  package func waitFor(_ text: String, in name: String = ".output") -> Bool {
    Running.eventually { command.read(name).contains(text) }
  }

  /// Waits until the process handles SIGINT: before that, the signal would end it at once.
  package func waitForHandlers() -> Bool {
    Running.eventually {
      guard let status = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8),
        let line = status.split(separator: "\n").first(where: { $0.hasPrefix("SigCgt:") }),
        let mask = UInt64(line.dropFirst(7).drop { $0 == "\t" }, radix: 16)
      else { return false }
      // A shell that is about to become the program handles SIGINT alone.
      return mask & (1 << (UInt64(SIGTERM) - 1)) != 0
    }
  }

  /// Waits for the end; a command that takes longer than ten minutes hangs, on any machine, and is ended.
  package func wait() -> Command.Result {
    var status: Int32 = 0
    if !Running.eventually(within: 600, { waitpid(process, &status, WNOHANG) != 0 }) {
      kill(-process, SIGKILL)
      waitpid(process, &status, 0)
    }
    hasEnded = true
    let signal = status & 0x7f
    return Command.Result(
      code: signal == 0 ? (status >> 8) & 0xff : -signal, output: command.read(".output"),
      errors: command.read(".errors"))
  }
}

/// Logs and scripts for the tests.
package enum Sample {
  /// A script that prints each fix.
  package static let prints = """
    local app = {}
    function app.didUpdateToLocation(_, new) print(geoscript.device.id, new.coordinate.latitude) end
    CLLocationManager.new{ delegate = app }:startUpdatingLocation()
    """

  /// A script that raises an alert for each fix.
  package static let alerts = """
    local app, count = {}, 0
    function app.didUpdateToLocation()
      count = count + 1
      geoscript.alert{ title = "fix " .. count, body = "of " .. geoscript.device.id, count = count }
    end
    CLLocationManager.new{ delegate = app }:startUpdatingLocation()
    """

  /// `count` fixes, `seconds` apart, of each device in turn; the latitude counts them.
  package static func log(_ count: Int, devices: [String] = ["a"], seconds: Double = 10) -> String {
    var text = ""
    for number in 0..<count {
      for device in devices {
        let time = 1_780_000_000 + Double(number) * seconds
        text +=
          #"{"time":\#(time),"device":"\#(device)","latitude":\#(Double(number % 800) / 10),"longitude":2}"#
          + "\n"
      }
    }
    return text
  }
}
