import Geo

/// The text of one device so far, for formats that separate devices.
struct DeviceText {
  let device: String
  var text = TextBytes()
  /// A second list, for formats that separate dates from places.
  var others = TextBytes()
  /// The fixes so far, and those since the last loss of the signal.
  var count = 0
  var stretch = 0
  var gap = GapTrack()
  var sensors: SensorTrack
}

/// The texts of all devices, in the order of their first appearance.
struct DeviceTexts {
  private(set) var all: [DeviceText] = []
  private var places: [String: Int] = [:]
  private var last = (device: "", place: -1)

  private mutating func place(of device: String) -> Int {
    if last.place >= 0, last.device == device { return last.place }
    let place = places[device] ?? all.count
    if place == all.count {
      all.append(DeviceText(device: device, sensors: SensorTrack(withoutRoom: [(\.distance, "distance")])))
      places[device] = place
    }
    last = (device, place)
    return place
  }

  /// Adds an event of a device.
  ///
  /// - Parameters:
  ///   - keepsSensors: whether the form has room for the values of sensors beside a fix.
  ///   - put: writes a fix with its timestamp.
  /// - Returns: the part of the event that the format cannot hold.
  mutating func append(
    _ event: DeviceEvent, of device: String, keepsSensors: Bool = false,
    _ put: (Fix, TimeInterval, inout DeviceText) -> Void
  ) -> [StaticString] {
    switch event.payload {
    case .signalLost:
      return all[place(of: device)].gap.lose(at: event.timestamp)
    case .location(let fix):
      let place = place(of: device)
      put(fix, event.timestamp, &all[place])
      let lost = all[place].gap.fix(at: event.timestamp) + all[place].sensors.fix(at: event.timestamp)
      return lost + TrackWords.arrival(event)
    case .message(let message) where keepsSensors && message.kind == .attributes:
      return all[place(of: device)].sensors.take(message, at: event.timestamp)
    default: return [TrackWords.kind(event.payload)]
    }
  }

  /// What came after the last fix of each device.
  var rest: [StaticString] { all.flatMap { $0.gap.rest + $0.sensors.rest } }
}

/// The words for data that a format cannot hold.
package enum TrackWords {
  static let attributes: StaticString = "attributes"
  static let lossOfSignal: StaticString = "loss of the signal"
  package static let invalidFix: StaticString = "invalid fix"

  /// The word for a fix that its receiver disowns, which a form without accuracies would make a good one; else nil.
  static func invalid(_ payload: DeviceEvent.Payload) -> StaticString? {
    if case .location(let fix) = payload, fix.horizontalAccuracy < 0 { invalidFix } else { nil }
  }

  /// The word for a time of arrival beside the time of the fix.
  static func arrival(_ event: DeviceEvent) -> [StaticString] {
    event.timestamp == event.time ? [] : ["time of arrival"]
  }

  /// The word for accuracies other than those that a reader assumes.
  static func accuracy(_ fix: Fix) -> [StaticString] {
    let isTold = fix.horizontalAccuracy != FeedOptions().horizontalAccuracy || fix.verticalAccuracy >= 0
    return isTold ? ["accuracy"] : []
  }

  /// The word for values that the receiver disowns; without it, a reader derives them from the track.
  static func disowned(_ fix: Fix) -> [StaticString] {
    fix.speed < 0 || fix.course < 0 || fix.verticalAccuracy < 0 ? ["invalid speed, course or altitude"] : []
  }

  static func kind(_ payload: DeviceEvent.Payload) -> StaticString {
    switch payload {
    case .location: "location"
    case .heading: "heading"
    case .error: "error"
    case .signalLost: lossOfSignal
    case .setting: "setting"
    case .profile: "profile"
    case .app: "state of the app"
    case .touch: "touch"
    case .message(let message): message.kind == .attributes ? attributes : "message"
    case .clock: "clock"
    }
  }
}
