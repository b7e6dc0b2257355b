public import Geo
import GeoDelivery
import GeoFeeds
import LuaBridge

/// The router as the command line names it: `osrm:URL` or `valhalla:URL`.
public struct RouterOption: Sendable, Hashable {
  enum Form: String, Sendable, CaseIterable {
    case osrm, valhalla
  }

  let form: Form
  /// Scheme, host and port.
  let origin: String
  /// The root of the paths, without a slash at its end.
  let path: String
  /// Query items of each request, such as a key: never shown or stored.
  let query: String
  let authorization: String?

  /// The possible forms on the command line.
  public static let expected = "osrm:URL or valhalla:URL"

  /// - Errors: ``GeoError`` `usage` for another form, or an address that cannot be used.
  public init(_ text: String) throws(GeoError) {
    let name = text.prefix { $0 != ":" }
    guard let form = Form(rawValue: name.lowercased()), name.count < text.count else {
      let advice = NearestName.find(name.lowercased(), among: Form.allCases.map(\.rawValue))
        .map { " (did you mean '\($0):'?)" }
      throw GeoError(
        .usage, "--router: '\(text)' is not a router\(advice ?? "") (expected \(RouterOption.expected))")
    }
    self.form = form
    let address = try HTTPAddress(String(text.dropFirst(name.count + 1)), of: "--router \(form.rawValue)")
    origin = address.origin
    authorization = address.authorization
    let rest = address.url.dropFirst(address.origin.count)
    let path = rest.prefix { $0 != "?" }
    query = String(rest.dropFirst(path.count + 1))
    var root = String(path)
    while root.hasSuffix("/") { root.removeLast() }
    self.path = root
  }

  /// Its name in messages.
  var name: String { "\(form.rawValue):\(origin)" }

  /// Refuses a server without permission.
  ///
  /// - Errors: ``GeoError`` `notPermitted`.
  public func check(allowsNet: Bool) throws(GeoError) {
    guard !allowsNet else { return }
    throw GeoError(
      .notPermitted,
      "--router \(name) sends the ends of ways to that server: add --allow-net to permit it")
  }

  /// The request for a question.
  ///
  /// - Errors: ``GeoError`` if no address can be made of it.
  func request(for question: RouteRequest) throws(GeoError) -> RoutePageRequest {
    let words =
      switch form {
      case .osrm: OSRMDialect.words(for: question)
      case .valhalla: ValhallaDialect.words(for: question)
      }
    let place = "\(origin)\(path)\(words)"
    let full = query.isEmpty ? place : "\(place)&\(query)"
    return RoutePageRequest(
      router: self, address: try HTTPAddress(full, of: name), key: form.rawValue + " " + place,
      headers: ["Accept: application/json"] + [authorization].compactMap { $0 })
  }
}

/// A question on its way to a router.
struct RoutePageRequest: FetchRequest {
  let router: RouterOption
  let address: HTTPAddress
  let key: String
  let headers: [String]

  static let rules = FetchRules(
    subject: "answers of routers", threadCount: 1, greatestLength: 8 << 20,
    // Traffic and works change ways within hours.
    usualLifetime: 3600, timeLimit: 15, remembered: 256, missing: "there is no router at this address",
    readsBadRequests: true)

  private static let room = 64 << 20

  func content(of page: HTTPResponse) throws(FetchFault) -> [FoundRoute] {
    guard page.status != 204 else { return [] }
    let answer = try json(page)
    do throws(FetchFault) {
      return switch router.form {
      case .osrm: try OSRMDialect.routes(in: answer)
      case .valhalla: try ValhallaDialect.routes(in: answer)
      }
    } catch {
      throw FetchFault(reason: clean(error.reason), kind: error.kind)
    }
  }

  func refusal(in page: HTTPResponse) -> String? {
    guard let answer = try? json(page) else { return nil }
    let words = answer["message"] ?? answer["error"]
    return words?.text.map(clean)
  }

  private func clean(_ text: String) -> String {
    URLText.redacted(HTTPResponse.firstLine(text), query: router.query)
  }

  private func json(_ page: HTTPResponse) throws(FetchFault) -> JSONValue {
    do throws(GeoError) {
      return try JSONParser.parse(String(decoding: page.bytes, as: UTF8.self), room: RoutePageRequest.room)
        .value
    } catch {
      throw FetchFault(reason: "answered \(page.status), but its body cannot be read: \(error.message)")
    }
  }
}
