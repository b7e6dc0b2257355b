import GeoCluster
import ArgumentParser
import GeoHost

/// `geoscript nats-config`.
struct NATSConfigCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "nats-config",
    abstract: "Print a configuration of a NATS server for gateways and workers.",
    discussion: """
      It turns on JetStream and maps what others publish to partitions, as the
      gateway does. Change places, users and TLS to your own.

      Examples:
        geoscript nats-config > nats.conf
        nats-server -c nats.conf
        geoscript nats-config --partitions 16
      """)

  @Option(help: ArgumentHelp("Number of partitions, 1 to 1024.", valueName: "n"))
  var partitions = 64

  func run() throws { print(try NATSConfiguration(partitions: partitions).text, terminator: "") }
}
