import GeoFormats
public import Geo
import Glibc

/// A JetStream of NATS, such as `nats://user@host:4222?stream=FIXES&partitions=64`.
///
/// - Source: SC-10.
public struct NATSAddress: Sendable {
  /// The address without a password.
  public let name: String
  /// What libnats connects to: this server, then those of `servers`.
  let urls: String
  public let host: String
  public let port: Int
  public let stream: String
  public let partitions: Int
  public let replicas: Int
  /// Seconds that the stream keeps messages; 0 for no limit.
  let maximumAge: Double
  /// The most bytes of the stream; 0 for no limit.
  let maximumBytes: Int
  let user: String?
  let password: String?
  let credentials: String?
  let key: (public: String, seedFile: String)?
  let usesTLS: Bool
  let authorities: String?
  let certificate: String?
  let certificateKey: String?

  /// The environment variable of a password, if no file is given.
  public static let passwordVariable = "GEOSCRIPT_NATS_PASSWORD"
  public static let defaultPort = 4222

  static let parameters = [
    "stream", "partitions", "replicas", "max-age", "max-bytes", "servers", "password-file", "creds", "nkey",
    "seed", "tls", "ca", "cert", "key",
  ]

  /// - Errors: ``GeoError`` `usage` for an invalid address, `noInput` for an unreadable file.
  public init(_ address: SourceAddress) throws(GeoError) {
    func refuse(_ what: String) -> GeoError { GeoError(.usage, what, at: address.name) }
    guard address.scheme == "nats" else {
      throw refuse("is not a stream of NATS (expected nats://HOST:4222)")
    }
    try address.require(parameters: NATSAddress.parameters)
    let names = address.query.map(\.name)
    if let name = names.enumerated().first(where: { names[..<$0].contains($1) })?.element {
      throw refuse("?\(name) is given twice")
    }
    guard !address.host.isEmpty else { throw refuse("names no host (expected nats://HOST:4222)") }
    guard address.path.isEmpty || address.path == "/" else {
      throw refuse("has a path (expected ?stream=NAME for another stream than FIXES)")
    }
    name = address.name
    host = address.host
    port = address.port ?? NATSAddress.defaultPort
    let first = host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    urls = ([first] + (address["servers"] ?? "").split(separator: ",").map(String.init))
      .map { "nats://\($0)" }.joined(separator: ",")
    stream = address["stream"] ?? "FIXES"
    guard !stream.isEmpty, stream.utf8.allSatisfy({ PartitionSubject.isPlain($0) }) else {
      throw refuse("stream \"\(stream)\" is not a name (expected letters, digits, - and _)")
    }
    partitions = try address.number("partitions", 64, 1...1024)
    replicas = try address.number("replicas", 1, 1...5)
    maximumAge = Double(try address.number("max-age", 0, 0...3_153_600_000))
    maximumBytes = try address.number("max-bytes", 0, 0...Int.max)
    user = address.user
    if address.password == nil, address["password-file"] != nil, address.user == nil {
      throw refuse("a password needs a user (expected nats://USER@HOST)")
    }
    password = try address.password(orIn: NATSAddress.passwordVariable)
    credentials = address["creds"]
    guard (address["nkey"] == nil) == (address["seed"] == nil) else {
      throw refuse("?nkey=PUBLIC-KEY and ?seed=FILE go together")
    }
    if let nkey = address["nkey"], let seed = address["seed"] { key = (nkey, seed) } else { key = nil }
    (authorities, certificate, certificateKey) = (address["ca"], address["cert"], address["key"])
    guard (certificate == nil) == (certificateKey == nil) else { throw refuse("?cert and ?key go together") }
    usesTLS = address["tls"] == "true" || authorities != nil || certificate != nil
    for file in [credentials, key?.seedFile, authorities, certificate, certificateKey] {
      if let file, access(file, R_OK) != 0 {
        throw GeoError(.noInput, "cannot be read: \(String(cString: strerror(errno)))", at: file)
      }
    }
  }

  /// What to change, where libnats cannot connect and does not say enough.
  func advice(after words: String) -> String {
    if words.contains("issuer certificate") {
      return "; name the authority of the server's certificate (?ca=FILE)"
    }
    // A server that turns a client away may end the connection before libnats reads why: libnats then tells of its own
    // last step.
    guard !words.contains("uthorization"), !words.contains("certificate"),
      let info = try? NATSInfo(host: host, port: port)
    else { return "" }
    if info.needsTLS, usesTLS {
      return "; the server ended the connection: name a certificate that it accepts (?cert=FILE&key=FILE)"
    }
    return info.needsLogin ? "; the server asks for authorization: name a user that it knows" : ""
  }
}
