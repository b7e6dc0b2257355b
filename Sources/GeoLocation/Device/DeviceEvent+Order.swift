import GeoCore

extension DeviceEvent {
  /// Whether this event comes before `other` in a device's stream.
  ///
  /// Compares timestamp, type, accuracy (better first), latitude, longitude, then every other field, so that
  /// the order of two different events never depends on their arrival.
  func precedes(_ other: DeviceEvent) -> Bool {
    if timestamp != other.timestamp { return timestamp < other.timestamp }
    switch (payload, other.payload) {
    case (.location(let a), .location(let b)):
      return firstDifference(
        (rank(a.horizontalAccuracy), rank(b.horizontalAccuracy)),
        (a.horizontalAccuracy, b.horizontalAccuracy),
        (a.coordinate.latitude, b.coordinate.latitude), (a.coordinate.longitude, b.coordinate.longitude),
        (time, other.time), (a.altitude, b.altitude), (a.verticalAccuracy, b.verticalAccuracy),
        (a.speed, b.speed), (a.course, b.course))
    case (.heading(let a), .heading(let b)):
      return firstDifference(
        (rank(a.headingAccuracy), rank(b.headingAccuracy)), (a.headingAccuracy, b.headingAccuracy),
        (a.magneticHeading, b.magneticHeading), (a.trueHeading, b.trueHeading), (time, other.time),
        (a.x, b.x), (a.y, b.y), (a.z, b.z))
    case (.error(let a), .error(let b)):
      return a != b ? a < b : time < other.time
    case (.setting(let a), .setting(let b)):
      return a.rank != b.rank ? a.rank < b.rank : time < other.time
    case (.profile(let a), .profile(let b)):
      let texts = (a.description, b.description)
      return texts.0 != texts.1 ? texts.0 < texts.1 : time < other.time
    case (.app(let a), .app(let b)):
      return a != b ? a.rawValue < b.rawValue : time < other.time
    case (.message(let a), .message(let b)):
      if a.kind != b.kind { return a.kind == .attributes }
      if a.form != b.form { return a.form < b.form }
      if a.type != b.type { return a.type < b.type }
      return a.json != b.json ? a.json < b.json : time < other.time
    case (.touch(let a), .touch(let b)):
      if a.type != b.type { return a.type < b.type }
      return a.json != b.json ? a.json < b.json : time < other.time
    default:
      let ranks = (payload.typeRank, other.payload.typeRank)
      return ranks.0 != ranks.1 ? ranks.0 < ranks.1 : time < other.time
    }
  }

  /// Whether both are the same event received twice: equal in every field, missing values (NaN) included.
  ///
  /// - Parameter ignoringTime: for live events, whose duplicate arrives later; only then may `time` differ.
  func isDuplicate(of other: DeviceEvent, ignoringTime: Bool) -> Bool {
    guard timestamp == other.timestamp, ignoringTime || time == other.time else { return false }
    var twin = other
    twin.time = time
    return payload.typeRank == other.payload.typeRank && !precedes(twin) && !twin.precedes(self)
  }
}

/// Compares pair by pair; NaN comes after every number and equals itself.
private func firstDifference(_ pairs: (Double, Double)...) -> Bool {
  for (a, b) in pairs where a != b && !(a.isNaN && b.isNaN) {
    return b.isNaN || a < b
  }
  return false
}

/// An invalid (negative) or missing accuracy is the worst.
private func rank(_ accuracy: Double) -> Double { accuracy >= 0 ? accuracy : .infinity }

extension DeviceEvent.Payload {
  /// The device and its settings come first, so that they apply to a fix of the same instant. A loss of
  /// signal comes after the fix whose time it carries. The clock comes last.
  fileprivate var typeRank: Int {
    switch self {
    case .app: 0
    case .profile: 1
    case .setting: 2
    case .error: 3
    case .message: 4
    case .location: 5
    case .signalLost: 6
    case .heading: 7
    case .touch: 8
    case .clock: 9
    }
  }
}

extension Setting {
  fileprivate var rank: Int {
    switch self {
    case .authorization(let status): 10 + status
    case .services(let enabled): enabled ? 1 : 0
    case .network(let up): up ? 3 : 2
    case .airplane(let on): on ? 5 : 4
    }
  }
}
