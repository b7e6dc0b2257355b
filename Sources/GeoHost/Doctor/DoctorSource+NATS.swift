import Geo
import GeoFeeds

extension DoctorSource {
  /// Asks a server of NATS what it is.
  ///
  /// - Source: SC-14.
  func stream() -> Finding {
    let (target, info): (NATSAddress, NATSInfo)
    do throws(GeoError) {
      target = try NATSAddress(address)
      info = try NATSInfo(host: address.host, port: address.port ?? NATSAddress.defaultPort)
    } catch {
      return Finding(
        .fail, address.name, error.message,
        advice: "is the server running? geoscript nats-config prints a configuration for it")
    }
    guard info.hasJetStream else {
      return Finding(
        .fail, address.name, "NATS \(info.version) runs without JetStream",
        advice: "geoscript nats-config prints a configuration with it")
    }
    guard !info.isUnsafe else {
      return Finding(
        .fail, address.name, "NATS \(info.version) can lose what it has acknowledged (nats-server #4320)",
        advice: "install 2.9.14 or earlier, 2.9.21 or later")
    }
    if let bytes = info.mostBytes, bytes < StateStreams.leastPayload {
      return Finding(
        .fail, address.name, "NATS \(info.version) takes messages of at most \(grouped(bytes)) bytes",
        advice: "write max_payload: 1MB in its configuration, as geoscript nats-config does")
    }
    let words = [info.needsLogin ? "a user" : nil, info.needsTLS ? "TLS" : nil].compactMap { $0 }
    if !words.isEmpty {
      do throws(GeoError) { _ = try NATSClient(target) } catch {
        return Finding(
          .fail, address.name, error.message,
          advice:
            "the server wants \(words.joined(separator: " and ")): geoscript docs scale has the parameters")
      }
    }
    let needs = words.isEmpty ? "" : "; it accepts this address with \(words.joined(separator: " and "))"
    return Finding(.ok, address.name, "NATS \(info.version) with JetStream\(needs)")
  }
}
