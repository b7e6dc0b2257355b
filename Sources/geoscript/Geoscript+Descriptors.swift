import Geo
import Glibc

/// The standard descriptors.
extension Geoscript {
  /// Opens `/dev/null` for each standard descriptor that is closed: otherwise the next file would take its
  /// place and get the output meant for a reader.
  static func fillStandardDescriptors() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
      // `open` returns the lowest free number, which is this one.
      _ = open("/dev/null", O_RDWR)
    }
  }

  static func complain(_ text: String) {
    let line = PlainText.lines(text) + "\n"
    write(STDERR_FILENO, line, line.utf8.count)
  }
}
