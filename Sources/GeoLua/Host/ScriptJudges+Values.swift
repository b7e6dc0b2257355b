import Geo
import LuaBridge

/// Values that run, but not as they were meant, and texts that the host reads.
extension ScriptJudges {
  /// A radius of kilometers, and a polygon without an area.
  static func size(_ name: String) -> Judge {
    Judge(name) { parts in
      for part in ["radius", "width"] {
        guard case .number(let value) = parts[part], value > 0, value < 1 else { continue }
        return Complaint(
          "\(part) \(written(value)) m is smaller than any fix is exact: write meters, \(written(value * 1000)) for "
            + "\(written(value)) km", of: part, severity: .warning)
      }
      guard name == "PolygonRegion", case .list(let corners) = parts["coordinates"], corners.count < 3 else {
        return nil
      }
      return Complaint("a polygon needs at least three coordinates", of: "coordinates")
    }
  }

  /// Names of time zones.
  static let zones: [Judge] = [
    zone("NSDate:format", "zone"), zone("os.date", "zone"), zone("NSTimeZone", "name"),
    zone("NSTimeZone:timeZoneWithName", "name"),
  ]

  private static func zone(_ subject: String, _ part: String) -> Judge {
    Judge(subject) { parts in
      guard case .text(let name) = parts[part] else { return nil }
      do { _ = try ZoneInfo.rules(name) } catch let fault as GeoError {
        return Complaint(fault.message, of: part)
      } catch { return Complaint("\(error)", of: part) }
      return nil
    }
  }

  /// The fields of an alert that the host reads.
  static let alertFields = Judge("geoscript.alert") { parts in
    guard case .record(let fields) = parts["fields"] else { return nil }
    let priorities = AlertPriority.allCases.map(\.rawValue)
    if case .text(let word) = fields["priority"], word != "urgent", !priorities.contains(word) {
      let advice = NearestName.advice(word, among: priorities + ["urgent"])
      return Complaint(
        "the priority of an alert is \(priorities.joined(separator: ", ")) or urgent, not '\(word)'\(advice)",
        of: "fields")
    }
    for name in ["cooldown", "repeatEvery"] {
      guard case .text(let text) = fields[name] else { continue }
      return Complaint(
        "'\(name)' of an alert is a number of seconds, got a text\(LuaAdvice.number(for: text, isTime: true))",
        of: "fields")
    }
    for name in fields.keys.sorted() where !AlertTermFields.names.contains(name) {
      // Only letters of another size: a field of the script's own may have any name.
      let near = AlertTermFields.names.union(["title", "body", "late", "priority"]).first {
        $0 != name && $0.lowercased() == name.lowercased()
      }
      guard let near else { continue }
      return Complaint(
        "'\(name)' is a field of the script's own (did you mean '\(near)'?)", of: "fields", severity: .warning
      )
    }
    return nil
  }

  /// A row of a table has names for its values.
  static let row = Judge("geoscript.row") { parts in
    guard case .list = parts["fields"] else { return nil }
    return Complaint("each field of a row needs a name: write { km = 12.5 }", of: "fields")
  }

  static let channel = Judge("geoscript.send") { parts in
    guard case .text(let name) = parts["channel"], !ChannelMessage.isName(name) else { return nil }
    return Complaint(
      "'\(name.prefix(80))' cannot be the name of a channel: write a word without spaces and =", of: "channel"
    )
  }

  /// Formats of strftime.
  static func dateFormat(_ subject: String) -> Judge {
    Judge(subject) { parts in
      guard case .text(let format) = parts["format"], let flaw = LocalTime.flaw(in: format) else {
        return nil
      }
      return Complaint(flaw, of: "format")
    }
  }

  static let approach = Judge("geoscript.onApproach") { parts in
    guard case .record(let options) = parts["options"] else { return nil }
    for name in options.keys.sorted() where name != "within" && name != "along" {
      return Complaint(
        "onApproach has no option '\(name)': \(ApproachOptions.advice(on: name))", of: "options")
    }
    guard case .text(let text) = options["within"] else { return nil }
    return Complaint(
      "'within' of onApproach is a number of seconds, got a text\(LuaAdvice.number(for: text, isTime: true))",
      of: "options")
  }

  static let color = Judge("UIColor as text") { parts in
    guard case .text(let text) = parts["text"], UIColor(hex: text) == nil else { return nil }
    return Complaint(UIColor.flaw(of: text), of: "text")
  }
}

extension CLLocationManager {
  /// Properties that are never nil.
  static let scriptSentinels: [String: LuaCatalog.Sentinel] = {
    let negative = LuaCatalog.Sentinel("it is negative where it is unknown")
    var sentinels = [
      "CLVisit.departureDate": LuaCatalog.Sentinel(
        "while the visit lasts it equals NSDate:distantFuture()", tests: ["distantFuture"]),
      "CLVisit.arrivalDate": LuaCatalog.Sentinel(
        "where the arrival is unknown it equals NSDate:distantPast()", tests: ["distantPast"]),
    ]
    for name in [
      "speed", "course", "speedAccuracy", "courseAccuracy", "horizontalAccuracy", "verticalAccuracy",
    ] {
      sentinels["CLLocation.\(name)"] = negative
    }
    for name in ["trueHeading", "headingAccuracy"] { sentinels["CLHeading.\(name)"] = negative }
    sentinels["CLBeacon.accuracy"] = negative
    return sentinels
  }()

  static let scriptNeeds: [LuaCatalog.Need] = [
    .init(
      "didDwellInRegion", members: ["dwell"], starter: "startMonitoringForRegion",
      advice: "for a region without dwell: set region.dwell, in seconds")
  ]
}
