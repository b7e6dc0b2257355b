import GeoCore
import Glibc

/// What goes to standard output as it is, unless that is a terminal: it would obey what a device's name says.
///
/// - Source: HO-157.
enum TerminalText {
  private static let isTerminal = isatty(STDOUT_FILENO) == 1

  static func printed(_ text: String) -> String { isTerminal ? PlainText.lines(text) : text }
}
