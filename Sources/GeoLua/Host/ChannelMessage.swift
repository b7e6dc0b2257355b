public import Geo

/// What a script sends to a channel, for a machine rather than a person.
public struct ChannelMessage: Sendable {
  /// A hash of device, channel, time and sequence: the same whenever the same run sends it.
  public var id: String
  public var time: TimeInterval
  public var device: String
  /// The name that `--channel` binds to an address.
  public var channel: String
  /// A string, or the JSON of a table.
  public var payload: JSONValue

  /// The message as files and records have it; a receiver gets the payload alone.
  public var json: JSONValue {
    .object([
      ("id", .string(id)), ("time", .string(ISO8601.format(time))), ("device", .string(device)),
      ("channel", .string(channel)), ("message", payload),
    ])
  }

  /// The longest name of a channel, in bytes.
  public static let longestName = 255

  /// Whether a text can be the name of a channel: it stands before the `=` of `--channel`.
  public static func isName(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= longestName
      && !text.unicodeScalars.contains { $0 == "=" || $0.value <= 0x20 || $0.value == 0x7f }
  }
}
