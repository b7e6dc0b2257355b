import Geo
import GeoFeeds
import GeoStore

/// Publishes alerts as events of Home Assistant; what is not an alert goes through ``HomeAssistantMirror``.
final class HomeAssistantSink: AlertTransport {
  private let address: HomeAssistantAddress
  private let publisher: MQTTPublisher?
  /// Why there is no publisher.
  private let fault: String
  /// The devices whose entity Home Assistant has.
  private var known: Set<String> = []

  static func route(
    _ address: HomeAssistantAddress, _ patience: Double
  ) throws(GeoError) -> AlertRoute {
    if let missing = MQTTPublisher.missing { throw GeoError(.cannotCreate, missing, at: address.label) }
    return AlertRoute(key: "\(address.label)/\(address.base)", label: address.label, patience: patience) {
      _ in
      HomeAssistantSink(address)
    }
  }

  init(_ address: HomeAssistantAddress) {
    self.address = address
    do throws(GeoError) {
      (publisher, fault) = (try MQTTPublisher(try address.broker(role: "alerts")), "")
    } catch {
      (publisher, fault) = (nil, error.message)
    }
  }

  deinit { publisher?.close() }

  func send(_ item: OutboxItem, isOver: () -> Bool) -> DeliveryAnswer {
    guard let publisher else { return .pause(fault) }
    guard case .object(var members)? = try? JSONParser.parse(item.body) else {
      return .dead(reason: "is not an object of JSON", detail: "")
    }
    let alert = JSONValue.object(members)
    let device = alert["device"]?.text ?? alert["group"]?.text ?? ""
    let entity = HomeAssistantEntity(kind: .alerts, device: device)
    members.insert(("event_type", .string(alert["event"]?.text ?? "alert")), at: 0)
    var messages = [
      MQTTPublisher.Message(
        entity.valueTopic(address), JSONValue.object(members).description, isRetained: false)
    ]
    if !known.contains(device) {
      messages.insert(
        .init(entity.configTopic(address), entity.config(address).description, isRetained: true), at: 0)
    }
    for message in messages {
      switch publisher.publish(message, isOver: isOver) {
      case .acknowledged: continue
      case .failed(let reason, isFinal: true): return .pause(reason)
      case .failed(let reason, isFinal: false): return .again(reason, after: nil)
      }
    }
    known.insert(device)
    return .delivered
  }
}

extension MQTTPublisher.Message {
  init(_ topic: String, _ text: String, isRetained: Bool) {
    self.init(topic: topic, payload: Array(text.utf8), isRetained: isRetained)
  }
}
