/// How much a line on standard error matters.
///
/// The names are those of `geoscript.log`.
public enum LogLevel: String, Sendable, CaseIterable, Comparable {
  case debug, info, warning, error

  public static func < (a: LogLevel, b: LogLevel) -> Bool { a.rank < b.rank }

  private var rank: Int { LogLevel.allCases.firstIndex(of: self) ?? 0 }
}

/// How lines on standard error are written.
public enum LogFormat: String, Sendable, CaseIterable {
  case text
  /// One JSON object per line.
  case json
}
