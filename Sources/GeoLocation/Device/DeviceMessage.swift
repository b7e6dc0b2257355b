/// What a device tells beside fixes: a protocol's own message, or attributes that a fix has no room for.
///
/// - Shapes: `json` is one JSON object, as the event log writes it.
public struct DeviceMessage: Sendable, Hashable {
  public enum Kind: String, Sendable, Hashable {
    /// The device's attributes have changed, such as its battery: `json` holds all of the protocol's now.
    case attributes
    /// A message of its own, such as a transition or a last will.
    case message
  }

  public var kind: Kind
  /// Whose words they are: `owntracks`, `osmand`, `overland`, `locative`, `gpsd`, `nmea` …
  public var form: String
  /// The message's own type, such as `transition`; empty for attributes.
  public var type: String
  public var json: String

  public init(_ kind: Kind, form: String, type: String = "", json: String) {
    self.kind = kind
    self.form = form
    self.type = type
    self.json = json
  }
}
