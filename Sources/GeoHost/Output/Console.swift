import Geo
import GeoDelivery
import Glibc
import Synchronization

/// Standard error: lines of a level, as text or as JSON, and a status line on a terminal.
///
/// Sendable by its mutex: lines of several threads never mix.
public final class Console: Sendable {
  private let threshold: LogLevel
  private let format: LogFormat
  private let hasColor: Bool
  let isTerminal: Bool
  private let clock: @Sendable () -> TimeInterval
  private let write: @Sendable (String) -> Void
  /// The status line as it stands on the terminal; empty without one.
  private let status = Mutex("")

  /// - Parameter isTerminal: whether a person sees it: then there may be color and a status line.
  init(
    threshold: LogLevel = .info, format: LogFormat = .text, isTerminal: Bool = isatty(STDERR_FILENO) == 1,
    environment: (String) -> String? = { name in getenv(name).map { String(cString: $0) } },
    clock: @escaping @Sendable () -> TimeInterval = { wallSeconds() },
    write: @escaping @Sendable (String) -> Void = { writeAll(STDERR_FILENO, $0) }
  ) {
    (self.threshold, self.format, self.clock, self.write) = (threshold, format, clock, write)
    self.isTerminal = isTerminal && format == .text
    hasColor = self.isTerminal && Console.wantsColor(environment)
  }

  /// What the options of a run ask for.
  public convenience init(_ options: RunOptions) {
    self.init(threshold: options.threshold, format: options.logFormat)
  }

  /// - Source: no-color.org: `NO_COLOR` that is set and not empty takes color away, whatever its value.
  static func wantsColor(_ environment: (String) -> String?) -> Bool {
    (environment("NO_COLOR") ?? "").isEmpty && environment("TERM") != "dumb"
  }

  /// Whether lines of a level are written.
  func shows(_ level: LogLevel) -> Bool { level >= threshold }

  /// Writes a line of a level.
  ///
  /// - Parameters:
  ///   - label: stands before the text: `error: `; the level's name in JSON says the same.
  ///   - detail: further lines, such as a traceback.
  ///   - isAsked: whether an option asked for just this, whatever the levels shown.
  public func say(
    _ level: LogLevel, _ text: String, device: String? = nil, label: String = "", detail: String = "",
    isAsked: Bool = false
  ) {
    guard isAsked || shows(level) else { return }
    let line =
      switch format {
      case .json: json(level, text, device, detail)
      case .text: plain(level, text, device, label, detail)
      }
    status.withLock { status in write((status.isEmpty ? "" : Console.clear) + line + "\n" + status) }
  }

  /// Writes what a script says by `geoscript.log`.
  func log(_ level: LogLevel, _ text: String, device: String) {
    switch format {
    case .json: say(level, text, device: device)
    case .text: say(level, "\(PlainText.line(device)): \(text)", label: "\(level): ")
    }
  }

  /// Draws a line at the bottom of a terminal over the one before; an empty one clears it.
  func show(status text: String) {
    guard isTerminal else { return }
    status.withLock { status in
      guard status != text else { return }
      write((status.isEmpty ? "" : Console.clear) + text)
      status = text
    }
  }

  /// Back to the beginning of the line, and the line emptied (ECMA-48: CR, EL).
  private static let clear = "\r\u{1B}[K"

  /// Anybody who may send fixes has words in it: the name of a device, the text that was no number.
  private func plain(
    _ level: LogLevel, _ text: String, _ device: String?, _ label: String, _ detail: String
  ) -> String {
    let place = device.map { "device \(PlainText.line($0)): " } ?? ""
    let rest = place + Console.indented(PlainText.lines(text + (detail.isEmpty ? "" : "\n" + detail)))
    return label.isEmpty ? rest : paint(label, level) + rest
  }

  /// Further lines are indented, so that none looks like a message of geoscript.
  private static func indented(_ text: String) -> String {
    guard text.contains("\n") else { return text }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let rest = lines.dropFirst().map { line in
      line.isEmpty || line.first == " " || line.first == "\t" || line == "stack traceback:"
        ? line : "  " + line
    }
    return ([lines[0]] + rest).joined(separator: "\n")
  }

  /// - Source: ECMA-48, SGR: 31 red, 33 yellow, 2 faint, 0 as usual.
  private func paint(_ label: String, _ level: LogLevel) -> String {
    guard hasColor else { return label }
    let code =
      switch level {
      case .error: "31"
      case .warning: "33"
      case .info: "0"
      case .debug: "2"
      }
    return "\u{1B}[\(code)m\(label)\u{1B}[0m"
  }

  private func json(_ level: LogLevel, _ text: String, _ device: String?, _ detail: String) -> String {
    var members: [(name: String, value: JSONValue)] = [
      ("time", .string(ISO8601.format(clock()))), ("level", .string(level.rawValue)),
    ]
    if let device { members.append(("device", .string(device))) }
    members.append(("message", .string(text)))
    if !detail.isEmpty { members.append(("traceback", .string(detail))) }
    return JSONValue.object(members).description
  }
}
