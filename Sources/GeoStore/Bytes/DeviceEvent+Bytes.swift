import Geo
import SQLite

/// An event that waits in a window. Its device is not stored, as the next run numbers devices anew.
extension ByteWriter {
  mutating func write(_ event: DeviceEvent) {
    write(event.time)
    write(event.timestamp)
    switch event.payload {
    case .location(let fix):
      write(UInt8(0))
      write(fix)
    case .heading(let reading):
      write(UInt8(1))
      for value in [
        reading.magneticHeading, reading.trueHeading, reading.headingAccuracy, reading.x, reading.y,
        reading.z,
      ] { write(value) }
    case .error(let code):
      write(UInt8(2))
      write(count: code)
    case .signalLost: write(UInt8(3))
    case .setting(let setting):
      write(UInt8(4))
      write(setting)
    case .app(let state):
      write(UInt8(5))
      write(state.rawValue)
    case .touch(let touch):
      write(UInt8(6))
      write(touch.type)
      write(touch.json)
    case .clock: write(UInt8(7))
    case .profile(let change):
      write(UInt8(8))
      write(change.json.description)
    case .message(let message):
      write(UInt8(9))
      for text in [message.kind.rawValue, message.form, message.type, message.json] { write(text) }
    }
  }

  mutating func write(_ fix: Fix) {
    write(fix.coordinate)
    for value in [fix.horizontalAccuracy, fix.altitude, fix.verticalAccuracy, fix.speed, fix.course] {
      write(value)
    }
  }

  private mutating func write(_ setting: Setting) {
    switch setting {
    case .authorization(let status):
      write(UInt8(0))
      write(count: status)
    case .services(let enabled): write(UInt8(enabled ? 2 : 1))
    case .network(let up): write(UInt8(up ? 4 : 3))
    case .airplane(let on): write(UInt8(on ? 6 : 5))
    }
  }
}

extension ByteReader {
  mutating func event() throws(Fault) -> DeviceEvent {
    let time = try double()
    let timestamp = try double()
    return DeviceEvent(
      time: time, timestamp: timestamp, device: DeviceID(index: 0), payload: try payload())
  }

  mutating func fix() throws(Fault) -> Fix {
    Fix(
      coordinate: try coordinate(), horizontalAccuracy: try measure(), altitude: try measure(),
      verticalAccuracy: try measure(), speed: try measure(), course: try measure())
  }

  private mutating func payload() throws(Fault) -> DeviceEvent.Payload {
    switch try byte() {
    case 0: return .location(try fix())
    case 1:
      return .heading(
        HeadingReading(
          magneticHeading: try measure(), trueHeading: try measure(), headingAccuracy: try measure(),
          x: try measure(), y: try measure(), z: try measure()))
    case 2: return .error(code: try count())
    case 3: return .signalLost
    case 4: return .setting(try setting())
    case 5:
      guard let state = AppState(rawValue: try text()) else { throw Fault() }
      return .app(state)
    case 6: return .touch(Touch(type: try text(), json: try text()))
    case 7: return .clock
    case 8: return .profile(try change(try text()))
    case 9:
      guard let kind = DeviceMessage.Kind(rawValue: try text()) else { throw Fault() }
      return .message(DeviceMessage(kind, form: try text(), type: try text(), json: try text()))
    default: throw Fault()
    }
  }

  private mutating func setting() throws(Fault) -> Setting {
    switch try byte() {
    case 0: return .authorization(try count())
    case 1: return .services(enabled: false)
    case 2: return .services(enabled: true)
    case 3: return .network(up: false)
    case 4: return .network(up: true)
    case 5: return .airplane(on: false)
    case 6: return .airplane(on: true)
    default: throw Fault()
    }
  }
}
