public import GeoCore
public import GeoLocation

/// An address as text.
///
/// - Source: Apple's reference of `MKAddress`, iOS 26.
public final class MKAddress: Sendable {
  public let fullAddress: String
  /// Such as the street and the city; nil if unknown.
  public let shortAddress: String?

  public init(fullAddress: String, shortAddress: String? = nil) {
    (self.fullAddress, self.shortAddress) = (fullAddress, shortAddress)
  }

  /// The address of a place; nil if nothing is known of it.
  convenience init?(_ placemark: CLPlacemark) {
    let lines = placemark.formattedAddressLines
    guard !lines.isEmpty else { return nil }
    let short = [placemark.address.street, placemark.address.locality].compactMap { $0 }
    self.init(
      fullAddress: lines.joined(separator: ", "),
      shortAddress: short.isEmpty ? nil : short.joined(separator: ", "))
  }
}

/// The parts of an address as texts for people.
///
/// - Source: Apple's MKAddressRepresentations.h of iOS 26; GC-44.
public final class MKAddressRepresentations {
  /// How much stands behind a city's name.
  public enum ContextStyle: Int, ConstantGroup {
    /// As ``full``: a device here is at home in no country.
    case automatic = 0
    /// Without the country.
    case short, full

    public static let constantPrefix = "MKAddressRepresentationsContextStyle"
  }

  private let placemark: CLPlacemark

  public init(_ placemark: CLPlacemark) { self.placemark = placemark }

  /// The city.
  public var cityName: String? { placemark.address.locality }
  /// The country.
  public var regionName: String? { placemark.address.country }
  /// The country's two letters of ISO 3166.
  public var regionCode: String? { placemark.address.ISOcountryCode }

  /// The whole address; nil if nothing is known of it.
  ///
  /// - Parameters:
  ///   - includingRegion: whether the country belongs to it.
  ///   - singleLine: whether commas join its lines.
  public func fullAddress(includingRegion: Bool, singleLine: Bool) -> String? {
    let all = placemark.formattedAddressLines
    let lines = includingRegion || all.count < 2 ? all : all.filter { $0 != regionName }
    return lines.isEmpty ? nil : lines.joined(separator: singleLine ? ", " : "\n")
  }

  /// The city with its state and country, each once; nil without a city.
  public func cityWithContext(_ style: ContextStyle = .automatic) -> String? {
    guard let cityName else { return nil }
    var parts = [cityName]
    let country = style == .short ? nil : regionName
    for part in [placemark.address.administrativeArea, country].compactMap({ $0 }) where !parts.contains(part)
    {
      parts.append(part)
    }
    return parts.joined(separator: ", ")
  }
}
