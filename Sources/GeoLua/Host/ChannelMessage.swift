public import Geo

/// What a script sends to a channel, for a machine rather than a person.
public struct ChannelMessage: Sendable {
  /// A hash of device, channel, time and sequence: the same whenever the same run sends it.
  public var id: String
  public var time: TimeInterval
  /// The device that caused it; empty in a group script where none did.
  public var device: String
  /// The group of a group script.
  public var group: String?
  /// The name that `--channel` binds to an address.
  public var channel: String
  /// A string, or the JSON of a table.
  public var payload: JSONValue
  /// What only sinks get that ask for it: not a part of ``json``.
  public var extras: [(name: String, value: JSONValue)] = []

  /// The message as files and records have it; a receiver gets the payload alone.
  public var json: JSONValue {
    var members: [(name: String, value: JSONValue)] = [("id", .string(id)), ("time", .time(time))]
    if group == nil || !device.isEmpty { members.append(("device", .string(device))) }
    if let group { members.append(("group", .string(group))) }
    return .object(members + [("channel", .string(channel)), ("message", payload)])
  }

  /// The longest name of a channel, in bytes.
  public static let longestName = 255

  /// Whether a text can be the name of a channel: it stands before the `=` of `--channel`.
  public static func isName(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= longestName
      && !text.unicodeScalars.contains { $0 == "=" || $0.value <= 0x20 || $0.value == 0x7f }
  }
}
