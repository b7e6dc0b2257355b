import Glibc

/// The settings of a serial line while it is read: raw, eight bits, no parity, one stop bit.
final class SerialLine {
  /// The speeds of serial lines.
  static let speeds: [(baud: Int, code: Int32)] = [
    (1200, B1200), (2400, B2400), (4800, B4800), (9600, B9600), (19_200, B19200), (38_400, B38400),
    (57_600, B57600), (115_200, B115200), (230_400, B230400), (460_800, B460800), (921_600, B921600),
  ]

  /// The speeds to try in turn if none is given: that of NMEA 0183, those of most receivers, that of its
  /// fast form, the rest.
  private static let usual = [4800, 9600, 38_400, 115_200, 57_600, 19_200, 230_400]

  /// Whether to detect the speed.
  let isSearching: Bool
  private(set) var baud: Int
  private let descriptor: Int32
  private let before: termios

  /// - Returns: nil for anything but a serial line.
  init?(_ descriptor: Int32, baud: Int?) {
    var found = termios()
    guard tcgetattr(descriptor, &found) == 0 else { return nil }
    before = found
    self.descriptor = descriptor
    isSearching = baud == nil
    self.baud = baud ?? Self.usual[0]
    set()
  }

  /// Tries the next of the usual speeds.
  func tryNext() {
    let index = Self.usual.firstIndex(of: baud) ?? 0
    baud = Self.usual[(index + 1) % Self.usual.count]
    set()
  }

  /// Restores the original settings.
  func restore() {
    var line = before
    tcsetattr(descriptor, TCSANOW, &line)
  }

  private func set() {
    var line = before
    cfmakeraw(&line)
    line.c_cflag |= tcflag_t(CLOCAL | CREAD)
    line.c_cflag &= ~tcflag_t(CSTOPB | PARENB)
    // Most receivers do not wire the hardware handshake.
    line.c_cflag &= ~tcflag_t(CRTSCTS)
    if let speed = Self.speeds.first(where: { $0.baud == baud }) { cfsetspeed(&line, speed_t(speed.code)) }
    tcsetattr(descriptor, TCSANOW, &line)
    tcflush(descriptor, TCIFLUSH)
  }
}

extension LineConnection {
  /// Opens a serial line or a FIFO; a missing device is tried again later.
  convenience init(device path: String, baud: Int?) throws(ConnectionFault) {
    var status = stat()
    guard stat(path, &status) == 0 else {
      throw errno == ENOENT
        ? ConnectionFault("there is no such device (is it plugged in?)")
        : ConnectionFault("cannot be opened", errno)
    }
    let isFIFO = status.st_mode & S_IFMT == S_IFIFO
    guard isFIFO || status.st_mode & S_IFMT == S_IFCHR else {
      throw ConnectionFault("is not a device (name a file by its path, without nmea://)", isFinal: true)
    }
    let flags = O_NONBLOCK | O_NOCTTY | O_CLOEXEC
    // Opening a FIFO for writing too keeps it open between writers.
    var descriptor = isFIFO ? Glibc.open(path, O_RDWR | flags) : -1
    if descriptor < 0 { descriptor = Glibc.open(path, O_RDONLY | flags) }
    guard descriptor >= 0 else {
      guard errno == EACCES || errno == EPERM else { throw ConnectionFault("cannot be opened", errno) }
      throw ConnectionFault(
        "may not be read: permission denied (is your user in the group dialout?)", isFinal: true)
    }
    self.init(descriptor: descriptor, serial: isFIFO ? nil : SerialLine(descriptor, baud: baud))
  }
}
