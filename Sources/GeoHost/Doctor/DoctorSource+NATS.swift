import Geo
import GeoFeeds
import GeoStore

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
    if let bytes = info.mostBytes, bytes < StatePiece.leastPayload {
      return Finding(
        .fail, address.name, "NATS \(info.version) takes messages of at most \(grouped(bytes)) bytes",
        advice: "write max_payload: 1MB in its configuration, as geoscript nats-config does")
    }
    return connected(target, info)
  }

  /// Tries what a gateway and a worker need a connection for.
  private func connected(_ target: NATSAddress, _ info: NATSInfo) -> Finding {
    let words = [info.needsLogin ? "a user" : nil, info.needsTLS ? "TLS" : nil].compactMap { $0 }
    let client: NATSClient
    do throws(GeoError) { client = try NATSClient(target) } catch {
      let wanted = words.joined(separator: " and ")
      return Finding(
        .fail, address.name, error.message,
        advice: wanted.isEmpty ? nil : "the server wants \(wanted): geoscript docs scale has the parameters")
    }
    let needs = words.isEmpty ? "" : "; it accepts this address with \(words.joined(separator: " and "))"
    do throws(GeoError) {
      if let count = try client.layoutOfStream()?.partitions, count != target.partitions {
        return Finding(
          .fail, address.name,
          "the stream \(target.stream) has \(counted(count, "partition")), this address says \(target.partitions)",
          advice: "write partitions=\(count): a stream keeps its partitions for life")
      }
      return try mapping(client, "NATS \(info.version) with JetStream\(needs)")
    } catch { return Finding(.fail, address.name, error.message, advice: "may this user use JetStream?") }
  }

  /// Compares the server's mapping for other publishers with what gateways compute.
  private func mapping(_ client: NATSClient, _ words: String) throws(GeoError) -> Finding {
    let partitions = client.address.partitions
    // Each of them has the same number by chance where a server has other partitions.
    for number in 0..<DoctorSource.probes {
      let group = "geoscript-doctor-\(number)"
      guard let mapped = try client.mappedPartition(of: group) else {
        return Finding(
          .ok, address.name,
          words
            + "; it maps no fix.GROUP.DEVICE for other publishers (geoscript nats-config prints a mapping)")
      }
      let own = PartitionSubject.partition(of: PartitionSubject.token(group), among: partitions)
      guard mapped == own else {
        return Finding(
          .fail, address.name,
          "the server maps fix.\(group).\(group) to p.\(mapped), a gateway publishes to p.\(own): devices of other "
            + "publishers would have another partition",
          advice: "geoscript nats-config --partitions \(partitions) prints the mapping")
      }
    }
    return Finding(.ok, address.name, words + "; its mapping agrees on \(counted(partitions, "partition"))")
  }

  private static let probes = 16
}
