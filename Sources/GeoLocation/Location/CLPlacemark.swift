public import GeoCore

/// A place with its names, as found by a geocoder.
///
/// - Source: F-11.
open class CLPlacemark {
  public let location: CLLocation?
  /// The approximate area of the place.
  public let region: CLCircularRegion?
  /// The identifier of its time zone, such as `Asia/Tokyo`.
  public let timeZone: String?
  public let address: PlacemarkAddress
  /// What a geocoder found, where it is only a part of what was asked for or a name that resembles it; nil otherwise.
  public let matched: String?
  /// The address in a few lines and by parts, under the keys of Apple's address book.
  public let addressDictionary: [(name: String, value: JSONValue)]

  /// - Parameter addressDictionary: nil to build it from the parts.
  public init(
    location: CLLocation? = nil, region: CLCircularRegion? = nil, timeZone: String? = nil,
    address: PlacemarkAddress = PlacemarkAddress(),
    addressDictionary: [(name: String, value: JSONValue)]? = nil, matched: String? = nil
  ) {
    self.location = location
    self.region = region
    self.timeZone = timeZone
    self.address = address
    self.matched = matched
    self.addressDictionary = addressDictionary ?? address.dictionary
  }

  /// A copy of another placemark.
  public convenience init(placemark: CLPlacemark) {
    self.init(
      location: placemark.location, region: placemark.region, timeZone: placemark.timeZone,
      address: placemark.address, addressDictionary: placemark.addressDictionary,
      matched: placemark.matched)
  }

  /// The address as lines for a letter.
  public var formattedAddressLines: [String] {
    guard
      case .array(let lines)? = addressDictionary.first(where: { $0.name == "FormattedAddressLines" })?.value
    else { return address.lines }
    return lines.compactMap { line in if case .string(let text) = line { text } else { nil } }
  }
}

/// The names of a place, from the house to the ocean; nil for a missing one.
public struct PlacemarkAddress: Sendable, Hashable {
  public var name: String?
  /// The street.
  public var thoroughfare: String?
  /// The number in it.
  public var subThoroughfare: String?
  /// The city.
  public var locality: String?
  /// A part of it.
  public var subLocality: String?
  /// The state or province.
  public var administrativeArea: String?
  /// The county.
  public var subAdministrativeArea: String?
  public var postalCode: String?
  /// Two letters of ISO 3166.
  public var ISOcountryCode: String?
  public var country: String?
  /// The lake or river of the place.
  public var inlandWater: String?
  public var ocean: String?
  public var areasOfInterest: [String] = []

  public init() {}

  /// The parts with their keys in the address dictionary.
  ///
  /// - Source: Apple's ABPerson.h and the additions of CLPlacemark.
  private static let keys: [(name: String, part: any WritableKeyPath<PlacemarkAddress, String?> & Sendable)] =
    [
      ("Name", \.name), ("Thoroughfare", \.thoroughfare), ("SubThoroughfare", \.subThoroughfare),
      ("City", \.locality), ("SubLocality", \.subLocality), ("State", \.administrativeArea),
      ("SubAdministrativeArea", \.subAdministrativeArea), ("ZIP", \.postalCode),
      ("CountryCode", \.ISOcountryCode), ("Country", \.country), ("InlandWater", \.inlandWater),
      ("Ocean", \.ocean),
    ]

  /// The parts of an address dictionary; unknown keys are ignored.
  public init(dictionary: [(name: String, value: JSONValue)]) {
    for (name, value) in dictionary {
      guard case .string(let text) = value else { continue }
      if let key = PlacemarkAddress.keys.first(where: { $0.name == name }) { self[keyPath: key.part] = text }
      // The number and the street together.
      if name == "Street", thoroughfare == nil { thoroughfare = text }
    }
  }

  /// Number and street, in the order customary in the country.
  public var street: String? {
    guard let thoroughfare, let subThoroughfare else { return thoroughfare }
    let isBehind = ISOcountryCode.map { PlacemarkAddress.writesNumberBehind($0) } ?? false
    return isBehind ? "\(thoroughfare) \(subThoroughfare)" : "\(subThoroughfare) \(thoroughfare)"
  }

  /// Whether a country writes the number after the street: Mannerheimintie 10, but 1 Infinite Loop.
  ///
  /// - Source: the order in github.com/OpenCageData/address-formatting, conf/countries/worldwide.yaml (2025);
  ///   and East Asia, which goes from large to small.
  private static func writesNumberBehind(_ country: String) -> Bool {
    guard country.utf8.count == 2 else { return false }
    return numbersBehind.split(separator: " ").contains { $0 == country }
  }

  private static let numbersBehind = """
    AL AM AO AR AT BA BE BG BI BO BW BY CH CL CM CN CO CR CU CY CZ DE DK DO EC EE ES ET FI FO GE GL GR HR HT HU ID IS \
    IT JP KG KR KZ LI LR LT LV MA MD ME MK MX NL NO PE PL PT PY RO RS RU SE SI SJ SK SM TJ TR TW UA UY UZ VA VE XK
    """

  /// Street, then city, state and postal code, then country; the name if there is none of these.
  public var lines: [String] {
    let city = [locality, administrativeArea, postalCode].compactMap { $0 }.joined(separator: " ")
    let lines = [street, city.isEmpty ? nil : city, country].compactMap { $0 }
    return lines.isEmpty ? [name ?? inlandWater ?? ocean].compactMap { $0 } : lines
  }

  /// All known parts, in the order of the keys.
  public var dictionary: [(name: String, value: JSONValue)] {
    var all: [(name: String, value: JSONValue)] = []
    for key in PlacemarkAddress.keys {
      if let text = self[keyPath: key.part] { all.append((key.name, .string(text))) }
    }
    if let street { all.append(("Street", .string(street))) }
    if !lines.isEmpty { all.append(("FormattedAddressLines", .array(lines.map { .string($0) }))) }
    return all
  }
}
