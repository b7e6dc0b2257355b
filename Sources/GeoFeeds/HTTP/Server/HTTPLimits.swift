public import Geo

/// Limits for one client, and for all of them together.
///
/// - Units: bytes, seconds, requests.
public struct HTTPLimits: Sendable, Hashable {
  /// The most bytes of a body, as sent.
  public var body = 16 << 20
  /// The most bytes of a body after unpacking.
  public var unpackedBody = 64 << 20
  /// The most bytes of all bodies held at once.
  public var allBodies = 256 << 20
  /// The most bytes of a request's line and fields.
  public var header = 16 << 10
  public var headerFields = 64
  /// The most connections open at once, and the most from one remote address.
  public var connections = 1000
  public var connectionsOfOne = 64
  /// Sustained requests per second of one client; if nil, clients on this machine have no limit.
  public var rate: Double?
  /// The most requests on one connection.
  public var requests = 1_000_000
  /// How long the first request's header, a whole request and the next request may take to arrive.
  public var headerPatience: Int64 = 10
  public var bodyPatience: Int64 = 60
  public var idlePatience: Int64 = 75
  /// How long a request waits for room in the run before it is refused.
  public var roomPatience = 2.0
  /// Whether a proxy on this machine names its client in `X-Forwarded-For`.
  public var isProxied = false

  public init() {}

  /// The rate of remote clients if none is set.
  static let usualRate = 50.0
  /// How many requests a client may have saved up, in seconds of its rate.
  static let burst = 10.0

  private static let names = ["max-body", "max-unpacked", "connections", "rate", "proxy", "idle"]

  /// Reads the parameters of a source's address.
  ///
  /// - Errors: ``GeoError`` `usage` for an unknown or invalid one.
  public init(_ address: SourceAddress) throws(GeoError) {
    try address.require(parameters: HTTPLimits.names)
    for parameter in address.query {
      switch parameter.name {
      case "max-body": body = try HTTPLimits.bytes(parameter, address)
      case "max-unpacked": unpackedBody = try HTTPLimits.bytes(parameter, address)
      case "connections": connections = Int(try HTTPLimits.number(parameter, 1...100_000, address))
      case "rate": rate = try HTTPLimits.number(parameter, 0.01...1e6, address)
      case "idle": idlePatience = Int64(try HTTPLimits.number(parameter, 1...86_400, address))
      case "proxy": isProxied = parameter.value.isEmpty || parameter.value == "true"
      default: break
      }
    }
  }

  private static func number(
    _ parameter: SourceAddress.Parameter, _ range: ClosedRange<Double>, _ address: SourceAddress
  ) throws(GeoError) -> Double {
    guard let number = Double(parameter.value), range.contains(number) else {
      throw GeoError(
        .usage,
        "\(parameter.name)=\(parameter.value) cannot be used (expected \(range.lowerBound) to \(range.upperBound))",
        at: address.name)
    }
    return number
  }

  /// A size in bytes, or with `k` or `M` behind it.
  private static func bytes(
    _ parameter: SourceAddress.Parameter, _ address: SourceAddress
  ) throws(GeoError) -> Int {
    let factors: [Character: Int] = ["k": 1 << 10, "K": 1 << 10, "M": 1 << 20]
    let factor = parameter.value.last.flatMap { factors[$0] }
    let digits = factor == nil ? parameter.value[...] : parameter.value.dropLast()
    guard let count = Int(digits), (1...1 << 30).contains(count), count <= (1 << 30) / (factor ?? 1) else {
      throw GeoError(
        .usage,
        "\(parameter.name)=\(parameter.value) is not a size (expected for example 65536, "
          + "512k or 16M; at most 1024M)",
        at: address.name)
    }
    return count * (factor ?? 1)
  }
}
