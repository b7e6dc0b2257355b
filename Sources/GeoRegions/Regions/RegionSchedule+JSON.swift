public import GeoCore

/// Schedules as JSON: `{"days":["mon"],"from":"08:00","to":"18:00","timeZone":"Asia/Tokyo"}`.
extension RegionSchedule {
  public var json: JSONValue {
    .object([
      ("days", .array(days.names.map { .string($0) })), ("from", .string(Self.text(from))),
      ("to", .string(Self.text(to))), ("timeZone", .string(timeZone.name)),
    ])
  }

  /// Reads the form of ``json``; missing or null members mean all days, all hours, UTC.
  ///
  /// - Parameter timeZone: Returns the zone of a name, or throws if there is none.
  /// - Errors: ``GeoError`` (`data`) for a member that is unreadable or unknown.
  public init(
    json: JSONValue, timeZone: (String) throws(GeoError) -> TimeZoneRules
  ) throws(GeoError) {
    guard case .object(let members) = json else {
      throw GeoError(.data, "a schedule must be an object (with days, from, to, timeZone)")
    }
    self.init()
    for (name, value) in members {
      if case .null = value { continue }
      switch name {
      case "days": days = try Self.days(value)
      case "from": from = try Self.second(of: Self.text(value, name))
      case "to": to = try Self.second(of: Self.text(value, name))
      case "timeZone": self.timeZone = try timeZone(Self.text(value, name))
      default:
        throw GeoError(
          .data, "a schedule has no field '\(name.prefix(40))' (expected days, from, to, timeZone)")
      }
    }
  }

  private static func days(_ value: JSONValue) throws(GeoError) -> Days {
    guard case .array(let values) = value, !values.isEmpty else {
      throw GeoError(.data, "days must be names of days, such as [\"mon\", \"tue\"]")
    }
    var names: [String] = []
    for value in values { names.append(try text(value, "a day")) }
    return try days(of: names)
  }

  /// A short text; a longer one cannot be a day, hour or zone.
  private static func text(_ value: JSONValue, _ name: String) throws(GeoError) -> String {
    guard case .string(let text) = value, text.utf8.count <= 100 else {
      throw GeoError(.data, "\(name) must be a short text, got \(String(value.description.prefix(40)))")
    }
    return text
  }
}
