/// The options of alerts.
extension RunOutput {
  static func declareAlerts(_ o: inout OptionRows<Self>) {
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
}
