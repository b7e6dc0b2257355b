public import Geo

/// The lines of a recording that are no events.
extension EventLogWriter {
  /// Appends the line that only names a device.
  public func appendName(of device: DeviceID) {
    let name = EventLogWriter.quoted(directory.name(of: device))
    reserve(64 + name.count)
    put("{\"type\":\"device\",\"device\":")
    name.withUnsafeBufferPointer { put($0) }
    put("}\n")
  }

  /// Appends the first line of a recording.
  ///
  /// - Parameters:
  ///   - started: when it began, the same for all of its parts.
  ///   - part: counted from 1.
  public func appendHeader(program: String, started: TimeInterval, part: Int) {
    reserve(256 + program.utf8.count * 6)
    put("{\"type\":\"recording\",\"version\":")
    put(Double(RecordingHeader.version))
    put(",\"program\":")
    put(string: program)
    put(",\"started\":")
    put(string: ISO8601.format(started))
    put(",\"part\":")
    put(Double(part))
    put("}\n")
  }

  /// Appends the last line of a recording whose run was stopped before the end of its input; see ``RecordedStop``.
  public func appendStop() {
    reserve(64)
    put("{\"type\":\"stopped\"}\n")
  }

  /// Appends the line of a device whose clock was stopped at `time`, on its way to the end.
  public func appendStop(of device: DeviceID, at time: TimeInterval) {
    let name = EventLogWriter.quoted(directory.name(of: device))
    reserve(128 + name.count)
    put("{\"type\":\"stopped\",\"time\":")
    put(time)
    put(",\"device\":")
    name.withUnsafeBufferPointer { put($0) }
    put("}\n")
  }
}
