package import Geo

/// What a console asks of a run, as a line of JSON.
package enum ConsoleRequest: Sendable, Equatable {
  case devices
  /// Runs a text on a device, or only reads.
  case text(String, device: String, mayChange: Bool)

  package var json: JSONValue {
    switch self {
    case .devices: .object([("type", .string("devices"))])
    case .text(let text, let device, let mayChange):
      .object([
        ("type", .string("text")), ("text", .string(text)), ("device", .string(device)),
        ("write", .bool(mayChange)),
      ])
    }
  }

  /// Nil for anything else.
  package init?(_ json: JSONValue) {
    switch json["type"]?.text {
    case "devices"?: self = .devices
    case "text"?:
      guard let text = json["text"]?.text, let device = json["device"]?.text,
        case .bool(let mayChange)? = json["write"]
      else { return nil }
      self = .text(text, device: device, mayChange: mayChange)
    default: return nil
    }
  }
}

/// A device of a run, for a console.
package struct ConsoleDevice: Sendable, Equatable {
  package let name: String
  /// The group that it is in; nil without groups.
  package let group: String?
  package let time: TimeInterval
  package let place: CLLocationCoordinate2D?
  /// The privacy zone that stands in place of the position.
  package let zone: String?

  var json: JSONValue {
    var members: [(name: String, value: JSONValue)] = [("name", .string(name)), ("time", .number(time))]
    if let group { members.append(("group", .string(group))) }
    if let zone { members.append(("zone", .string(zone))) }
    if let place {
      members += [("latitude", .number(place.latitude)), ("longitude", .number(place.longitude))]
    }
    return .object(members)
  }

  init?(_ json: JSONValue) {
    guard let name = json["name"]?.text, case .number(let time)? = json["time"]?.asNumber else { return nil }
    (self.name, self.time, group, zone) = (name, time, json["group"]?.text, json["zone"]?.text)
    if case .number(let latitude)? = json["latitude"]?.asNumber,
      case .number(let longitude)? = json["longitude"]?.asNumber
    {
      place = CLLocationCoordinate2D(latitude: latitude, longitude: longitude)
    } else {
      place = nil
    }
  }
}

/// What comes of a text that a person has typed into a console.
package struct ConsoleAnswer: Sendable, Equatable {
  package enum Outcome: Sendable, Equatable {
    /// The values, as Lua reads them back; empty for none.
    case values(String)
    /// It needs another line.
    case unfinished
    /// Why it cannot be run, or failed.
    case fault(String)
  }

  package var outcome: Outcome
  /// What it has printed, as far as there is room.
  package var printed: [String] = []

  package init(_ outcome: Outcome, printed: [String] = []) {
    self.outcome = outcome
    self.printed = printed
  }

  /// The most bytes of printed lines.
  static let room = 64 << 10
}

/// What a run answers.
package enum ConsoleReply: Sendable, Equatable {
  case answer(ConsoleAnswer)
  /// The first devices, and how many there are.
  case devices([ConsoleDevice], count: Int)

  /// The most devices of one reply.
  static let mostDevices = 1000

  package var json: JSONValue {
    switch self {
    case .devices(let devices, let count):
      return .object([("devices", .array(devices.map(\.json))), ("count", .integer(Int64(count)))])
    case .answer(let answer):
      let outcome: (name: String, value: JSONValue) =
        switch answer.outcome {
        case .values(let text): ("values", .string(text))
        case .unfinished: ("unfinished", .bool(true))
        case .fault(let text): ("fault", .string(text))
        }
      return .object([outcome, ("printed", .array(answer.printed.map { .string($0) }))])
    }
  }

  /// Nil for anything else.
  package init?(_ json: JSONValue) {
    if case .array(let devices)? = json["devices"], case .integer(let count)? = json["count"] {
      self = .devices(devices.compactMap { ConsoleDevice($0) }, count: Int(count))
      return
    }
    var printed: [String] = []
    if case .array(let lines)? = json["printed"] { printed = lines.compactMap(\.text) }
    if let values = json["values"]?.text {
      self = .answer(ConsoleAnswer(.values(values), printed: printed))
    } else if let fault = json["fault"]?.text {
      self = .answer(ConsoleAnswer(.fault(fault), printed: printed))
    } else if json["unfinished"] != nil {
      self = .answer(ConsoleAnswer(.unfinished, printed: printed))
    } else {
      return nil
    }
  }
}
