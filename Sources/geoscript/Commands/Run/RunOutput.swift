import ArgumentParser
public import GeoHost

/// Where alerts go, and what else is printed.
struct RunOutput: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Where alerts go: text, ndjson, ndjson:FILE, exec:COMMAND, https://… or none. Repeatable. (default: text)
      """,
      valueName: "sink"))
  var alerts: [String] = []

  @Option(
    help: ArgumentHelp(
      "Where messages of geoscript.send(\"lights\", …) go: lights=ADDRESS, a sink of --alerts. Repeatable.",
      valueName: "name=sink"))
  var channel: [String] = []

  @Option(
    help: ArgumentHelp(
      "A header line for alerts to https://…, or @FILE with one per line. Repeatable.", valueName: "field"))
  var alertHeader: [String] = []

  @Option(
    help: ArgumentHelp(
      "Sign messages to https://… with the secret in a file (Standard Webhooks); the old one too while you change it. Repeatable.",
      valueName: "@file"))
  var alertSecret: [String] = []

  @Option(
    help: ArgumentHelp(
      "At the end, give up on https://… after this many seconds without a delivery.", valueName: "s"))
  var alertTimeout = 30.0

  @Option(
    help: ArgumentHelp(
      "Hold alerts below priority high in these hours, and send one digest at their end: 22:00-07:00[@Europe/Berlin].",
      valueName: "hours"))
  var quietHours: String?

  @Option(
    help: ArgumentHelp(
      "Join the alerts of this many seconds into one message, such as 30s.", valueName: "time"))
  var groupAlerts: String?

  @Option(
    help: ArgumentHelp(
      "With --state, an alert that waits longer than this is a dead letter, such as 90m, 72h or 7d. (default: 72h)",
      valueName: "time"))
  var alertMaxAge: String?

  @Option(
    help: ArgumentHelp(
      "With --state, the most that may wait for one sink, such as 500M or 2G. (default: 1G)",
      valueName: "size"))
  var alertQueue: String?

  @Option(
    help: ArgumentHelp(
      "Write the rows of geoscript.row(\"trips\", …) to a .csv or .ndjson file: trips=report.csv. Repeatable.",
      valueName: "name=file"), completion: .file(extensions: ["csv", "ndjson"]))
  var table: [String] = []

  @Flag(name: [.short, .long], help: "Replace files of --table, --map and --page that hold something else.")
  var force = false

  @Option(
    help: ArgumentHelp(
      "Write what each function of the script takes to this file, as folded stacks for flame graphs.",
      valueName: "file"), completion: .file())
  var profileScript: String?

  @Flag(help: "Print every delegate call, alert and printed line as one JSON object per line.")
  var json = false

  @Flag(help: "End the run at the first callback that fails, with exit code 1.")
  var strict = false

  @Flag(help: "Exit with 0 though callbacks failed, or a file or a source could not be used.")
  var keepGoing = false

  @Flag(help: "Print no progress, notes or summary.")
  var quiet = false

  @Flag(help: "Print each failure, and what geoscript does.")
  var verbose = false

  @Option(
    help: ArgumentHelp(
      "Print nothing below this level on standard error: debug, info, warning or error. (default: info)",
      valueName: "level"))
  var logLevel: LogLevel?

  @Option(
    help: ArgumentHelp("Lines on standard error: text, or json for one object per line.", valueName: "form"))
  var logFormat = LogFormat.text

  @Option(
    help: ArgumentHelp(
      "Serve metrics for Prometheus at /metrics, and probes at /healthz and /readyz, such as 127.0.0.1:9090.",
      valueName: "address:port"))
  var metrics: String?
}

extension LogLevel: WordChoice {}
extension LogFormat: WordChoice {}
