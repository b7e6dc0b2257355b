import ArgumentParser
import Geo
import GeoWeb
import Glibc

/// Who may send to `--from http://…`.
struct RunHTTP: ParsableArguments {
  @Option(
    name: [.long, .customLong("token")],
    help: ArgumentHelp(
      """
      A file with the token that clients of --from http://… must send, as Bearer, ?token= or a password. \
      (default: $GEOSCRIPT_HTTP_TOKEN)
      """, valueName: "file"), completion: .file())
  var httpToken: String?

  @Option(
    help: ArgumentHelp(
      "A file of users who may send to --from http://…, one name:hash per line; see: geoscript http-user.",
      valueName: "file"), completion: .file())
  var httpUsers: String?

  func keys() throws -> HTTPKeys {
    let environment = getenv(HTTPKeys.variable).map { String(cString: $0) }
    return try HTTPKeys(tokenFile: httpToken, usersFile: httpUsers, environment: environment)
  }
}
