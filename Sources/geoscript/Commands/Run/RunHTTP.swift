import ArgumentParser
import Geo
import GeoDelivery
import GeoFeeds
import GeoHost
import Glibc

/// Who may send to `--from http://…`.
struct RunHTTP: OptionTable {
  var httpToken: String?
  var httpUsers: String?

  static func declare(_ o: inout OptionRows<Self>) {
    o.option(
      "http-token", alias: "token", \.httpToken,
      """
      A file with the token that clients of --from http://… must send, as Bearer, ?token= or a password. \
      (default: $GEOSCRIPT_HTTP_TOKEN)
      """, value: "file", completion: .file())
    o.option(
      "http-users", \.httpUsers,
      "A file of users who may send to --from http://…, one name:hash per line; see: geoscript http-user.",
      value: "file", completion: .file())
  }

  func keys() throws -> HTTPKeys {
    for (option, path) in [("--http-token", httpToken), ("--http-users", httpUsers)] {
      if let path { try MissingFile.check(path, "file", endings: [], for: option) }
    }
    let environment = getenv(HTTPKeys.variable).map { String(cString: $0) }
    return try HTTPKeys(tokenFile: httpToken, usersFile: httpUsers, environment: environment)
  }
}
