import Geo
import GeoFeeds
import GeoStore

/// The address of a sink at a broker.
public struct MQTTSinkAddress: Sendable, Hashable {
  let topic: MQTTTopic
  let isRetained: Bool
  /// With the words that sources of MQTT know as well.
  let source: SourceAddress

  /// - Errors: ``GeoError`` `usage` for a mistake, `noInput` for a file that cannot be read.
  init(_ text: Substring, _ words: inout SinkWords) throws(GeoError) {
    var source = try SourceAddress(String(text))
    guard !source.host.isEmpty else {
      throw GeoError(.usage, "the host is missing: write mqtt://HOST/home/{device}/{event}")
    }
    topic = try MQTTTopic(String(source.path.drop { $0 == "/" }))
    isRetained = try words.takeFlag("retain")
    for name in ["client", "password-file", "ca", "cert", "key", "keepalive", "timeout"] {
      if let value = try words.take(name) { source.query.append(.init(name: name, value: value)) }
    }
    if let topic = try words.take("availability") { source.query.append(.init(name: "status", value: topic)) }
    self.source = source
    _ = try broker
  }

  /// Hosts, secrets and files are checked here.
  var broker: MQTTAddress { get throws(GeoError) { try MQTTAddress(source) } }

  /// The address without user and words.
  var label: String {
    "\(source.scheme)://\(source.host)\(source.port.map { ":\($0)" } ?? "")/\(topic.text)"
  }
}

/// Publishes messages to a broker.
final class MQTTSink: AlertTransport {
  private let address: MQTTSinkAddress
  private let shape: SinkShape
  private let publisher: MQTTPublisher?
  /// Why there is no publisher.
  private let fault: String

  /// - Errors: ``GeoError`` `cannotCreate` when libmosquitto is missing.
  static func route(_ address: MQTTSinkAddress, _ shape: SinkShape, _ patience: Double) throws(GeoError)
    -> AlertRoute
  {
    if let missing = MQTTPublisher.missing { throw GeoError(.cannotCreate, missing, at: address.label) }
    return AlertRoute(key: address.label, label: address.label, patience: patience) { _ in
      MQTTSink(address, shape)
    }
  }

  init(_ address: MQTTSinkAddress, _ shape: SinkShape) {
    (self.address, self.shape) = (address, shape)
    var source = address.source
    // The client ID derives from the path, and two sinks must not take over each other's connection.
    source.path += "/\(SinkTemplateWriter.percentEncoded("\(shape.channel ?? "")/\(shape.name ?? "")"))"
    do throws(GeoError) {
      (publisher, fault) = (try MQTTPublisher(try MQTTAddress(source)), "")
    } catch {
      (publisher, fault) = (nil, error.message)
    }
  }

  deinit { publisher?.close() }

  func send(_ item: OutboxItem, isOver: () -> Bool) -> DeliveryAnswer {
    guard let publisher else { return .pause(fault) }
    let message = (try? JSONParser.parse(item.body)) ?? .null
    let content = shape.content(of: item.body)
    let outcome = publisher.publish(
      .init(
        topic: address.topic.filled(message), payload: Array(content.text.utf8),
        isRetained: address.isRetained),
      isOver: isOver)
    return switch outcome {
    case .acknowledged: .delivered
    case .failed(let reason, isFinal: true): .pause(reason)
    case .failed(let reason, isFinal: false): .again(reason, after: nil)
    }
  }
}
