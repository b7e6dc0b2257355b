public import Geo
import GeoFormats
import Glibc

/// An address of a broker, such as `mqtts://user@host/owntracks/#?qos=1`.
public struct MQTTAddress: Sendable {
  public let host: String
  public let port: Int
  public let usesTLS: Bool
  /// The topic filter of the subscription.
  public let filter: String
  public let qos: Int
  /// The client ID under which the broker queues messages while nobody listens.
  public let client: String
  public let isClean: Bool
  public let user: String?
  let password: Password?
  /// A PEM file; nil for the system's authorities.
  public let authorities: String?
  public let certificate: String?
  public let key: String?
  /// The topic of our retained status: `online` or `offline`.
  public let status: String?
  /// Seconds.
  public let keepAlive: Int
  /// Seconds to wait for a broker's answer.
  public let timeout: Double

  /// A text that never appears in a message.
  struct Password: Sendable, CustomStringConvertible, CustomReflectable {
    let text: String
    var description: String { "(a password)" }
    var customMirror: Mirror { Mirror(self, children: []) }
  }

  /// The environment variable of a password, if no file is given.
  public static let passwordVariable = "GEOSCRIPT_MQTT_PASSWORD"

  static let parameters = [
    "qos", "client", "clean", "password-file", "ca", "cert", "key", "status", "keepalive", "timeout",
  ]

  /// - Errors: ``GeoError`` `usage` for an invalid address, `noInput` for an unreadable file.
  public init(_ address: SourceAddress) throws(GeoError) {
    let name = address.name
    func refuse(_ what: String) -> GeoError { GeoError(.usage, what, at: name) }
    guard !address.host.isEmpty else { throw refuse("names no host (expected mqtt://HOST/owntracks/#)") }
    if address["insecure"] != nil {
      throw refuse(
        "?insecure is not supported: anyone in between could read and forge fixes "
          + "(?ca=FILE names the authority "
          + "that signed a broker's own certificate)")
    }
    try address.require(parameters: MQTTAddress.parameters)
    host = address.host
    usesTLS = address.scheme == "mqtts"
    port = address.port ?? (usesTLS ? 8883 : 1883)
    let topic = String(address.path.drop { $0 == "/" })
    filter = topic.isEmpty ? "owntracks/#" : topic
    guard filter.utf8.count <= 65_535, MQTTAddress.isFilter(filter) else {
      throw refuse(
        "\"\(filter)\" is not a topic (# must come last; # and + must stand alone between slashes)")
    }
    qos = try address.number("qos", 2, 0...2)
    keepAlive = try address.number("keepalive", 60, 5...65_535)
    timeout = Double(try address.number("timeout", 10, 1...600))
    switch address["clean"] ?? "false" {
    case "true", "yes", "1", "": isClean = true
    case "false", "no", "0": isClean = false
    case let text: throw refuse("clean \"\(text)\" is neither true nor false")
    }
    user = address.user
    authorities = address["ca"]
    certificate = address["cert"]
    key = address["key"]
    status = address["status"]
    if let status, !MQTTAddress.isTopic(status) {
      throw refuse("status \"\(status)\" is not a topic to publish to (write it without # and +)")
    }
    if !usesTLS, authorities != nil || certificate != nil || key != nil {
      throw refuse("certificates need mqtts://")
    }
    guard (certificate == nil) == (key == nil) else { throw refuse("?cert and ?key go together") }
    for file in [authorities, certificate, key] {
      if let file, access(file, R_OK) != 0 {
        throw GeoError(.noInput, "cannot be read: \(String(cString: strerror(errno)))", at: file)
      }
    }
    password = try address.password(orIn: MQTTAddress.passwordVariable).map { Password(text: $0) }
    if password != nil, user == nil { throw refuse("a password needs a user (expected mqtt://USER@HOST)") }
    client = address["client"].flatMap { $0.isEmpty ? nil : $0 } ?? MQTTAddress.usualClient(address, filter)
  }

  /// A client ID that is stable for the same run and unique: from this machine, the broker, the user and the
  /// topic.
  ///
  /// - Source: MQTT 3.1.1, MQTT-3.1.3-5: every broker accepts 23 letters and digits.
  private static func usualClient(_ address: SourceAddress, _ filter: String) -> String {
    var machine = [CChar](repeating: 0, count: 256)
    gethostname(&machine, machine.count - 1)
    let text =
      machine.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
      + "\n\(address.host)\n\(address.port ?? 0)\n\(address.user ?? "")\n\(filter)"
    var hash = FNV1a()
    hash.combine(text)
    let digits = String(hash.value, radix: 36)
    return "geoscript" + String(repeating: "0", count: 13 - digits.count) + digits
  }

  /// - Source: MQTT 3.1.1, 4.7.1 and 4.7.3.
  private static func isTopic(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= 65_535 && !text.utf8.contains { $0 == 0 || $0 == 0x23 || $0 == 0x2B }
  }

  /// - Source: MQTT 3.1.1, 4.7.1.
  private static func isFilter(_ text: String) -> Bool {
    let levels = text.split(separator: "/", omittingEmptySubsequences: false)
    for (index, level) in levels.enumerated() where level.contains("#") || level.contains("+") {
      guard level.count == 1, level != "#" || index == levels.count - 1 else { return false }
    }
    return !text.contains("\0")
  }
}
