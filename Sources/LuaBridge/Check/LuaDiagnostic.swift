/// A message of `geoscript check` about one place of a script.
///
/// - Shape: `description` is the line to print, `lunch.lua:7: unknown member …`; a warning says so after the place.
public struct LuaDiagnostic: Sendable, Hashable, CustomStringConvertible {
  public enum Severity: Sendable, Hashable {
    /// The script cannot work as written.
    case error
    /// The script is probably wrong.
    case warning
  }

  public var severity: Severity
  /// The script's name as given to the checker.
  public var source: String
  /// Counted from 1.
  public var line: Int
  /// Counted from 1, in bytes.
  public var column: Int
  public var message: String

  /// The words about a member of a delegate that cannot be called.
  public static let mustBeFunction = " of a delegate must be a function"

  /// The words of a finding about a delegate function whose service is never started.
  public static let isNeverCalled = "is never called"

  /// The last line of what the finding is about, such as the end of a function.
  var lastLine: Int?

  public init(severity: Severity, source: String, line: Int, column: Int, message: String) {
    self.severity = severity
    self.source = source
    self.line = line
    self.column = column
    self.message = message
  }

  /// Whether the finding may explain an error on that line.
  public func concerns(_ line: Int) -> Bool { (self.line...max(self.line, lastLine ?? 0)).contains(line) }

  public var description: String {
    "\(source):\(line): \(severity == .warning ? "warning: " : "")\(message)"
  }
}
