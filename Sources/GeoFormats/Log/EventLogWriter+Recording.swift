public import Geo

/// The lines of a recording that are not events.
extension EventLogWriter {
  /// Appends a line that only names a device.
  public func appendName(of device: DeviceID) {
    let name = EventLogWriter.quoted(directory.name(of: device))
    reserve(64 + name.count)
    write("{\"type\":\"device\",\"device\":")
    name.withUnsafeBufferPointer { write($0) }
    write("}\n")
  }

  /// Appends the first line of a recording.
  ///
  /// - Parameters:
  ///   - started: when the recording began, the same for all of its parts.
  ///   - part: counted from 1.
  public func appendHeader(program: String, started: TimeInterval, part: Int) {
    reserve(256 + program.utf8.count * 6)
    write("{\"type\":\"recording\",\"version\":")
    write(Double(RecordingHeader.version))
    write(",\"program\":")
    write(string: program)
    write(",\"started\":")
    write(string: ISO8601.format(started))
    write(",\"part\":")
    write(Double(part))
    write("}\n")
  }

  /// Appends the last line of a recording whose run was stopped before the end of its input; see ``RecordedStop``.
  public func appendStop() {
    reserve(64)
    write("{\"type\":\"stopped\"}\n")
  }

  /// Appends the line of a device whose clock was stopped at `time`, on its way to the end.
  public func appendStop(of device: DeviceID, at time: TimeInterval) {
    let name = EventLogWriter.quoted(directory.name(of: device))
    reserve(128 + name.count)
    write("{\"type\":\"stopped\",\"time\":")
    write(time)
    write(",\"device\":")
    name.withUnsafeBufferPointer { write($0) }
    write("}\n")
  }
}
