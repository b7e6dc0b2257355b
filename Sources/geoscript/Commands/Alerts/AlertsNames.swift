import Geo
import GeoLua
import GeoStore
import LuaBridge

/// Refuses names that the state does not have: a command that then found nothing would seem to have worked.
///
/// - Source: HO-198.
extension AlertsCommand.Filter {
  /// - Parameter alerts: ids of alerts that the command names.
  /// - Errors: ``GeoError`` `usage`, with the nearest name.
  func check(_ source: StateSource, alerts: [String] = []) throws {
    if let sink { try AlertsCommand.check(sink: sink, try source.all().map(\.store), at: source.name) }
    try checkOwner(source)
    for id in alerts { try AlertsCommand.check(alert: id, source) }
  }

  private func checkOwner(_ source: StateSource) throws {
    guard device != nil || group != nil else { return }
    var selection = MessageSelection()
    (selection.device, selection.group) = (device, group)
    for part in try source.all(device: device, group: group) {
      if let device, try part.store.knows(device) || !part.store.groups(of: device).isEmpty { return }
      if let group, try part.store.group(named: group) != nil { return }
      // Messages outlive a device that was forgotten.
      var hasMessage = false
      try part.store.eachMessage(selection) { _ in hasMessage = true }
      if hasMessage { return }
    }
    let stores = try source.all().map(\.store)
    throw try device.map { try StateCommand.unknown($0, stores, at: source.name) }
      ?? StateCommand.unknown(group: group ?? "", stores, at: source.name)
  }
}

extension AlertsCommand {
  /// The most ids among which the one is looked for that was probably meant.
  private static let mostIDs = 10_000

  /// - Errors: ``GeoError`` `usage` for a sink that no run of the state has had.
  static func check(sink: String, _ stores: [StateStore], at place: String) throws {
    let names = try Set(stores.flatMap { try $0.sinkQueues().map(\.sink) }).sorted()
    guard !names.contains(sink) else { return }
    guard !names.isEmpty else {
      throw GeoError(
        .usage, "there is no sink '\(sink)' here: no run with this state had one that alerts can wait for",
        at: place)
    }
    let near = NearestName.advice(sink, among: names)
    let advice = near.isEmpty ? " (expected one of: \(names.joined(separator: ", ")))" : near
    throw GeoError(.usage, "there is no sink '\(sink)' here\(advice)", at: place)
  }

  /// - Errors: ``GeoError`` `usage` for an alert of which no sink has a message.
  static func check(alert id: String, _ source: StateSource) throws {
    var selection = MessageSelection()
    selection.alerts = [id]
    var isThere = false
    var ids: Set<String> = []
    try source.each { part in try part.store.eachMessage(selection) { _ in isThere = true } }
    guard !isThere else { return }
    try source.each { part in
      try part.store.eachMessage(MessageSelection()) { message in
        if ids.count < mostIDs { ids.insert(message.item.alertID) }
      }
    }
    let advice =
      ids.isEmpty
      ? ": the state holds no message (it keeps alerts for sinks such as https://…, not for text)"
      : NearestName.advice(id, among: ids.sorted()) + " (geoscript alerts list)"
    throw GeoError(.usage, "there is no alert '\(id)' here\(advice)", at: source.name)
  }
}
