import CSimdJSON
public import Geo
import Glibc

/// Writes events as lines of the event log, into its own memory, which it reuses.
///
/// Reading the lines gives equal events, numbers bit for bit; values without JSON, such as NaN, are omitted.
public final class EventLogWriter {
  let directory: DeviceDirectory
  private var start: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  private(set) var count = 0
  /// `,"device":"…"` by the device's number; empty for a new device.
  private var devices: [[UInt8]] = []
  /// The greatest device number in the lines so far; -1 without one.
  public private(set) var lastDevice = -1

  public init(directory: DeviceDirectory) {
    self.directory = directory
    capacity = 1 << 16
    start = .allocate(capacity: capacity)
  }

  deinit { start.deallocate() }

  /// The lines so far; valid until the next call.
  public var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: start, count: count) }
  public var isEmpty: Bool { count == 0 }

  public func removeAll() {
    count = 0
    lastDevice = -1
  }

  /// Appends a line with the time of an event, and the name of a zone in place of what happened.
  public func append(_ event: DeviceEvent, in zone: String) {
    var event = event
    event.payload = .clock
    append(event)
    // Before the line's end.
    count -= 2
    write(",\"zone\":")
    write(string: zone)
    write("}\n")
  }

  /// Appends the line of an event.
  public func append(_ event: DeviceEvent) {
    let index = Int(event.device.index)
    if index >= devices.count || devices[index].isEmpty { meet(event.device) }
    if index > lastDevice { lastDevice = index }
    reserve(512 + devices[index].count)
    write("{\"time\":")
    write(event.time)
    if event.timestamp != event.time {
      write(",\"timestamp\":")
      write(event.timestamp)
    }
    devices[index].withUnsafeBufferPointer { write($0) }
    if !event.marks.isEmpty {
      if event.marks.contains(.rebases) { write(",\"rebases\":true") }
      if event.marks.contains(.coalesced) { write(",\"coalesced\":true") }
      if event.marks.contains(.simulated) { write(",\"simulated\":true") }
    }
    if case .touch(let touch) = event.payload { write(touch, of: event) } else { write(event.payload) }
    write("}\n")
  }

  private func meet(_ device: DeviceID) {
    let index = Int(device.index)
    while devices.count <= index { devices.append([]) }
    devices[index] = Array(",\"device\":".utf8) + EventLogWriter.quoted(directory.name(of: device))
  }
}

// MARK: Payloads

extension EventLogWriter {
  @inline(__always)
  private func write(_ payload: DeviceEvent.Payload) {
    if case .location(let fix) = payload { write(fix) } else { writeOther(payload) }
  }

  @inline(__always)
  private func write(_ fix: Fix) {
    write(",\"latitude\":")
    write(fix.coordinate.latitude)
    write(",\"longitude\":")
    write(fix.coordinate.longitude)
    write(",\"horizontalAccuracy\":", fix.horizontalAccuracy)
    write(",\"altitude\":", fix.altitude)
    write(",\"verticalAccuracy\":", fix.verticalAccuracy)
    write(",\"speed\":", fix.speed)
    write(",\"course\":", fix.course)
  }

  private func writeOther(_ payload: DeviceEvent.Payload) {
    switch payload {
    case .location(let fix): write(fix)
    case .heading(let reading):
      write(",\"type\":\"heading\"")
      write(",\"magneticHeading\":", reading.magneticHeading)
      write(",\"trueHeading\":", reading.trueHeading)
      write(",\"headingAccuracy\":", reading.headingAccuracy)
      write(",\"x\":", reading.x)
      write(",\"y\":", reading.y)
      write(",\"z\":", reading.z)
    case .error(let code):
      write(",\"type\":\"error\",\"code\":")
      if let error = CLError(rawValue: code) {
        write(string: error.constantName)
      } else {
        write(Double(code))
      }
    case .signalLost: write(",\"type\":\"signalLost\"")
    case .setting(let setting): write(setting)
    case .profile(let change): writeMembers(of: change.json, type: "profile")
    case .app(let state):
      write(",\"type\":\"app\",\"state\":")
      write(string: state.rawValue)
    // It stands with its event.
    case .touch: break
    case .message(let message) where message.kind == .acknowledge:
      if let json = try? JSONParser.parse(message.json) { writeMembers(of: json, type: "acknowledge") }
    case .message(let message): write(message)
    case .clock: write(",\"type\":\"clock\"")
    }
  }

  private func write(_ setting: Setting) {
    switch setting {
    case .authorization(let status):
      write(",\"type\":\"authorization\",\"status\":")
      let known = CLAuthorizationStatus(rawValue: status)
      if let known { write(string: known.constantName) } else { write(Double(status)) }
    case .services(let isOn): write(",\"type\":\"services\",\"enabled\":", isOn)
    case .network(let isOn): write(",\"type\":\"network\",\"up\":", isOn)
    case .airplane(let isOn): write(",\"type\":\"airplane\",\"on\":", isOn)
    }
  }

  private func write(_ message: DeviceMessage) {
    // A line of the log that is a message: it is written as it was read.
    if message.form == "log", let json = try? JSONParser.parse(message.json) {
      return writeMembers(of: json, type: message.type)
    }
    write(message.kind == .attributes ? ",\"type\":\"attributes\"" : ",\"type\":\"message\"")
    reserve((message.form.utf8.count + message.type.utf8.count) * 6 + message.json.utf8.count + 128)
    write(",\"form\":")
    write(string: message.form)
    if !message.type.isEmpty {
      write(",\"messageType\":")
      write(string: message.type)
    }
    write(message.kind == .attributes ? ",\"attributes\":" : ",\"message\":")
    var json = message.json
    json.withUTF8 { bytes in
      // JSON has line ends only between its values.
      for byte in bytes {
        start[count] = byte < 0x20 ? 0x20 : byte
        count += 1
      }
    }
    reserve(16)
  }

  private func write(_ touch: Touch, of event: DeviceEvent) {
    do throws(GeoError) { writeMembers(of: try JSONParser.parse(touch.json), type: touch.type) } catch {
      // JSON that the parser rejects, such as a thousand nested arrays, is written unchanged, so that a
      // replay treats it alike; the line's own members come last, where they count.
      var text = touch.json
      text.withUTF8 { bytes in
        guard let first = bytes.firstIndex(of: 0x7b), let last = bytes.lastIndex(of: 0x7d), first < last
        else {
          return writeMembers(of: nil, type: touch.type)
        }
        reserve(bytes.count + 512 + devices[Int(event.device.index)].count)
        write(",")
        write(UnsafeBufferPointer(rebasing: bytes[(first + 1)..<last]))
      }
      write(",\"time\":")
      write(event.time)
      write(",\"timestamp\":")
      write(event.timestamp)
      devices[Int(event.device.index)].withUnsafeBufferPointer { write($0) }
    }
  }

  /// Writes the members of an object, except those that the line itself has.
  private func writeMembers(of json: JSONValue?, type: String) {
    var text = ",\"type\":\(JSONValue.string(type))"
    if case .object(let members) = json {
      for member in members where !EventLogWriter.common.contains(member.name) {
        text += ",\(JSONValue.string(member.name)):\(member.value)"
      }
    }
    reserve(text.utf8.count + 16)
    text.withUTF8 { write($0) }
  }

  private static let common: Set<String> = [
    "type", "time", "timestamp", "device", "rebases", "coalesced", "simulated",
  ]
}

// MARK: Bytes

extension EventLogWriter {
  func reserve(_ bytes: Int) {
    guard count + bytes > capacity else { return }
    capacity = max(capacity * 2, count + bytes)
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    memcpy(larger, start, count)
    start.deallocate()
    start = larger
  }

  @inline(__always)
  func write(_ text: StaticString) {
    memcpy(start + count, text.utf8Start, text.utf8CodeUnitCount)
    count += text.utf8CodeUnitCount
  }

  @inline(__always)
  func write(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let base = bytes.baseAddress else { return }
    memcpy(start + count, base, bytes.count)
    count += bytes.count
  }

  @inline(__always)
  private func write(_ key: StaticString, _ value: Double) {
    guard value.isFinite else { return }
    write(key)
    write(value)
  }

  private func write(_ key: StaticString, _ value: Bool) {
    write(key)
    write(value ? "true" : "false")
  }

  func write(string: String) {
    let quoted = EventLogWriter.quoted(string)
    reserve(quoted.count + 256)
    quoted.withUnsafeBufferPointer { write($0) }
  }

  static func quoted(_ text: String) -> [UInt8] { Array(JSONValue.string(text).description.utf8) }

  @inline(__always)
  func write(_ value: Double) { count += NumberText.write(value, to: start + count) }
}
