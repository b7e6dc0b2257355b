public import Geo
import GeoFeeds
import GeoHost

/// A configuration of a NATS server for streams of fixes: `geoscript nats-config`.
public struct NATSConfiguration {
  private let partitions: Int

  /// - Errors: ``GeoError`` `usage` for a number that is not 1 to 1024.
  public init(partitions: Int) throws(GeoError) {
    guard (1...1024).contains(partitions) else {
      throw GeoError(.usage, "--partitions must be 1 to 1024, got \(partitions)")
    }
    self.partitions = partitions
  }

  /// - Source: docs.nats.io, «Subject Mapping and Partitioning», «JetStream», «TLS».
  public var text: String {
    """
    # A server for geoscript's fixes: nats-server -c this-file
    # Written by geoscript \(Product.version) nats-config --partitions \(partitions).
    listen: "127.0.0.1:4222"

    jetstream {
      store_dir: "/var/lib/nats"
    }

    # geoscript makes what it needs: the stream FIXES (p.*.>) and the bucket geo for gateways and workers, the bucket
    # LEASES and the stream VERSIONS (version.>) for workers and publish, and for workers with --state nats the streams
    # OUT (out.*, part.*) and SNAPSHOTS (snap.>, hung.*).
    # A worker finds its state by its last message in OUT: do not remove that one.

    # A message may hold 512 KiB of lines, or of a state.
    max_payload: 1MB

    # Gateways of geoscript name the partition themselves. Others publish to fix.GROUP.DEVICE, both percent-encoded
    # outside letters, digits, - and _; a device without a group is its own.
    mappings = {
      "fix.*.*": "p.{{partition(\(partitions),1)}}.fix.{{wildcard(1)}}.{{wildcard(2)}}"
    }

    # Others than this machine need TLS and users:
    # listen: "0.0.0.0:4222"
    # tls { cert_file: "/etc/nats/server.pem", key_file: "/etc/nats/server-key.pem" }
    # authorization {
    #   users = [
    #     { user: "geoscript", password: "$2a$11$…" }   # a hash by bcrypt
    #   ]
    # }

    """
  }
}
