import CSimdJSON
import Geo

extension OwnTracksDecoder {
  /// The types that are handed on as messages.
  static let types: Set<String> = [
    "transition", "waypoint", "waypoints", "lwt", "status", "card", "beacon", "cmd", "steps", "dump",
    "configuration", "request", "msg",
  ]

  /// Members of a phone's configuration that nobody should find in a log.
  private static let secrets: Set<String> = [
    "password", "passphrase", "encryptionKey", "tlsClientCrtPassword", "opencageApiKey",
  ]

  /// A message as text, without passwords where it holds a phone's configuration; nil where that cannot be looked through.
  func withoutSecrets(_ line: geo_text, _ type: String) -> String? {
    let text = String(line)
    guard type == "configuration" || type == "dump" || type == "cmd" else { return text }
    return (try? JSONParser.parse(text)).map { OwnTracksDecoder.withoutSecrets($0).exactText }
  }

  private static func withoutSecrets(_ json: JSONValue) -> JSONValue {
    switch json {
    case .object(let members):
      .object(
        members.compactMap { member in
          secrets.contains(member.name) ? nil : (member.name, withoutSecrets(member.value))
        })
    case .array(let values): .array(values.map { withoutSecrets($0) })
    default: json
    }
  }
}
