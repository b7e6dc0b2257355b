import GeoCore

/// A message of OwnTracks as it arrived, whatever its type, for the hooks of OwnTracks Recorder.
///
/// - Shapes: `json` is `{"topic":…,"http":true,"decrypted":true,"message":{…}}`; `http` and `decrypted` only if they
///   are true.
extension DeviceMessage {
  /// The form of these messages.
  public static let publishForm = "otr"

  /// - Parameters:
  ///   - message: a JSON object on one line.
  ///   - isHTTP: whether a request over HTTP brought it.
  ///   - isDecrypted: whether it came encrypted.
  public init(publish message: String, to topic: String, isHTTP: Bool, isDecrypted: Bool) {
    let marks = (isHTTP ? ",\"http\":true" : "") + (isDecrypted ? ",\"decrypted\":true" : "")
    self.init(
      .message, form: Self.publishForm, type: "publish",
      json: "{\"topic\":\(JSONValue.string(topic).description)\(marks),\"message\":\(message)}")
  }

  public var isPublish: Bool { kind == .message && form == Self.publishForm }
}
