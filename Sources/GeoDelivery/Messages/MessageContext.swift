package import Geo
package import GeoLua
import GeoStore

/// What a device's messages take along for sinks that ask for it: the reason of a crossing, and what a picture of the
/// moment needs.
///
/// - Source: HO-87, HO-88.
package final class MessageContext: TrackObserver {
  /// What the sinks of the run ask for.
  package struct Wishes: Sendable {
    package var map = false
    package var why = false

    package var isEmpty: Bool { !map && !why }

    package init(_ sinks: [AlertSinkOption]) {
      map = sinks.contains { $0.shape.map }
      why = sinks.contains { $0.shape.why }
    }
  }

  package let wishes: Wishes
  private let privacy: PrivacyZones?
  /// Another observer of the same device.
  private let next: (any TrackObserver)?
  /// The sentence of the last crossing of each region.
  private var reasons: [String: String] = [:]
  private var places: [MapMoment.Place] = []

  package init(_ wishes: Wishes, privacy: PrivacyZones? = nil, next: (any TrackObserver)?) {
    (self.wishes, self.privacy, self.next) = (wishes, privacy, next)
  }

  // MARK: The track

  package func moved(to coordinate: CLLocationCoordinate2D, at time: TimeInterval) {
    next?.moved(to: coordinate, at: time)
    guard wishes.map else { return }
    places.append(.init(coordinate: privacy?.shown(coordinate) ?? coordinate, time: time))
    guard places.count > 4 * MapMoment.mostPlaces else { return }
    trim(to: time)
    // Of a device with very many fixes, every other one is enough.
    if places.count > 2 * MapMoment.mostPlaces {
      places = stride(from: 0, to: places.count, by: 2).map { places[$0] }
    }
  }

  package func lostSignal() { next?.lostSignal() }

  private func trim(to time: TimeInterval) {
    let start = places.firstIndex { $0.time >= time - MapMoment.duration } ?? places.count
    places.removeFirst(start)
  }

  // MARK: The reason

  package func hear(_ explanation: Explanation) {
    guard wishes.why, case .region(let decision) = explanation.subject else { return }
    switch decision.rule {
    case .entered, .exited, .dwelled, .passed: reasons[decision.identifier] = decision.sentence
    default: break
    }
  }

  // MARK: Messages

  /// The record with what sinks ask for.
  package func completed(_ record: ScriptRecord, on device: Device) -> ScriptRecord {
    switch record.content {
    case .alert(var alert):
      if wishes.why, let region = alert.region, let reason = reasons[region] {
        alert.extras.append(("why", .string(reason)))
      }
      if let moment = moment(of: device, at: alert.time, region: alert.region) {
        alert.extras.append(("map", moment.json))
      }
      return ScriptRecord(record, content: .alert(alert))
    case .message(var message):
      if let moment = moment(of: device, at: message.time, region: nil) {
        message.extras.append(("map", moment.json))
      }
      return ScriptRecord(record, content: .message(message))
    default: return record
    }
  }

  private func moment(of device: Device, at time: TimeInterval, region: String?) -> MapMoment? {
    guard wishes.map, let location = device.location else { return nil }
    trim(to: time)
    let zone = privacy?.zone(at: location.coordinate)
    let fix = zone?.edge ?? location.coordinate
    let set = device.monitoredSet
    return MapMoment(
      places: places, fix: fix, accuracy: zone == nil ? location.horizontalAccuracy : -1,
      regions: MapMoment.regions(of: privacy?.masked(set) ?? set, near: fix, first: region))
  }
}

extension RegionDecision {
  /// The decision for a person: `54 m outside of home, accuracy 12 m, needed 20 m; d > 20 m`.
  var sentence: String {
    func meters(_ value: Double) -> String { signedFixed(value.rounded(), 0) + " m" }
    var parts: [String] = []
    if let distance {
      parts.append("\(meters(abs(distance))) \(distance > 0 ? "outside of" : "inside") \(identifier)")
    } else {
      parts.append(identifier)
    }
    if let accuracy { parts.append("accuracy \(meters(accuracy))") }
    if buffer > 0 { parts.append("needed \(meters(buffer))") }
    return parts.joined(separator: ", ") + (reason.isEmpty ? "" : "; \(reason)")
  }
}
