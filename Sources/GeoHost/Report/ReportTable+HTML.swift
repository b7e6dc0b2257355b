import Geo

extension ReportTable {
  /// The table as one page that needs nothing else: days and times in the zone, kilometers, kilometers per hour.
  public var html: String {
    let title = "\(name.prefix(1).uppercased())\(name.dropFirst())"
    var text = """
      <!DOCTYPE html>
      <html lang="en"><head><meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>\(title)</title>
      <style>\(ReportTable.style)</style></head><body>
      <h1>\(title)</h1>
      <p>\(ReportTable.escaped(span)). Times of \(ReportTable.escaped(zone.name)).</p>

      """
    text += totalsTable + "<table><thead><tr>"
    for column in columns {
      text += "<th\(ReportTable.align(column.kind))>\(ReportTable.escaped(column.title))</th>"
    }
    text += "</tr></thead><tbody>\n"
    for row in rows {
      text += "<tr>"
      for (column, value) in zip(columns, row) {
        text += "<td\(ReportTable.align(column.kind))>\(cell(value, column.kind, of: row.first))</td>"
      }
      text += "</tr>\n"
    }
    return text + "</tbody></table>\n</body></html>\n"
  }

  /// The days of the rows, in words.
  private var span: String {
    let days = rows.compactMap { row -> String? in if case .text(let day)? = row.first { day } else { nil } }
    guard let first = days.min(), let last = days.max() else { return "No rows" }
    return first == last ? first : "\(first) to \(last)"
  }

  private var totalsTable: String {
    var text = "<table class=\"totals\"><thead><tr><th>Device</th><th class=\"n\">Rows</th>"
    if hasDuration { text += "<th class=\"n\">Duration</th>" }
    if hasDistance { text += "<th class=\"n\">Distance</th>" }
    if hasSpeed { text += "<th class=\"n\">Highest speed</th>" }
    text += "</tr></thead><tbody>\n"
    for total in totals {
      let name = total.device.map(ReportTable.escaped) ?? "All"
      text +=
        "<tr\(total.device == nil ? " class=\"all\"" : "")><td>\(name)</td><td class=\"n\">\(grouped(total.count))</td>"
      if hasDuration { text += "<td class=\"n\">\(cell(.number(total.duration), .duration))</td>" }
      if hasDistance { text += "<td class=\"n\">\(cell(.number(total.distance), .distance))</td>" }
      if hasSpeed { text += "<td class=\"n\">\(cell(.number(total.maximumSpeed), .speed))</td>" }
      text += "</tr>\n"
    }
    return text + "</tbody></table>\n"
  }

  /// - Parameter day: the day that the row shows.
  private func cell(_ value: Value, _ kind: Kind, of day: Value? = nil) -> String {
    switch (value, kind) {
    case (.none, _): return "–"
    case (.text(let text), _): return ReportTable.escaped(text)
    case (.number(let time), .time):
      let local = ISO8601.format(time, in: zone)
      let isOfDay = if case .text(let day)? = day { local.hasPrefix(day) } else { false }
      let shown = isOfDay ? "" : "\(local.prefix(10)) "
      return "<time datetime=\"\(local)\">\(shown)\(local.dropFirst(11).prefix(8))</time>"
    case (.number(let seconds), .duration):
      let minutes = Int((seconds / 60).rounded())
      return "\(minutes / 60):\(minutes % 60 < 10 ? "0" : "")\(minutes % 60) h"
    case (.number(let meters), .distance):
      return "\(JSONValue.text(of: ReportTable.rounded(meters / 1000, 2))) km"
    case (.number(let speed), .speed):
      return "\(JSONValue.text(of: ReportTable.rounded(speed * 3.6, 1))) km/h"
    case (.number(let number), .degrees): return JSONValue.text(of: ReportTable.rounded(number, 5))
    case (.number(let number), _): return grouped(Int(number.rounded()))
    }
  }

  private static func align(_ kind: Kind) -> String { kind == .text || kind == .day ? "" : " class=\"n\"" }

  private static func escaped(_ text: String) -> String {
    text.reduce(into: "") { result, letter in
      switch letter {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      default: result.append(letter)
      }
    }
  }

  /// The colors of ``Palette``, light and dark.
  private static let style = """
    :root{color-scheme:light dark;--ink:#1d2733;--faint:#66727f;--line:#dfe4ea;--sheet:#fff;--mark:#0b62d6}
    @media(prefers-color-scheme:dark){:root{--ink:#e9eef3;--faint:#9aa7b4;--line:#39424d;--sheet:#21262e;--mark:#4c9bff}}
    body{font:15px/1.45 system-ui,sans-serif;color:var(--ink);background:var(--sheet);max-width:72rem;margin:2rem auto;padding:0 1rem}
    h1{font-size:1.5rem;margin:0;border-bottom:3px solid var(--mark);display:inline-block}p{color:var(--faint)}
    table{border-collapse:collapse;margin:1.5rem 0;font-variant-numeric:tabular-nums}th{color:var(--faint);font-weight:500;text-align:left}
    th,td{padding:.3rem .8rem .3rem 0;border-bottom:1px solid var(--line);white-space:nowrap}.n{text-align:right}.all td{font-weight:600}
    """
}
