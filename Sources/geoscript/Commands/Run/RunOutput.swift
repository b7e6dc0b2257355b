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
