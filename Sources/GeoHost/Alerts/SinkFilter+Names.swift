import Geo
import GeoDelivery
import GeoLua
import LuaBridge

/// Finds fields and values of `only=` and `not=` that no message has.
extension SinkFilter {
  /// The values of fields that have few.
  private static let closed: [String: [String]] = [
    "event": ["enter", "exit", "dwell"], "appState": ["background"], "status": ["firing", "resolved"],
    "priority": AlertPriority.allCases.map(\.rawValue),
  ]

  private static let messageFields = ["id", "time", "device", "group", "channel", "message"]

  /// Checks the fields of alerts, or of the messages of a channel. A script may have fields of its own.
  ///
  /// - Parameter word: `only` or `not`.
  /// - Errors: ``GeoError`` `usage`.
  func check(_ word: String, ofChannel isChannel: Bool, _ script: ScriptNames) throws(GeoError) {
    let known = isChannel ? SinkFilter.messageFields : Alert.fields.map(\.name)
    for (name, values) in fields {
      guard known.contains(name) else {
        if !isChannel, script.mentions(name) { continue }
        let near = NearestName.find(name, among: known)
        // A module may have the field.
        if near == nil, script.hasModules, !isChannel { continue }
        let advice = near.map { " (did you mean '\($0)'?)" } ?? ""
        let subject = isChannel ? "no message of a channel" : "no alert"
        throw GeoError(
          .usage,
          "\(word)=\(name):…: \(subject) has a field '\(name)'\(advice): write one of "
            + "\(known.joined(separator: ", "))\(isChannel ? "" : ", or a field of the script's alerts")")
      }
      guard !isChannel, let closed = SinkFilter.closed[name],
        let value = values.first(where: { !closed.contains($0) })
      else { continue }
      throw GeoError(
        .usage,
        "\(word)=\(name):\(value): '\(value)' is not a value of \(name)"
          + "\(SinkFilter.advice(value, closed)): write \(closed.joined(separator: ", "))")
    }
  }

  private static func advice(_ value: String, _ closed: [String]) -> String {
    let words = [
      "left": "exit", "leave": "exit", "entered": "enter", "arrive": "enter", "inside": "enter",
      "outside": "exit", "urgent": "max", "normal": "default", "medium": "default", "stay": "dwell",
    ]
    let near = words[value.lowercased()].flatMap { closed.contains($0) ? $0 : nil }
    return (near ?? NearestName.find(value, among: closed)).map { " (did you mean '\($0)'?)" } ?? ""
  }
}

extension AlertSinkOption {
  /// Checks `only=` and `not=`, once the script is known.
  ///
  /// - Errors: ``GeoError`` `usage` for a field or a value that no message has.
  func checkFilters(_ script: ScriptNames) throws(GeoError) {
    let option = shape.channel == nil ? "--alerts" : "--channel"
    do throws(GeoError) {
      try shape.only?.check("only", ofChannel: shape.channel != nil, script)
      for filter in shape.not { try filter.check("not", ofChannel: shape.channel != nil, script) }
    } catch { throw GeoError(error.code, "\(option): \(error.message)", at: error.place) }
  }
}
