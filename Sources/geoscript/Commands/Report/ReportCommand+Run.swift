import Geo
import GeoDelivery
import GeoFeeds
import GeoFormats
import GeoHost
import GeoLua

/// Writes the table and prints a summary.
extension ReportCommand {
  func run() throws {
    let form = try ReportForm(path: output)
    let files = try SourcePaths.expanded(sources)
    try ReportForm.check(output, replaces: force, inputs: files + fences + privacyZone)
    try SourceFit.check(files, deviceBy: deviceBy, table)
    var report = Report(kind, of: files, in: table.timeZone?.rules ?? ZoneInfo.system)
    report.fences = fences
    report.privacyZones = privacyZone
    report.rule = rule.rule
    table.apply(to: &report.options)
    let zone = report.options.timeZone
    report.options.start = try start.map { try FeedOptions.time($0, in: zone, for: "--start") }
    report.options.end = try end.map { try FeedOptions.time($0, in: zone, for: "--end") }
    report.options.interval = interval
    report.options.deviceBy = deviceBy
    let outcome = try report.run()
    try form.write(outcome.table, to: output)
    if !quiet { for line in lines(outcome) { Geoscript.complain(line) } }
    if outcome.fixes > 0, let warning = SourceFit.warning(of: report.options) { Geoscript.complain(warning) }
  }

  private func lines(_ outcome: Report.Outcome) -> [String] {
    var lines = outcome.notes
    for (kind, entry) in outcome.skips.kinds {
      lines.append("skipped: \(grouped(entry.count)) × \(kind), first: \(entry.first)")
    }
    let name = output == "-" ? "standard output" : output
    return lines + [
      "\(name): \(counted(outcome.table.rows.count, "row")) of \(counted(outcome.fixes, "fix", "fixes"))"
    ]
  }
}
