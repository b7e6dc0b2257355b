import Glibc

/// Shows long texts: through a pager on a terminal, otherwise as they are.
public enum Pager {
  /// The layout of a page for standard output.
  ///
  /// A terminal sets the width, and gets colors unless `NO_COLOR` is set or it is dumb; anything else gets 80
  /// plain columns.
  public static var layout: TerminalPage {
    guard isatty(STDOUT_FILENO) == 1 else { return TerminalPage(width: 80, isPlain: true) }
    let isPlain = variable("NO_COLOR") != nil || variable("TERM") == "dumb"
    return TerminalPage(width: min(columns, 100), isPlain: isPlain)
  }

  /// Prints a text: through `$PAGER`, or `less` where it is installed, if standard output is a terminal.
  public static func show(_ text: String) {
    guard isatty(STDOUT_FILENO) == 1, let command else { return print(text, terminator: "") }
    // Makes `less` pass colors on and skip paging of a single screen.
    setenv("LESS", "FRX", 0)
    signal(SIGPIPE, SIG_IGN)
    guard let pipe = popen(command, "w") else { return print(text, terminator: "") }
    fputs(text, pipe)
    pclose(pipe)
  }

  private static var command: String? {
    if let pager = getenv("PAGER").map({ String(cString: $0) }) { return pager.isEmpty ? nil : pager }
    let folders = variable("PATH")?.split(separator: ":") ?? []
    return folders.contains { access("\($0)/less", X_OK) == 0 } ? "less -R" : nil
  }

  private static var columns: Int {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }

  /// An environment variable that is not empty.
  private static func variable(_ name: String) -> String? {
    guard let value = getenv(name).map({ String(cString: $0) }), !value.isEmpty else { return nil }
    return value
  }
}
