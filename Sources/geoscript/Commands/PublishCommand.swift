import GeoCluster
import ArgumentParser
import GeoHost

/// `geoscript publish`.
struct PublishCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "publish",
    abstract: "Send a new version of a script to the workers of a stream.",
    usage: """
      geoscript publish <script> --to <address> [<options>]
      geoscript publish --list --to <address>
      geoscript publish --version <n> --to <address>
      """,
    discussion: """
      Checks the script with its modules, fences and settings, and starts it once
      on a device that does not exist. Stores the files in the stream VERSIONS
      under the next number, and tells each partition of FIXES. Every worker takes
      the version over when it reads that message, as a reload does: regions,
      timers and stored values continue.

      Examples:
        geoscript publish fleet.lua --to nats://localhost --fences depots.geojson
        geoscript publish --list --to nats://localhost
        geoscript publish --version 3 --to nats://localhost
      """)

  @Argument(
    help: ArgumentHelp("The script; not with --list and --version.", valueName: "script"),
    completion: .file(extensions: ["lua"]))
  var script: String?

  @Option(
    name: .customLong("to"),
    help: ArgumentHelp("The stream, with the same address as its workers have.", valueName: "address"))
  var target: String

  @Option(
    help: ArgumentHelp("Regions that every device watches. Repeatable.", valueName: "file"),
    completion: .file())
  var fences: [String] = []

  @Option(
    help: ArgumentHelp("Meters past the edge of --fences that count as a crossing.", valueName: "m"))
  var fenceAccuracy: Meters = 0.0

  @Option(help: ArgumentHelp("Values for each device.", valueName: "file"), completion: .file())
  var settings: String?

  @Option(help: ArgumentHelp("The same rule as that of the workers.", valueName: "rule"))
  var groupBy: String?

  @Option(help: ArgumentHelp("Take this version into force again.", valueName: "n"))
  var version: UInt64?

  @Flag(help: "Publish without starting the script once before.")
  var force = false

  @Flag(help: "List the versions.")
  var list = false

  func validate() throws {
    guard [script != nil, version != nil, list].count(where: \.self) == 1 else {
      throw ValidationError("give a script to publish, --version N or --list: one of the three")
    }
    if script == nil, !fences.isEmpty || settings != nil {
      throw ValidationError("--fences and --settings belong to a script: a version has its own")
    }
    guard fenceAccuracy.value == 0 || !fences.isEmpty else {
      throw ValidationError("--fence-accuracy needs --fences: it is the buffer of those")
    }
    guard !force || script != nil else {
      throw ValidationError("--force needs a script: it publishes one without starting it before")
    }
  }

  func run() throws {
    var options: RunOptions?
    if let script {
      var files = RunOptions(script: script)
      (files.fences, files.fenceAccuracy, files.settings) = (fences, fenceAccuracy.value, settings)
      // A mistake needs no server to be found.
      try VersionPublisher.check(files) { Geoscript.complain($0) }
      if !force { try VersionPublisher.tryOut(files) }
      options = files
    }
    let publisher = try VersionPublisher(target, groupBy: groupBy)
    if let options { return print(try publisher.publish(options)) }
    if let version { return print(try publisher.enforce(version)) }
    let (lines, warning) = try publisher.list()
    print(lines.isEmpty ? "no version yet" : lines.joined(separator: "\n"))
    if let warning { Geoscript.complain("geoscript: \(warning)") }
  }
}
