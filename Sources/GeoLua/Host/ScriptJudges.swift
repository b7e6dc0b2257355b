import Geo
import LuaBridge

/// Says before a run what is wrong with texts, numbers and tables that a script writes out.
enum ScriptJudges {
  typealias Judge = LuaCatalog.Judge
  typealias Complaint = LuaCatalog.Complaint

  static let all: [Judge] =
    ["CLLocationCoordinate2D", "CLLocationCoordinate2DMake", "CLLocation"].map(coordinate)
    + [alert, log, schedule, altitudes]
    + ["CLRegion", "CLCircularRegion"].map { radius($0, "radius") }
    + [radius("CorridorRegion", "width")]
    + ["after", "every"].map(timer)
    + ["CLCircularRegion", "CorridorRegion", "PolygonRegion"].map(size) + zones
    + [alertFields, approach, color, row, channel, dateFormat("os.date"), dateFormat("NSDate:format")]
    + [
      choice("CLRegion.accuracyMode", RegionOptions.AccuracyMode.allCases.map(\.rawValue)),
      choice("CLLocationManager.regionPolicy", ["guide", "apple", "raw"]),
    ]
    + ["enterDelay", "exitDelay", "dwell", "maximumError", "minimumAccuracy"].map {
      notNegative("CLRegion", $0)
    }

  private static func coordinate(_ subject: String) -> Judge {
    Judge(subject, flawOfCoordinate)
  }

  @Sendable private static func flawOfCoordinate(_ parts: [String: LuaLiteral]) -> Complaint? {
    for (name, most) in [("latitude", 90.0), ("longitude", 180.0)] {
      guard case .number(let value) = parts[name], !(abs(value) <= most) else { continue }
      let isExchanged: Bool
      if case .number(let other) = parts["longitude"], name == "latitude" {
        isExchanged = abs(value) <= 180 && abs(other) <= 90
      } else {
        isExchanged = false
      }
      return Complaint(
        "\(name) \(written(value)) is outside −\(Int(most))…\(Int(most))"
          + (isExchanged ? ": latitude comes first, then longitude" : ""), of: name, severity: .warning)
    }
    return nil
  }

  /// The number as a script writes it: −5, not −5.0.
  static func written(_ value: Double) -> String { JSONValue.number(value).description }

  private static func radius(_ name: String, _ part: String) -> Judge {
    Judge(name) { parts in
      guard case .number(let value) = parts[part], !(value > 0) else { return nil }
      return Complaint("\(part) must be greater than 0 m (got \(written(value)))", of: part)
    }
  }

  private static func notNegative(_ owner: String, _ name: String) -> Judge {
    Judge("\(owner).\(name)") { parts in
      guard case .number(let value) = parts[name], value < 0 else { return nil }
      return Complaint("\(name) must be 0 or more (got \(written(value)))", of: name)
    }
  }

  private static func choice(_ subject: String, _ names: [String]) -> Judge {
    let name = subject.split(separator: ".").last.map(String.init) ?? subject
    return Judge(subject) { parts in
      guard case .text(let text) = parts[name], !names.contains(text) else { return nil }
      return Complaint(
        "\(name) cannot be '\(text)' (\(names.joined(separator: ", ")))"
          + NearestName.advice(text, among: names), of: name)
    }
  }

  private static func timer(_ name: String) -> Judge {
    Judge("geoscript.\(name)") { parts in
      guard case .number(let value) = parts["seconds"] else { return nil }
      if value < 0 || (name == "every" && value < 0.001) {
        let least = name == "every" ? "0.001" : "0"
        return Complaint(
          "geoscript.\(name) takes \(least) seconds or more (got \(written(value)))", of: "seconds")
      }
      return nil
    }
  }

  private static let alert = Judge("geoscript.alert") { parts in
    guard case .record(let fields) = parts["fields"] else {
      if case .list = parts["fields"] {
        return Complaint("each field of an alert needs a name: write \(AlertFields.form)", of: "fields")
      }
      return nil
    }
    guard fields["title"] != nil || fields["body"] != nil else { return Complaint(noTitle, of: "fields") }
    if let name = fields.keys.filter(AlertFields.reserved.contains).min() {
      return Complaint("the host fills in the field '\(name)' of an alert: choose another name", of: "fields")
    }
    return nil
  }

  private static let noTitle = "an alert needs a title: geoscript.alert{ title = \"…\" }"

  private static let log = Judge("geoscript.log") { parts in
    let levels = ["debug", "info", "warning", "error"]
    guard case .text(let level) = parts["level"], !levels.contains(level) else { return nil }
    let advice = level == "warn" ? " (did you mean 'warning'?)" : NearestName.advice(level, among: levels)
    return Complaint(
      "the level of geoscript.log is debug, info, warning or error, not '\(level)'\(advice)", of: "level")
  }

  private static let altitudes = Judge("CLRegion.altitudes") { parts in
    guard case .record(let fields) = parts["altitudes"] else {
      return listComplaint(parts, "altitudes", "{ min = 0, max = 120 }")
    }
    if let name = fields.keys.filter({ $0 != "min" && $0 != "max" }).min() {
      return Complaint("altitudes have no field '\(name)' (min, max)", of: "altitudes")
    }
    if case .number(let low) = fields["min"], case .number(let high) = fields["max"], low > high {
      return Complaint("min is above max in altitudes", of: "altitudes")
    }
    return nil
  }

  private static func listComplaint(_ parts: [String: LuaLiteral], _ name: String, _ form: String)
    -> Complaint?
  {
    guard case .list = parts[name] else { return nil }
    return Complaint("\(name) has named fields, not a list: write \(form)", of: name)
  }

  private static let schedule = Judge("CLRegion.schedule") { parts in
    let names = ["days", "from", "timeZone", "to"]
    guard case .record(let fields) = parts["schedule"] else {
      return listComplaint(parts, "schedule", "{ days = { \"mon\" }, from = \"08:00\", to = \"18:00\" }")
    }
    for (name, value) in fields.sorted(by: { $0.key < $1.key }) {
      guard names.contains(name) else {
        return Complaint(
          "a schedule has no field '\(name)' (days, from, to, timeZone)"
            + NearestName.advice(name, among: names), of: "schedule")
      }
      if let flaw = flaw(of: name, value) { return Complaint(flaw, of: "schedule") }
    }
    return nil
  }

  private static func flaw(of name: String, _ value: LuaLiteral) -> String? {
    do {
      switch (name, value) {
      case ("days", .record([:])): return RegionSchedule.noDay
      case ("days", .list(let items)):
        for case .text(let day) in items { _ = try RegionSchedule.days(of: [day]) }
        if items.contains(where: { if case .number = $0 { true } else { false } }) {
          return "days of a schedule are names: { \"mon\", \"tue\" }"
        }
      case ("days", .text(let day)): return "days of a schedule are a list: { \"\(day)\" }"
      case ("from", .text(let text)): _ = try RegionSchedule.second(ofStart: text)
      case ("to", .text(let text)): _ = try RegionSchedule.second(of: text)
      case ("from", .number), ("to", .number): return "'\(name)' of a schedule is a text: \"08:00\""
      case ("timeZone", .text(let text)): _ = try ZoneInfo.rules(text)
      default: break
      }
    } catch let fault as GeoError { return fault.message } catch { return "\(error)" }
    return nil
  }
}

extension CLLocationManager {
  /// Services that do nothing without a function of the delegate.
  /// Regions are missing: `--fences` and OwnTracks start them without the script.
  static let scriptStarters: [String: [String]] = {
    let updates = ["startUpdatingLocation", "requestLocation", "startMonitoringSignificantLocationChanges"]
    let pauses = ["startUpdatingLocation"]
    return [
      "didUpdateLocations": updates, "didUpdateToLocation": updates,
      "locationManagerDidPauseLocationUpdates": pauses, "locationManagerDidResumeLocationUpdates": pauses,
      "didFinishDeferredUpdatesWithError": ["allowDeferredLocationUpdatesUntilTraveled"],
      "didUpdateHeading": ["startUpdatingHeading"],
      "locationManagerShouldDisplayHeadingCalibration": ["startUpdatingHeading"],
      "didVisit": ["startMonitoringVisits"],
      "didRangeBeacons": ["startRangingBeaconsSatisfyingConstraint", "startRangingBeaconsInRegion"],
    ]
  }()

  static let scriptServices: [LuaCatalog.Service] = [
    .init(
      "startMonitoringForRegion", of: "CLLocationManager",
      functions: [
        "didEnterRegion", "didExitRegion", "didDwellInRegion", "didDetermineState",
        "monitoringDidFailForRegion",
      ],
      delegate: "delegate"),
    .init(
      "startMonitoringVisits", of: "CLLocationManager", functions: ["didVisit"], delegate: "delegate"),
    .init(
      "startRangingBeaconsSatisfyingConstraint", of: "CLLocationManager", functions: ["didRangeBeacons"],
      delegate: "delegate"),
  ]
}
