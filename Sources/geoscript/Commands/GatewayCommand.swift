import GeoCluster
import ArgumentParser
import GeoFormats
import GeoHost

/// `geoscript gateway`.
struct GatewayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "gateway",
    abstract: "Publish what phones send to a stream of NATS.",
    usage: "geoscript gateway --from <source> ... --to <address> [<options>]",
    discussion: """
      Takes live sources as run --from does, and simulations by the wall clock.
      Publishes each device's events as lines of the event log to
      p.N.fix.GROUP.DEVICE of the stream FIXES. N is the partition of the group.
      Phones over HTTP get their answer when the stream has their fixes, and 503
      when it has not: they send them again.

      Any number of gateways may publish to one stream. More: geoscript docs scale.

      Examples:
        geoscript gateway --from http://127.0.0.1:8080 --to nats://localhost
        geoscript gateway --from 'mqtt://broker/owntracks/#' \\
          --to 'nats://nats.example:4222?tls=true&creds=gateway.creds&replicas=3'
      """)

  @Option(
    name: .customLong("from"),
    help: ArgumentHelp(
      "Live sources: http://…, mqtt://…, gpsd://…, tcp://…; sim:… Repeatable.", valueName: "source")
  )
  var sources: [String]

  @Option(
    name: .customLong("to"),
    help: ArgumentHelp(
      "The server, such as nats://localhost?stream=FIXES&partitions=64.", valueName: "address"))
  var target: String

  @Option(
    help: ArgumentHelp(
      "Which devices form a group: owntracks-user or device:REGEX. Groups stay in one partition.",
      valueName: "rule"))
  var groupBy: String?

  @OptionGroup var http: RunHTTP

  @Option(
    help: ArgumentHelp(
      "Serve metrics for Prometheus at /metrics, and probes at /healthz and /readyz, such as 127.0.0.1:9090.",
      valueName: "address:port"))
  var metrics: String?

  @Flag(help: "Print warnings and errors only.")
  var quiet = false

  @Option(
    help: ArgumentHelp(
      "Print nothing below this level on standard error: debug, info, warning or error. (default: info)",
      valueName: "level"))
  var logLevel: LogLevel?

  @Option(
    help: ArgumentHelp("Lines on standard error: text, or json for one object per line.", valueName: "form"))
  var logFormat = LogFormat.text

  func run() throws {
    let gateway = try Gateway(
      sources: sources, target: target, httpKeys: try http.keys(), groupBy: groupBy,
      metrics: try metrics.map { try ListenAddress($0) }, isQuiet: quiet, logFormat: logFormat,
      logLevel: logLevel)
    let code = try gateway.run()
    if code != 0 { throw ExitCode(code) }
  }
}
