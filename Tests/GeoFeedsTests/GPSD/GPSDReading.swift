import Geo
import Glibc

@testable import GeoFeeds
@testable import GeoFormats

/// The decoder's events of reports, for tests.
final class GPSDReading {
  let directory = DeviceDirectory()
  let decoder: GPSDDecoder
  private let cutter = LineSplitter()
  private(set) var events: [DeviceEvent] = []

  init(device: String = "gpsd", path: String? = nil, options: FeedOptions = FeedOptions()) {
    decoder = GPSDDecoder(
      LineContext(name: "log", device: device, directory: directory, options: options), path: path)
  }

  /// A log from its beginning to its end.
  static func log(_ lines: String...) -> GPSDReading {
    let reading = GPSDReading()
    reading.hear(lines.joined(separator: "\n") + "\n", at: nil)
    reading.flush(at: nil)
    return reading
  }

  /// Live reports that arrive at once.
  func hear(_ text: String, at arrival: TimeInterval?) { hear(Array(text.utf8), at: arrival) }

  func hear(_ bytes: [UInt8], at arrival: TimeInterval?) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let free = cutter.free
      let count = min(free.count, rest.count)
      free.copyBytes(from: rest.prefix(count))
      rest = rest.dropFirst(count)
      cutter.append(count) { bytes, line in
        decoder.decode(LineRun(bytes: bytes, firstLine: line, arrival: arrival), into: &events)
      }
    }
  }

  func flush(at arrival: TimeInterval?) { decoder.flush(at: arrival, into: &events) }
  func disconnect(at arrival: TimeInterval) { decoder.disconnect(at: arrival, into: &events) }

  /// The events of one kind, with their devices.
  var fixes: [Fix] { events.compactMap { if case .location(let fix) = $0.payload { fix } else { nil } } }
  var fixTimes: [TimeInterval] {
    events.compactMap { if case .location = $0.payload { $0.timestamp } else { nil } }
  }
  var fixDevices: [String] {
    events.compactMap { if case .location = $0.payload { directory.name(of: $0.device) } else { nil } }
  }
  var errors: [TimeInterval] {
    events.compactMap {
      $0.payload == .error(code: CLError.locationUnknown.rawValue) ? $0.time : nil
    }
  }
  var headings: [HeadingReading] {
    events.compactMap { if case .heading(let reading) = $0.payload { reading } else { nil } }
  }
  var attributes: [String] {
    events.compactMap { if case .message(let message) = $0.payload { message.json } else { nil } }
  }

  /// A file of Tests/gpsd; its SOURCE.md names their origin.
  static func recorded(_ name: String) throws -> [UInt8] {
    let path = String(#filePath.split(separator: "/Tests/GeoFeedsTests")[0]) + "/Tests/gpsd/" + name
    let stream = try ByteStream(path: path)
    return try stream.peek(1 << 20)
  }

  /// A report of a three-dimensional fix.
  static func fix(
    _ second: Int, _ latitude: Double = 52, _ rest: String = "", device: String = "/dev/ttyUSB0"
  )
    -> String
  {
    let time = ISO8601.format(1_000_000_000 + Double(second))
    return
      "{\"class\":\"TPV\",\"device\":\"\(device)\",\"mode\":3,\"time\":\"\(time)\",\"lat\":\(latitude),\"lon\":13\(rest)}\r\n"
  }

  static func time(_ second: Int) -> TimeInterval { 1_000_000_000 + Double(second) }
}
