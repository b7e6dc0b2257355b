import ArgumentParser
public import GeoHost

/// Where alerts go, and what else is printed.
struct RunOutput: OptionTable {
  var alerts: [String] = []
  var channel: [String] = []
  var alertHeader: [String] = []
  var alertSecret: [String] = []
  var alertTimeout = RunOptions.usualAlertTimeout
  var quietHours: String?
  var groupAlerts: String?
  var alertMaxAge: String?
  var alertQueue: String?
  var table: [String] = []
  var force = false
  var profileScript: String?
  var json = false
  var strict = false
  var keepGoing = false
  var quiet = false
  var verbose = false
  var logLevel: LogLevel?
  var logFormat = LogFormat.text
  var metrics: String?

  static func declare(_ o: inout OptionRows<Self>) {
    declareAlerts(&o)
    declareOutput(&o)
  }

  private static func declareAlerts(_ o: inout OptionRows<Self>) {
    o.option(
      "alerts", \.alerts,
      """
      Where alerts go: text, ndjson, ndjson:FILE, exec:COMMAND, https://… or none. Repeatable. (default: text)
      """, value: "sink")
    o.option(
      "channel", \.channel,
      "Where messages of geoscript.send(\"lights\", …) go: lights=ADDRESS, a sink of --alerts. Repeatable.",
      value: "name=sink")
    o.option(
      "alert-header", \.alertHeader,
      "A header line for alerts to https://…, or @FILE with one per line. Repeatable.", value: "field")
    o.option(
      "alert-secret", \.alertSecret,
      "Sign messages to https://… with the secret in a file (Standard Webhooks); the old one too while you change it. Repeatable.",
      value: "@file")
    o.amount(
      "alert-timeout", \.alertTimeout,
      "At the end, give up on https://… after this many seconds without a delivery.", value: "s",
      as: Seconds.self)
    o.option(
      "quiet-hours", \.quietHours,
      "Hold alerts below priority high in these hours, and send one digest at their end: 22:00-07:00[@Europe/Berlin].",
      value: "hours")
    o.option(
      "group-alerts", \.groupAlerts,
      "Collect alerts for this long, such as 30s, and send them as one message.",
      value: "time")
    o.option(
      "alert-max-age", \.alertMaxAge,
      "With --state, give up on an alert that has waited longer than this: 90m, 72h or 7d. (default: 72h)",
      value: "time")
    o.option(
      "alert-queue", \.alertQueue,
      "With --state, the most that may wait for one sink, such as 500M or 2G. (default: 1G)", value: "size")
  }

  private static func declareOutput(_ o: inout OptionRows<Self>) {
    o.option(
      "table", \.table,
      "Write the rows of geoscript.row(\"trips\", …) to a .csv or .ndjson file: trips=report.csv. Repeatable.",
      value: "name=file", completion: .file(extensions: ["csv", "ndjson"]))
    o.flag(
      "force", letter: "f", \.force, "Let --table, --map and --page replace a file that holds something else."
    )
    o.option(
      "profile-script", \.profileScript,
      "Write how long each function of the script takes to this file, as folded stacks for flame graphs.",
      value: "file", completion: .file())
    o.flag("json", \.json, "Print every delegate call, alert and printed line as one JSON object per line.")
    o.flag("strict", \.strict, "End the run at the first callback that fails, with exit code 1.")
    o.flag(
      "keep-going", \.keepGoing,
      "Exit with 0 even if callbacks failed, or a file or a source could not be used.")
    o.flag("quiet", \.quiet, "Print no progress, notes or summary.")
    o.flag("verbose", \.verbose, "Print each failure, and what geoscript does.")
    o.option(
      "log-level", \.logLevel,
      "Print nothing below this level on standard error: debug, info, warning or error. (default: info)",
      value: "level")
    o.option(
      "log-format", \.logFormat, "Lines on standard error: text, or json for one object per line.",
      value: "form")
    o.option(
      "metrics", \.metrics,
      "Serve metrics for Prometheus at /metrics, and probes at /healthz and /readyz, such as 127.0.0.1:9090.",
      value: "address:port")
  }
}

extension LogLevel: WordChoice {}
extension LogFormat: WordChoice {}
