import Geo
import GeoDelivery
import GeoFeeds
import GeoFormats
import GeoHost
import GeoLua

/// Converts the files, and reports what the new format cannot hold.
extension ConvertCommand {
  func run() throws {
    let named = output.map { files + [$0] } ?? files
    guard named.count > 1, let output = named.last else {
      throw GeoError(.usage, "convert needs the files to read and, last, the file to write")
    }
    guard let form = to ?? TrackForm(path: output) else {
      let forms = TrackForm.allCases.map(\.rawValue).joined(separator: ", ")
      throw GeoError(
        .usage, "the name does not show its format: give it one of these endings, or use --to (\(forms))",
        at: output)
    }
    let inputs = try SourcePaths.expanded(Array(named.dropLast()))
    try SourceWord.checkFiles(inputs)
    if output != "-", inputs.contains(where: { areSameFile($0, output) }) {
      throw GeoError(.usage, "cannot be read and written at the same time: name another output", at: output)
    }
    if fromForm == nil { try SourceFit.check(inputs, deviceBy: deviceBy, table) }
    var conversion = TrackConversion(inputs, to: output, as: form)
    conversion.inputForm = fromForm
    conversion.replaces = force
    table.apply(to: &conversion.options)
    if let zone = table.timeZone, zone.rules == nil {
      throw GeoError(.usage, "--time-zone auto is for what people read: name the zone of the table's times")
    }
    let zone = conversion.options.timeZone
    conversion.options.start = try start.map { try FeedOptions.time($0, in: zone, for: "--start") }
    conversion.options.end = try end.map { try FeedOptions.time($0, in: zone, for: "--end") }
    conversion.options.interval = interval
    conversion.options.pace = pace
    conversion.options.deviceBy = deviceBy
    let report = try conversion.run()
    if !quiet { for line in lines(report, output) { Geoscript.complain(line) } }
    if report.events > 0, let warning = SourceFit.warning(of: conversion.options) {
      Geoscript.complain(warning)
    }
    if report.events == 0 {
      throw GeoError(.data, "contains no events", at: inputs.joined(separator: ", "))
    }
  }

  private func lines(_ report: TrackConversion.Report, _ output: String) -> [String] {
    var lines = report.notes
    for (kind, entry) in report.skips.kinds {
      lines.append("skipped: \(grouped(entry.count)) × \(kind), first: \(entry.first)")
    }
    if !report.losses.isEmpty {
      let words = report.losses.map { "\(grouped($0.count)) × \($0.what)" }.joined(separator: ", ")
      lines.append("no room for: \(words)")
    }
    let name = output == "-" ? "standard output" : output
    return lines + [
      "\(name): \(counted(report.written, "fix", "fixes")) of \(counted(report.devices, "device"))"
    ]
  }
}
