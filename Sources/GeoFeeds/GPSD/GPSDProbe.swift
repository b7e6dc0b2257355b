import Geo
import GeoFormats
import Glibc

/// Asks a gpsd for its receivers.
public enum GPSDProbe {
  /// A gpsd's description of itself.
  public struct Answer: Sendable {
    public var release: String
    public var paths: [String]
  }

  /// Asks a gpsd which receivers it has, without opening them; nil if no gpsd answers in time.
  public static func ask(host: String, port: Int, within seconds: Double) -> Answer? {
    let wake = WakeDescriptor()
    let end = monotonicSeconds() + seconds
    guard let connection = try? LineConnection(host: host, port: port, wake) else { return nil }
    let request = "?DEVICES;\n"
    let sent = Glibc.send(connection.descriptor, request, request.utf8.count, Int32(MSG_NOSIGNAL))
    guard sent == request.utf8.count else { return nil }
    let decoder = GPSDDecoder(
      LineContext(name: host, device: host, directory: DeviceDirectory(), options: FeedOptions()))
    let cutter = LineSplitter()
    while decoder.paths == nil {
      guard wake.wait(for: connection.descriptor, until: end) == .ready else { return nil }
      let count = Glibc.read(connection.descriptor, cutter.free.baseAddress, cutter.free.count)
      guard count > 0 else { return nil }
      cutter.append(count) { bytes, line in
        var events: [DeviceEvent] = []
        decoder.decode(LineRun(bytes: bytes, firstLine: line, arrival: 0), into: &events)
      }
    }
    guard let version = decoder.version, let paths = decoder.paths else { return nil }
    return Answer(release: version.release, paths: paths)
  }
}
