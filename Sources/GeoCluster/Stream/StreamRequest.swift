import Geo
import GeoFeeds
import GeoHost
import GeoStore

/// What a command asks of the workers of a stream: a message of a partition, handled at its place in the stream.
///
/// - Source: SC-47.
enum StreamRequest {
  /// What `geoscript alerts` asks.
  case alerts(StateRequest.Kind, JSONValue)
  case forget(ForgetRequest)

  private static let forgetting = "forget"

  /// Nil for other bytes, such as those of a newer version.
  init?(_ bytes: UnsafeRawBufferPointer) {
    guard let json = try? JSONParser.parse(String(decoding: bytes, as: UTF8.self)),
      let kind = json["kind"]?.text, let content = json["content"]
    else { return nil }
    if kind == StreamRequest.forgetting, let request = ForgetRequest(content) {
      self = .forget(request)
    } else if let kind = StateRequest.Kind(rawValue: kind) {
      self = .alerts(kind, content)
    } else {
      return nil
    }
  }

  var line: String {
    let (kind, content) =
      switch self {
      case .alerts(let kind, let content): (kind.rawValue, content)
      case .forget(let request): (StreamRequest.forgetting, request.json)
      }
    return JSONValue.object([
      ("type", .string("request")), ("kind", .string(kind)), ("content", content),
    ]).description + "\n"
  }
}

extension StreamPartition {
  /// Handles a message, and does what it asks.
  ///
  /// - Errors: ``GeoError`` of the state; then the message is read again from the last commit on.
  func take(request message: NATSMessage) throws(GeoError) {
    let request = StreamRequest(message.bytes)
    let before = position
    handle(message)
    // Those of a directory are its command's.
    guard isInStream else { return }
    switch request {
    case .alerts(let kind, let content):
      try checkpointer.saved.store.add(kind, content)
      checkpointer.stream = position
      try run.takeRequests(stage, requests, isForced: true, at: position.time)
    case .forget(let request):
      // What happened before is kept first: instances that run would write what is to be forgotten once more.
      checkpointer.stream = before
      try checkpointer.pause(stage.pool)
      try checkpointer.saved.store.forget(request)
      checkpointer.stream = position
      try checkpointer.keepPosition()
      mustReopen = true
      stage.output.note("partition \(number): forgot \(request.words), as geoscript state forget asked")
    case nil:
      stage.output.repeatWarning(
        "partition \(number): message \(message.sequence) asks for something unknown")
    }
  }
}

extension ForgetRequest {
  fileprivate var words: String {
    switch self {
    case .device(let name, nil): "device \(name)"
    case .device(let name, let region?): "region \(region) of device \(name)"
    case .group(let name): "group \(name)"
    case .before(let date): "what was not heard since \(ISO8601.format(date))"
    }
  }
}
