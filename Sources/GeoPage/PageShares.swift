package import Geo
import GeoFeeds
import GeoFormats
import GeoHost
import Glibc
import Synchronization

/// Links that show one device of a served page until a time.
///
/// A link carries the device, when it was made and when it ends, and a signature of these with a key of the state
/// directory. A withdrawal ends all links of a device that were made before it.
///
/// - Shape: `base64url(JSON [device, made, until]).base64url(HMAC-SHA256)`.
/// - Source: HO-146.
package final class PageShares: Sendable {
  /// What a link shows; times in seconds since 1970.
  package struct Grant: Hashable, Sendable {
    package var device: String
    package var made: TimeInterval
    package var until: TimeInterval

    package init(device: String, made: TimeInterval, until: TimeInterval) {
      (self.device, self.made, self.until) = (device, made, until)
    }
  }

  private let key: [UInt8]
  /// The state directory; nil for a run without one, whose links end with it.
  private let directory: String?
  /// The lists of a run without state, by name.
  private let kept = Mutex<[String: [JSONValue]]>([:])

  /// The longest time that a link may hold: a year.
  package static let longest = 366.0 * 86_400

  private static let keyName = "page-share.key"
  private static let withdrawalsName = "page-share-withdrawn.ndjson"
  private static let grantsName = "page-shares.ndjson"
  private static let keyLength = 32

  /// - Parameter directory: the state directory; nil for a key that ends with the process.
  /// - Errors: ``GeoError`` if the key can neither be read nor made, `data` for one that is damaged.
  package init(directory: String?) throws(GeoError) {
    self.directory = directory
    key =
      try directory.map { (directory) throws(GeoError) in try PageShares.key(in: directory) }
      ?? PageShares.newKey()
  }

  private static func newKey() -> [UInt8] {
    var generator = SystemRandomNumberGenerator()
    return (0..<keyLength).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
  }

  private static func key(in directory: String) throws(GeoError) -> [UInt8] {
    let path = "\(directory)/\(keyName)"
    // Of two processes that make it at once, one wins.
    let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    if file >= 0 { try AtomicFile.fill(file, with: newKey(), path) }
    let key = try TileArchiveCache.bytes(path)
    guard key.count == keyLength else {
      throw GeoError(.data, "is damaged: remove it, and all links end", at: path)
    }
    return key
  }

  /// Whether links outlive the run, and the command makes them.
  var isKept: Bool { directory != nil }

  // MARK: Links

  /// Makes a link that the list of links has, and returns its token.
  ///
  /// - Errors: ``GeoError`` `unavailable` without libsodium, and where the directory cannot be written.
  package func make(_ grant: Grant) throws(GeoError) -> String {
    let token = try self.token(grant)
    let others = grants(at: grant.made).filter { $0 != grant }
    try write(
      (others + [grant]).suffix(PageShares.mostGrants).map { grant in
        .object([
          ("device", .string(grant.device)), ("made", .number(grant.made)), ("until", .number(grant.until)),
        ])
      }, to: PageShares.grantsName)
    return token
  }

  /// The links that have not ended, in the order in which they were made.
  ///
  /// - Parameter now: seconds since 1970.
  package func grants(at now: TimeInterval) -> [Grant] {
    lines(of: PageShares.grantsName).compactMap { json in
      guard let device = json["device"]?.text, let made = json["made"].flatMap(PageShares.number),
        let until = json["until"].flatMap(PageShares.number)
      else { return nil }
      return Grant(device: device, made: made, until: until)
    }.filter { !isOver($0, at: now) }
  }

  /// The most links in the list; older ones hold without standing there.
  private static let mostGrants = 1_000

  /// Returns the token of a link.
  ///
  /// - Errors: ``GeoError`` `unavailable` without libsodium.
  package func token(_ grant: Grant) throws(GeoError) -> String {
    let json = JSONValue.array([.string(grant.device), .number(grant.made), .number(grant.until)])
    let payload = Array(json.description.utf8)
    guard let signature = MessageSignature.hmac(payload, key: key) else {
      throw GeoError(.unavailable, "libsodium is not installed, and signs links (Debian: libsodium23)")
    }
    return "\(PageShares.text(payload)).\(PageShares.text(signature))"
  }

  /// What a token shows; nil unless this directory has made it.
  package func grant(_ token: String) -> Grant? {
    let parts = token.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, token.utf8.count < 4096, let payload = PageShares.bytes(parts[0]),
      let expected = MessageSignature.hmac(payload, key: key),
      PasswordFile.isEqual(String(parts[1]), PageShares.text(expected)),
      case .array(let values)? = try? JSONParser.parse(String(decoding: payload, as: UTF8.self)),
      values.count == 3,
      let device = values[0].text, let made = PageShares.number(values[1]),
      let until = PageShares.number(values[2])
    else { return nil }
    return Grant(device: device, made: made, until: until)
  }

  /// Whether a link has ended.
  ///
  /// - Parameter now: seconds since 1970.
  package func isOver(_ grant: Grant, at now: TimeInterval) -> Bool {
    now >= grant.until
      || withdrawals().contains { ($0.device ?? grant.device) == grant.device && $0.before >= grant.made }
  }

  private static func number(_ value: JSONValue) -> Double? {
    if case .number(let number)? = value.asNumber { number } else { nil }
  }

  /// Base64 for addresses.
  ///
  /// - Source: RFC 4648, section 5, without padding.
  private static func text(_ bytes: [UInt8]) -> String {
    String(decoding: Base64.encode(bytes), as: UTF8.self).replacing("+", with: "-").replacing("/", with: "_")
      .replacing("=", with: "")
  }

  private static func bytes(_ text: Substring) -> [UInt8]? {
    Base64.decode(text.replacing("-", with: "+").replacing("_", with: "/").utf8)
  }

  // MARK: Withdrawals

  private struct Withdrawal {
    /// Nil for all devices.
    let device: String?
    let before: TimeInterval
  }

  private func withdrawals() -> [Withdrawal] {
    lines(of: PageShares.withdrawalsName).compactMap { json in
      guard let before = json["before"].flatMap(PageShares.number) else { return nil }
      return Withdrawal(device: json["device"]?.text, before: before)
    }
  }

  /// Ends the links of a device that were made until `now`; of all devices for nil.
  ///
  /// - Errors: ``GeoError`` if the directory cannot be written.
  package func withdraw(_ device: String?, at now: TimeInterval) throws(GeoError) {
    // One for each device is enough, and the latest.
    let others = withdrawals().filter { device != nil && $0.device != device }
    try write(
      (others + [Withdrawal(device: device, before: now)]).map { withdrawal in
        .object([
          ("device", withdrawal.device.map { .string($0) } ?? .null), ("before", .number(withdrawal.before)),
        ])
      }, to: PageShares.withdrawalsName)
  }

  // MARK: Lists

  private func lines(of name: String) -> [JSONValue] {
    guard let directory else { return kept.withLock { $0[name] ?? [] } }
    guard let bytes = try? TileArchiveCache.bytes("\(directory)/\(name)") else { return [] }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
      .compactMap { try? JSONParser.parse(String($0)) }
  }

  private func write(_ lines: [JSONValue], to name: String) throws(GeoError) {
    guard let directory else { return kept.withLock { $0[name] = lines } }
    try AtomicFile.write(Array(lines.map { "\($0)\n" }.joined().utf8), to: "\(directory)/\(name)")
  }

  // MARK: The address of the page

  private static let addressName = "page-address"

  /// Writes down where the page is, for `geoscript page share`.
  package static func note(_ address: String, in directory: String) throws(GeoError) {
    try AtomicFile.write(Array("\(address)\n".utf8), to: "\(directory)/\(addressName)")
  }

  /// Where the page of a run with that directory is, or was; nil if there was none.
  package static func address(in directory: String) -> String? {
    guard let bytes = try? TileArchiveCache.bytes("\(directory)/\(addressName)") else { return nil }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").first.map(String.init)
  }
}
