public import Geo

/// What a recording says where its run has taken over another version of its script.
public struct RecordedReload: Sendable {
  /// Counted from 1.
  public var number: Int
  public var time: TimeInterval
  public var script: String
  /// The script's SHA-256 in hexadecimal digits.
  public var hash: String

  public init(number: Int, time: TimeInterval, script: String, hash: String) {
    (self.number, self.time, self.script, self.hash) = (number, time, script, hash)
  }
}

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
  ///   - reload: says in later lines what a reload has changed.
  ///   - further: members for readers that ask how the run was; others skip them.
  public func appendHeader(
    program: String, started: TimeInterval, part: Int, reload: RecordedReload? = nil,
    further: [(name: String, value: JSONValue)] = []
  ) {
    reserve(256 + program.utf8.count * 6)
    write("{\"type\":\"recording\",\"version\":")
    write(Double(RecordingHeader.version))
    write(",\"program\":")
    write(string: program)
    write(",\"started\":")
    write(string: ISO8601.format(started))
    write(",\"part\":")
    write(Double(part))
    if let reload { write(reload) }
    for member in further {
      let value = Array(member.value.description.utf8)
      reserve(64 + member.name.utf8.count * 6 + value.count)
      write(",")
      write(string: member.name)
      write(":")
      value.withUnsafeBufferPointer { write($0) }
    }
    reserve(8)
    write("}\n")
  }

  private func write(_ reload: RecordedReload) {
    reserve(256 + (reload.script.utf8.count + reload.hash.utf8.count) * 6)
    write(",\"reload\":")
    write(Double(reload.number))
    write(",\"reloaded\":")
    write(string: ISO8601.format(reload.time))
    write(",\"script\":")
    write(string: reload.script)
    write(",\"sha256\":")
    write(string: reload.hash)
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
