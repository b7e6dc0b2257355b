import Geo
import GeoHost
import GeoLua
import GeoStore

extension ForgottenState {
  /// A line for each device and group, and one for everything.
  func text(before date: TimeInterval) -> String {
    var lines = entries.map { entry in
      let name = PlainText.line(entry.name)
      let place = entry.isGroup ? "group \(name)" : "device \(name)"
      let whose = entry.isGroup ? "" : entry.group.map { " of group \(PlainText.line($0))" } ?? ""
      return "\(place)\(whose), last heard \(ISO8601.format(entry.heard, in: ZoneInfo.system))"
    }
    let counts: [(count: Int, noun: String, many: String)] = [
      (entries.count(where: { !$0.isGroup }), "device", "devices"),
      (entries.count(where: \.isGroup), "group", "groups"), (messages, "message", "messages"),
      (answers, "answer of a geocoder", "answers of geocoders"),
      (positions, "position of a watched device", "positions of watched devices"),
    ]
    let words = counts.filter { $0.count > 0 }.map { counted($0.count, $0.noun, $0.many) }
    lines.append(
      words.isEmpty
        ? "nothing to remove before \(ISO8601.format(date, in: ZoneInfo.system))"
        : "removed \(words.joined(separator: ", "))")
    if waiting > 0 {
      lines.append(
        "\(counted(waiting, "older message")) still to be sent (geoscript alerts drop removes them)")
    }
    return lines.joined(separator: "\n")
  }
}
