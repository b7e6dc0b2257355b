package import Geo
package import GeoHost
import Glibc

/// A run in another process, which a console looks into.
///
/// - Source: HO-135 … HO-138.
package final class AttachedRun: ConsoleTarget {
  private let line: ConsoleLine
  private let mayChange: Bool
  private let script: String
  private let zone: TimeZoneRules
  package private(set) var device: String?

  /// - Parameter zone: that of the times it shows.
  /// - Errors: ``GeoError`` `noInput` without the directory, `unavailable` without a run that uses it, `notPermitted`
  ///   for the run of another user.
  package init(directory: String, mayChange: Bool, zone: TimeZoneRules = .utc) throws(GeoError) {
    (self.mayChange, self.zone) = (mayChange, zone)
    guard access(directory, F_OK) == 0 else {
      throw GeoError(
        .noInput, "does not exist (expected the directory that a run got as --state)", at: directory)
    }
    line = ConsoleLine(try ConsoleSocket.connect(try ConsoleSocket.path(in: directory)))
    let hello = try line.next()
    if let refusal = hello["refused"]?.text { throw GeoError(.notPermitted, refusal, at: directory) }
    script = hello["script"]?.text ?? ""
    device = try devices().all.first?.name
  }

  package var greeting: String {
    "attached to \(script)" + (device.map { ", device \($0)" } ?? ", which has no device yet")
      + (mayChange ? "; what you type can change the run" : ", for reading only (--write changes that)")
      + "; :help shows the commands"
  }

  package var commands: [ConsoleCommand] { ConsoleCommand.common }

  package func answer(_ text: String) throws(GeoError) -> (ConsoleAnswer, lines: [String]) {
    // A device may have come since.
    if device == nil { device = try devices().all.first?.name }
    guard let device else { return (ConsoleAnswer(.fault("no device has sent anything yet")), []) }
    let reply = ConsoleReply(
      try line.ask(ConsoleRequest.text(text, device: device, mayChange: mayChange).json))
    guard case .answer(let answer)? = reply else { throw ConsoleLine.stranger }
    return (answer, [])
  }

  package func perform(_ command: ConsoleCommand.Name, _ argument: String) throws(GeoError) -> [String] {
    switch command {
    case .devices:
      let (all, count) = try devices()
      let more = count > all.count ? ["(\(grouped(count - all.count)) more)"] : []
      return all.map(text) + more
    case .device:
      guard !argument.isEmpty else {
        throw GeoError(.usage, "needs a name: :device rex; :devices lists them")
      }
      let (all, count) = try devices()
      // A run may have more devices than a list shows.
      guard count > all.count || all.contains(where: { $0.name == argument || $0.group == argument }) else {
        throw GeoError(.usage, "finds no device '\(argument)' in the run; :devices lists them")
      }
      device = argument
      return []
    default: return []
    }
  }

  private func devices() throws(GeoError) -> (all: [ConsoleDevice], count: Int) {
    guard case .devices(let all, let count)? = ConsoleReply(try line.ask(ConsoleRequest.devices.json)) else {
      throw ConsoleLine.stranger
    }
    return (all, count)
  }

  private func text(of device: ConsoleDevice) -> String {
    let mark = device.name == self.device || device.group == self.device && device.group != nil ? "*" : " "
    let place =
      device.place.map { "  \(fixed($0.latitude, 5)), \(fixed($0.longitude, 5))" } ?? device.zone.map {
        "  \($0)"
      } ?? ""
    return "\(mark) \(ISO8601.format(device.time, in: zone))  \(device.name)"
      + (device.group.map { "  in \($0)" } ?? "") + place
  }
}

/// A connection to a run's console, by lines of JSON.
private final class ConsoleLine {
  private let descriptor: Int32
  private var input: [UInt8] = []

  /// The most bytes of a line.
  private static let most = 16 << 20

  static let stranger = GeoError(.unavailable, "the run answers what this version does not know")

  init(_ descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  /// - Errors: ``GeoError`` `unavailable` if the run has ended.
  func ask(_ request: JSONValue) throws(GeoError) -> JSONValue {
    let bytes = Array("\(request)\n".utf8)
    var start = 0
    while start < bytes.count {
      let sent = bytes[start...].withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if sent < 0, errno == EINTR { continue }
      guard sent > 0 else { throw GeoError(.unavailable, "the run has ended") }
      start += sent
    }
    return try next()
  }

  func next() throws(GeoError) -> JSONValue {
    var bytes = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      if let end = input.firstIndex(of: UInt8(ascii: "\n")) {
        let text = String(decoding: input[..<end], as: UTF8.self)
        input.removeFirst(end + 1)
        guard let json = try? JSONParser.parse(text) else { throw ConsoleLine.stranger }
        return json
      }
      let got = Glibc.recv(descriptor, &bytes, bytes.count, 0)
      if got < 0, errno == EINTR { continue }
      guard got > 0 else { throw GeoError(.unavailable, "the run has ended") }
      input += bytes[..<got]
      guard input.count <= ConsoleLine.most else { throw ConsoleLine.stranger }
    }
  }
}
