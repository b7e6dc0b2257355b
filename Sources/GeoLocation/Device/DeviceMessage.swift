/// What a device reports beside fixes: a protocol's own message, or attributes without a field in a fix.
///
/// - Shapes: `json` is one JSON object, as the event log writes it.
public struct DeviceMessage: Sendable, Hashable {
  public enum Kind: String, Sendable, Hashable {
    /// The device's attributes have changed, such as its battery: `json` holds all current attributes of the
    /// protocol.
    case attributes
    /// A message in its own right, such as a transition or a last will.
    case message
    /// Somebody has seen an alert: `json` is an ``Acknowledgement``.
    case acknowledge
  }

  public var kind: Kind
  /// The protocol: `owntracks`, `osmand`, `overland`, `locative`, `gpsd`, `nmea` …
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
