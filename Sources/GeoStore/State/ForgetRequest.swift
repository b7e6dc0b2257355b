public import Geo

/// What `geoscript state forget` removes.
public enum ForgetRequest: Sendable, Hashable {
  /// A device, or one of its regions.
  case device(String, region: String? = nil)
  /// A group with its devices.
  case group(String)
  /// What was not heard from a date on, in seconds since 1970.
  case before(TimeInterval)

  public init?(_ json: JSONValue) {
    if let device = json["device"]?.text {
      self = .device(device, region: json["region"]?.text)
    } else if let group = json["group"]?.text {
      self = .group(group)
    } else {
      switch json["before"] {
      case .number(let date): self = .before(date)
      case .integer(let date): self = .before(Double(date))
      default: return nil
      }
    }
  }

  public var json: JSONValue {
    switch self {
    case .device(let name, let region):
      .object([("device", .string(name))] + (region.map { [("region", .string($0))] } ?? []))
    case .group(let name): .object([("group", .string(name))])
    case .before(let date): .object([("before", .number(date))])
    }
  }
}

extension StateStore {
  /// Removes what a request names; does nothing where that is not there.
  public func forget(_ request: ForgetRequest) throws(GeoError) {
    switch request {
    case .device(let name, let region):
      if region == nil { _ = try forget(member: name) }
      _ = try forget(name, region: region)
    case .group(let name): _ = try forget(group: name)
    case .before(let date): _ = try forget(before: date)
    }
  }
}
